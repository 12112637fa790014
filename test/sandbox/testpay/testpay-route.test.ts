import { describe, expect, test } from 'vitest';
import { BASE, hiddenFields, messagesOf, START } from '../sandbox-client.js';
import { answered, answerPage, initiated, messageIn, RETURN_URL, sandboxWithMerchant } from '../method-client.js';

const RESPONSES = [
  'Succeeded',
  'Pending',
  'Failed UserAbort',
  'Failed InputData',
  'Failed LocalDecline',
  'Failed RemoteDecline',
  'Failed Timeout',
  'Failed LocalError',
  'Failed RemoteError',
  'Failed Unknown',
];
const DELAYS = [
  'No delay',
  '30s after submit',
  '1m after submit',
  '5m after submit',
  '15m after submit',
  '1h after submit',
];
const optionsOf = (page: string, name: string) =>
  [
    ...new RegExp(`<select id="${name}"[^>]*>([^]*?)</select>`).exec(page)![1]!.matchAll(/<option>([^<]*)<\/option>/g),
  ].map(([, text]) => text);

describe('GET /testpay/{id}', () => {
  test('the testpay page shows payee and amount, and asks for a response and a delay in the words of the document', async () => {
    const { sandbox } = sandboxWithMerchant({ merchantName: 'Coins & Co <b>' });
    const { page } = await initiated(sandbox, {
      elements: { paymentmethod: 'ideal', amount: '123456' },
      details: { descriptor: 'One &lt;i&gt; coin' },
    });
    const response = await sandbox.fetch(new Request(page));
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('<label for="response">Response</label>');
    expect(text).toContain('<label for="delay">Delay</label>');
    expect(optionsOf(text, 'response')).toEqual(RESPONSES);
    expect(optionsOf(text, 'delay')).toEqual(DELAYS);
    expect(text).toMatch(/<button>Submit<\/button>/);
    for (const part of ['Coins &amp; Co &lt;b&gt;', '€1,234.56', 'One &lt;i&gt; coin', 'Pay with ideal'])
      expect(text).toContain(part);
    // The order id of the gateway begins with that of the shop's order, which is a secret.
    expect(text).not.toContain('A1');
    expect(text).not.toMatch(/<script(?! src)|<style|style=|\son\w+=/);
    expect(text).toContain(`<form method="post" action="${new URL(page).pathname}">`);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self' https: http://localhost:* http://*.localhost:* http://127.0.0.1:*; base-uri 'none'; require-trusted-types-for 'script'",
    );
    expect(new URL(page).search).toBe('');
  });

  test('answers an unknown payment with 404 and an explanation', async () => {
    const { sandbox } = sandboxWithMerchant();
    for (const method of ['GET', 'POST']) {
      const response = await sandbox.fetch(
        new Request(`${BASE}/testpay/00000000-0000-4000-8000-0000000000ff`, { method }),
      );
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await response.text()).toContain('This payment is not known here.');
    }
    const { page } = await initiated(sandbox);
    const other = await sandbox.fetch(new Request(page, { method: 'PUT' }));
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});

