import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { card, expect, test } from './shop-test.js';

/** The first page of a challenge: it creates a passkey, uses it, and continues on the page of the sandbox. */
const issuerPage = (acsUrl: string, fields: string) => `<!doctype html><title>Issuer</title>
  <button>Create a passkey</button><button disabled>Use the passkey</button>
  <form method="post" action="${acsUrl}"><input type="hidden" name="creq" value="${new URLSearchParams(fields).get('creq')}"></form>
  <script>
    const [create, use] = document.querySelectorAll('button');
    const challenge = new Uint8Array(16);
    let id;
    create.addEventListener('click', async () => {
      ({ rawId: id } = await navigator.credentials.create({ publicKey: {
        challenge, rp: { name: 'Issuer' }, user: { id: challenge, name: 'ada', displayName: 'Ada' },
        pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
      } }));
      use.disabled = false;
    });
    use.addEventListener('click', async () => {
      await navigator.credentials.get({ publicKey: { challenge, allowCredentials: [{ type: 'public-key', id }] } });
      document.querySelector('form').submit();
    });
  </script>`;

test('an issuer of another site creates a passkey in the challenge frame and uses it', async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
  });
  let acsUrl = '';
  const issuer = createServer((request, response) => {
    void text(request).then((fields) => {
      response.setHeader('content-type', 'text/html').end(issuerPage(acsUrl, fields));
    });
  });
  await new Promise<void>((resolve) => void issuer.listen(0, '127.0.0.1', resolve));
  const { port } = issuer.address() as AddressInfo;
  await page.route('**/authentications', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { acs_url: string };
    acsUrl = answer.acs_url;
    // Passkeys need a host with a name, and the sandbox has an address.
    await route.fulfill({ response, json: { ...answer, acs_url: `http://issuer.localhost:${port}/` } });
  });
  // The dialog does not move then.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const id = await shop.createOrder();
  await open(id);
  await checkout.pay(card('challenge'));
  const { issuerPage: first } = checkout.challenge;
  await first.getByRole('button', { name: 'Create a passkey' }).click();
  await first.getByRole('button', { name: 'Use the passkey' }).click();
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await shop.messages(id, 'auth')).toHaveLength(1);
  issuer.close();
});
