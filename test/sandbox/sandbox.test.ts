import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import {
  authenticate,
  authenticateCard,
  authenticationBody,
  BASE,
  CARDS,
  checkVersion,
  drivenSandbox,
  hashOf,
  messagesOf,
  postForm,
  START,
  timestampOf,
} from './sandbox-client.js';

test('the home page names addresses and test cards', async () => {
  const { sandbox } = drivenSandbox();
  const response = await sandbox.fetch(new Request(`${BASE}/`));
  const page = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const { number } of sandbox.testCards) expect(page).toContain(number);
  expect(page).toContain(`${BASE}/3ds2/protocol-versions`);
  for (const path of ['/epage-remote.cgi', '/testpay/{id}', '/payments', '/refunds'])
    expect(page).toContain(`${BASE}${path}`);
  for (const ending of [
    'payment-set: internal server error (500)',
    'payment-set: initiated, and the answer is lost',
    'payment-credit: declined (101)',
    'payment-credit: refunded, and the answer is lost',
    'payment-credit: pending (01), completes later',
  ])
    expect(page).toContain(ending);
  expect(page).not.toContain('secret');
});

test('the sandbox serves all routes under the path of the base URL', async () => {
  const { sandbox } = drivenSandbox({ baseUrl: 'https://pay.example/gateway/' });
  const at = (path: string) => sandbox.fetch(new Request(`https://pay.example${path}`));
  expect((await at('/gateway/messages')).status).toBe(200);
  expect((await at('/messages')).status).toBe(404);
  expect(await (await at('/gateway/')).text()).toContain('href="/gateway/acs/acs.css"');
});

test('refuses a base URL that is not an absolute http address', () => {
  expect(() => createSandbox({ baseUrl: 'ftp://pay.example' })).toThrow(TypeError);
  expect(() => createSandbox({ baseUrl: 'pay.example' })).toThrow(TypeError);
});

test('createSandbox rejects ranges that overlap', () => {
  expect(() =>
    createSandbox({
      ranges: [
        { low: '4', high: '5', scheme: 'VISA', version: '2.2.0', behaviour: 'success' },
        { low: '41', high: '41', scheme: 'VISA', version: '2.2.0', behaviour: 'success' },
      ],
    }),
  ).toThrow(/overlap/);
});

test('the method fetch of a sandbox needs no receiver', async () => {
  const { fetch } = createSandbox();
  expect((await fetch(new Request(`${BASE}/messages`))).status).toBe(200);
});

test('accepts calls of the merchant, account and secret of the options', async () => {
  const { sandbox } = drivenSandbox({ merchantId: 'other', accountId: 'moto', secret: 'hush' });
  expect(
    await checkVersion(sandbox, CARDS.success, { merchant_id: 'other', account_id: 'moto' }, { secret: 'hush' }),
  ).toMatchObject({ status: 200 });
  expect(await checkVersion(sandbox, CARDS.success, { merchant_id: 'other', account_id: 'moto' })).toMatchObject({
    status: 401,
  });
});

describe('GET /messages', () => {
  test('GET /messages lists an order’s messages, newest last, and pages of other origins cannot read it', async () => {
    const { sandbox, clock } = drivenSandbox();
    const { body } = await checkVersion(sandbox, CARDS.success, {
      method_notification_url: 'https://shop.example/method/B%C3%A4r',
    });
    clock.pass(5000);
    await authenticate(sandbox, CARDS.success, body.server_trans_id);
    await authenticateCard(sandbox, CARDS.mastercard, { order: { ...authenticationBody('', '').order, id: 'Z9' } });
    const response = await sandbox.fetch(new Request(`${BASE}/messages?order=A1`));
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await response.json()).toMatchObject([
      // The version check's address said something else, the authentication has the last word.
      {
        at: '2026-11-20T12:00:00.000Z',
        kind: 'protocol-versions',
        request: { number: '422200******5344' },
        response: { enrolled: true },
      },
      {
        at: '2026-11-20T12:00:05.000Z',
        kind: 'authentications',
        request: { method_url_completion: 'YES' },
        response: { status: 'AUTHENTICATION_SUCCESSFUL' },
      },
    ]);
    expect(await messagesOf(sandbox)).toHaveLength(4);
    expect(sandbox.messages.list('Z9')).toHaveLength(2);
  });

  test('before the authentication the notification URL names the order', async () => {
    const { sandbox } = drivenSandbox();
    await checkVersion(sandbox, CARDS.success);
    await checkVersion(sandbox, '4000000000000010');
    await checkVersion(sandbox, '4000000000000044');
    expect((await messagesOf(sandbox, 'A1')).map(({ http_status }) => http_status)).toEqual([200, 200, 501]);
  });
});

test('the log has no card number of any call', async () => {
  const cards = [
    CARDS.success,
    CARDS.challenge,
    CARDS.mastercard,
    '370000000000010',
    '4000000000000010',
    '3530111333300000',
  ];
  const field = fc.constantFrom(
    'order.id',
    'payer.email',
    'card_detail.full_name',
    'browser_data.user_agent',
    'merchant_contact_url',
    'method_notification_url',
    'unknown',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...cards),
      field,
      fc.constantFrom('', ' ', 'x', '12', '9'),
      async (number, where, around) => {
        const { sandbox } = drivenSandbox();
        const stray = where.endsWith('url') ? `https://shop.example/${number}` : around + number + around;
        const set = (path: string) => {
          const body: Record<string, unknown> = authenticationBody(number, '');
          const [first, second] = path.split('.') as [string, string | undefined];
          return second === undefined
            ? { [first]: stray }
            : { [first]: { ...(body[first] as object), [second]: stray } };
        };
        const { body } = await checkVersion(sandbox, number, where.startsWith('method') ? set(where) : { stray });
        const id: string = body.server_trans_id ?? '00000000-0000-4000-8000-0000000000ff';
        const { body: answer } = await authenticate(sandbox, number, id, set(where));
        await postForm(sandbox, '/acs/challenge', { creq: answer?.encoded_creq ?? stray, threeDSSessionData: stray });
        await postForm(sandbox, '/acs/challenge/answer', {
          acsTransID: answer?.acs_trans_id ?? '',
          code: stray,
          action: 'confirm',
        });
        await postForm(sandbox, '/acs/method', { threeDSMethodData: stray });
        const timestamp = timestampOf(START).slice(0, 19).replace(/\D/g, '');
        const hash = hashOf([timestamp, 'scudo', 'A1', '1999', 'EUR', number]);
        const xml = `<request type="auth" timestamp="${timestamp}"><merchantid>scudo</merchantid><orderid>A1</orderid><amount currency="EUR">1999</amount><card><number>${number}</number><expdate>1229</expdate><chname>${stray}</chname><type>VISA</type></card><autosettle flag="1"/><comments>${stray}</comments><sha1hash>${hash}</sha1hash></request>`;
        await sandbox.fetch(new Request(`${BASE}/epage-remote.cgi`, { method: 'POST', body: xml }));
        const log = JSON.stringify(sandbox.messages.list());
        expect(log).not.toContain(number);
        expect(log.replace(/[ -]/g, '')).not.toContain(number);
        expect(log).toContain(`${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`);
      },
    ),
    { numRuns: 150, seed: 1 },
  );
});