describe('POST /testpay/{id}', () => {
  test('the testpay page returns the shopper with the message', async () => {
    const { sandbox } = sandboxWithMerchant();
    const { back, location, pasref } = await answered(sandbox);
    expect([back.status, back.headers.get('cache-control')]).toEqual([303, 'no-store']);
    expect(location.startsWith(`${RETURN_URL}?sha1hash=`)).toBe(true);
    expect(messageIn(location)).toMatchObject({ orderid: 'A1', result: '00', pasref });
  });

  test('the return URL keeps the merchant’s own query', async () => {
    const { sandbox } = sandboxWithMerchant();
    const { location } = await answered(sandbox, 'Succeeded', 'No delay', {
      details: { returnurl: 'https://shop.example/zurück?lang=de&amp;x=1#top' },
    });
    expect(location.startsWith('https://shop.example/zur%C3%BCck?lang=de&x=1&sha1hash=')).toBe(true);
    expect(location).not.toContain('#');
  });

  test('the shopper returns by POST when the option requires it', async () => {
    const { sandbox } = sandboxWithMerchant({ returnMethod: 'POST' });
    const { back, page } = await answered(sandbox);
    const text = await back.text();
    expect(text).toContain(`<form method="post" action="${RETURN_URL}" data-submit-after="0">`);
    expect(hiddenFields(text)).toMatchObject({ orderid: 'A1', result: '00', Amount: '1999' });
    expect(back.headers.get('content-security-policy')).toContain(
      "form-action 'self' https: http://localhost:* http://*.localhost:* http://127.0.0.1:*;",
    );
    const again = await (await sandbox.fetch(new Request(page))).text();
    expect(again).toContain(`<form method="post" action="${RETURN_URL}">`);
    expect(hiddenFields(again)).toEqual(hiddenFields(text));
  });

  test('counts the first answer only, and returns with its message after a second one', async () => {
    const { sandbox, merchant } = sandboxWithMerchant();
    const { page, location } = await answered(sandbox, 'Failed UserAbort', '30s after submit');
    await sandbox.clock.advance(10);
    expect((await answerPage(sandbox, page, 'Succeeded', 'No delay')).headers.get('location')).toBe(location);
    expect((await answerPage(sandbox, page, 'nonsense')).headers.get('location')).toBe(location);
    await sandbox.clock.advance(3_600);
    expect(merchant.received.map(({ fields }) => fields['message'])).toEqual(['FAILED UserAbort']);
    expect((await answerPage(sandbox, page)).headers.get('location')).toBe(location);
  });

  test('the first of two concurrent answers to the testpay page counts', async () => {
    const { sandbox, merchant } = sandboxWithMerchant();
    const { page } = await initiated(sandbox);
    const [one, other] = await Promise.all([
      answerPage(sandbox, page, 'Succeeded'),
      answerPage(sandbox, page, 'Failed Unknown'),
    ]);
    expect(one.headers.get('location')).toBe(other.headers.get('location'));
    await sandbox.clock.advance(0);
    expect(merchant.received).toHaveLength(1);
  });

  test('shows the answer and a link to the shop after it', async () => {
    const { sandbox } = sandboxWithMerchant();
    const { page, location } = await answered(sandbox);
    const text = await (await sandbox.fetch(new Request(page))).text();
    expect(text).toContain('This payment is already answered');
    expect(text).toContain(`<a href="${location.replaceAll('&', '&amp;')}">Back to the shop</a>`);
    expect(text).not.toContain('<form');
  });

  test('the testpay page refuses a response or delay that is not on the lists, and still accepts an answer', async () => {
    const { sandbox } = sandboxWithMerchant();
    const { page } = await initiated(sandbox);
    for (const [response, delay] of [
      ['Perhaps', 'No delay'],
      ['Succeeded', 'tomorrow'],
      ['', ''],
      ['toString', 'No delay'],
      ['Succeeded', 'constructor'],
    ]) {
      const refused = await answerPage(sandbox, page, response, delay);
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining('must be chosen from the lists'),
      ]);
    }
    expect((await sandbox.fetch(new Request(page, { method: 'POST', body: 'x' }))).status).toBe(400);
    expect((await answerPage(sandbox, page)).status).toBe(303);
  });

  test('the testpay page is under the sandbox’s own path', async () => {
    const { sandbox } = sandboxWithMerchant({ baseUrl: 'http://127.0.0.1:4174/gateway' });
    const at = (path: string, init?: RequestInit) => sandbox.fetch(new Request(`${BASE}${path}`, init));
    const { paymentSet } = await import('../method-client.js');
    const xml = await (await at('/gateway/epage-remote.cgi', { method: 'POST', body: paymentSet() })).text();
    const page = /<redirecturl>([^<]*)</.exec(xml)![1]!;
    expect(page.startsWith(`${BASE}/gateway/testpay/`)).toBe(true);
    expect(await (await at(new URL(page).pathname)).text()).toContain(`action="${new URL(page).pathname}"`);
  });
});

test('the log has the choice, the return and the status message, without their hashes', async () => {
  const { sandbox } = sandboxWithMerchant();
  await answered(sandbox, 'Succeeded', '30s after submit', { elements: { orderid: 'A1-2' } });
  await sandbox.clock.advance(30);
  const messages = await messagesOf(sandbox, 'A1');
  expect(messages).toMatchObject([
    { kind: 'payment-set' },
    { kind: 'testpay', request: { response: 'Succeeded', delay: '30s after submit' } },
    {
      kind: 'return',
      request: { url: RETURN_URL, orderid: 'A1-2', result: '01', message: 'PENDING', fundstatus: 'WAITING' },
    },
    {
      kind: 'status',
      at: new Date(START + 30_000).toISOString(),
      request: { url: 'https://shop.example/scudo/status', orderid: 'A1-2', result: '00', Amount: '1999' },
      response: { status: 204 },
    },
  ]);
  expect(JSON.stringify(messages)).not.toContain('hash"');
});
