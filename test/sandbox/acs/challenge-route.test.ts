import { describe, expect, test } from 'vitest';
import { challengeResultSchema } from '../../../src/protocol/three-d-secure/challenge-messages.js';
import type { SandboxOptions } from '../../../src/sandbox.js';
import {
  authenticateCard,
  authenticationBody,
  BASE,
  CARDS,
  decoded,
  drivenSandbox,
  encoded,
  hiddenFields,
  messagesOf,
  postForm,
  readAuthentication,
  type Json,
} from '../sandbox-client.js';

const NOTIFICATION = 'http://localhost:4173/scudo/notifications/challenge';

async function challenged(options: SandboxOptions = {}, number: string = CARDS.challenge, more: Json = {}) {
  const { sandbox, clock } = drivenSandbox(options);
  const { body } = await authenticateCard(sandbox, number, more);
  return {
    sandbox,
    clock,
    body,
    open: (fields: Record<string, string> = {}) =>
      postForm(sandbox, '/acs/challenge', { creq: body.encoded_creq, ...fields }),
    answer: (fields: Record<string, string>) =>
      postForm(sandbox, '/acs/challenge/answer', { acsTransID: body.acs_trans_id, ...fields }),
    read: async () => (await readAuthentication(sandbox, body.server_trans_id)).body,
  };
}

const resultOn = (page: string): Json => decoded(hiddenFields(page)['cres']!);

describe('POST /acs/challenge', () => {
  test('the challenge page shows shop, amount, masked card, code and buttons', async () => {
    const { open } = await challenged({ merchantName: 'Coins & Co <b>' });
    const { status, text, headers } = await open();
    expect(status).toBe(200);
    expect(text).toContain('<label for="code">One-time code</label>');
    expect(text).toMatch(/<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code"/);
    expect(text).toContain('Coins &amp; Co &lt;b&gt;');
    expect(text).toContain('€19.99');
    expect(text).toContain('•••• 7408');
    expect(text).not.toContain(CARDS.challenge);
    expect(text).toContain('In this sandbox the code is 123456.');
    expect(text).toMatch(/>Confirm<\/button>[^]*>Cancel<\/button>/);
    expect(text).toContain('class="acs window-02"');
    expect(text).toContain('data-auto-complete="10000"');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'",
    );
    expect(headers.get('x-frame-options')).toBeNull();
    expect(text).not.toMatch(/<script(?! src)|<style|style=|\son\w+=/);
  });

  test('the right code ends the challenge with Y', async () => {
    const { open, answer, read, body, sandbox } = await challenged();
    await open();
    const page = await answer({ code: '123 456', action: 'confirm' });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<form method="post" action="${NOTIFICATION}" data-submit-after="0">`);
    expect(page.text).toContain('<button>Continue</button>');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:4173;");
    expect(resultOn(page.text)).toEqual({
      messageType: 'CRes',
      messageVersion: '2.1.0',
      threeDSServerTransID: body.server_trans_id,
      acsTransID: body.acs_trans_id,
      challengeCompletionInd: 'Y',
      transStatus: 'Y',
    });
    expect(challengeResultSchema.safeParse(resultOn(page.text)).success).toBe(true);
    expect(hiddenFields(page.text)).not.toHaveProperty('threeDSSessionData');
    expect(await read()).toMatchObject({
      status: 'AUTHENTICATION_SUCCESSFUL',
      eci: '05',
      authentication_value: expect.stringMatching(/^.{28}$/),
    });
    expect((await messagesOf(sandbox, 'A1')).map(({ kind }) => kind)).toEqual([
      'protocol-versions',
      'authentications',
      'creq',
      'challenge-attempt',
      'cres',
      'authentication-data',
    ]);
  });

  test('a Mastercard’s success has its own ECI', async () => {
    const { open, answer, read } = await challenged({}, CARDS.challengeMastercard);
    await open();
    await answer({ code: '123456' });
    expect(await read()).toMatchObject({ status: 'AUTHENTICATION_SUCCESSFUL', eci: '02' });
  });

  test('a wrong code leaves another attempt, and the third ends the challenge with N', async () => {
    const { open, answer, read } = await challenged();
    await open();
    for (const left of ['You have 2 attempts left.', 'You have one attempt left.']) {
      const page = await answer({ code: '000000', action: 'confirm' });
      expect(page.text).toContain(`<p role="alert" id="wrong">This code is wrong. ${left}</p>`);
      expect(page.text).not.toContain('data-auto-complete');
      expect(await read()).toMatchObject({ status: 'CHALLENGE_REQUIRED' });
    }
    expect(resultOn((await answer({ code: '000000', action: 'confirm' })).text)).toMatchObject({ transStatus: 'N' });
    const after = await read();
    expect(after).toMatchObject({
      status: 'AUTHENTICATION_FAILED',
      eci: '07',
      status_reason: 'EXCEEDS_ACS_MAXIMUM_CHALLENGES',
      cardholder_response_info: expect.any(String),
    });
    expect(after).not.toHaveProperty('authentication_value');
    // Too late for the right one.
    expect(resultOn((await answer({ code: '123456', action: 'confirm' })).text)).toMatchObject({ transStatus: 'N' });
    expect(await read()).toEqual(after);
  });

  test('a right code after wrong ones ends the challenge with Y', async () => {
    const { open, answer, read } = await challenged({ challengeCode: '4711' });
    await open();
    await answer({ code: '123456' });
    await answer({ code: '' });
    expect(resultOn((await answer({ code: '4711' })).text)).toMatchObject({ transStatus: 'Y' });
    expect(await read()).toMatchObject({ status: 'AUTHENTICATION_SUCCESSFUL' });
  });

  test('Cancel ends the challenge with N', async () => {
    const { open, answer, read } = await challenged();
    await open();
    expect(resultOn((await answer({ action: 'cancel', code: '123456' })).text)).toMatchObject({ transStatus: 'N' });
    expect(await read()).toMatchObject({
      status: 'AUTHENTICATION_FAILED',
      status_reason: 'CARD_AUTHENTICATION_FAILED',
      cardholder_response_info: expect.any(String),
    });
  });

  test('a second click on the challenge page returns the same result, which is logged once', async () => {
    const { open, answer, read, sandbox } = await challenged();
    await open();
    const first = await answer({ code: '123456', action: 'confirm' });
    const after = await read();
    expect((await answer({ action: 'cancel' })).text).toBe(first.text);
    expect(await read()).toEqual(after);
    expect((await messagesOf(sandbox, 'A1')).filter(({ kind }) => kind === 'cres')).toHaveLength(1);
  });

  test('a challenge without input completes with Y', async () => {
    const { open, answer, read } = await challenged({ autoComplete: 2500 });
    expect((await open()).text).toContain('data-auto-complete="2500"');
    expect(resultOn((await answer({ action: 'auto', code: '' })).text)).toMatchObject({ transStatus: 'Y' });
    expect(await read()).toMatchObject({ status: 'AUTHENTICATION_SUCCESSFUL' });
  });

  test('completes with Y after ten seconds without input unless an option says otherwise', async () => {
    const { open, answer } = await challenged();
    const { text } = await open();
    expect(/data-auto-complete="(\d+)"/.exec(text)?.[1]).toBe('10000');
    expect(resultOn((await answer({ action: 'auto' })).text)).toMatchObject({ transStatus: 'Y' });
  });

  test.each([
    ['confirm', 'Y'],
    ['cancel', 'N'],
  ])('ends with a message extension for the card that has one: %s, %s', async (action, transStatus) => {
    const { open, answer, sandbox } = await challenged({}, '4000000000000150');
    await open();
    const result = resultOn((await answer({ code: '123456', action })).text);
    expect(result).toMatchObject({
      transStatus,
      messageExtension: [
        {
          name: 'Sandbox scheme data',
          id: 'A000000000-sandbox',
          criticalityIndicator: false,
          data: { 'A000000000-sandbox': { version: '1', issuerScore: '12' } },
        },
      ],
    });
    expect(challengeResultSchema.parse(result).messageExtension).toHaveLength(1);
    const logged = (await messagesOf(sandbox, 'A1')).find(({ kind }) => kind === 'cres')!;
    expect(logged.request['cres']).toEqual(result);
  });

  test('the challenge of the simulator has limits that are options', async () => {
    const { open, read, clock } = await challenged({ challengeRequestLimit: 1_000, cardholderLimit: 2_000 });
    clock.pass(1_000);
    expect((await open()).status).toBe(200);
    clock.pass(2_000);
    expect(await read()).toMatchObject({ status: 'CHALLENGE_REQUIRED' });
    clock.pass(1);
    expect(await read()).toMatchObject({ status: 'AUTHENTICATION_FAILED' });
    const late = await challenged({ challengeRequestLimit: 1_000 });
    late.clock.pass(1_001);
    expect((await late.open()).status).toBe(400);
  });

  test('never completes by itself with autoComplete false', async () => {
    const { open, answer, read } = await challenged({ autoComplete: false });
    expect((await open()).text).not.toMatch(/data-auto/);
    expect((await answer({ action: 'auto' })).text).toContain('One-time code');
    expect(await read()).toMatchObject({ status: 'CHALLENGE_REQUIRED' });
  });

  test('the CRes post returns the merchant’s session data unchanged', async () => {
    const { open, answer, sandbox } = await challenged();
    await open({ threeDSSessionData: 'eyJhIjoiYiJ9"><i>' });
    const page = await answer({ code: '123456' });
    expect(page.text).toContain('name="threeDSSessionData" value="eyJhIjoiYiJ9&quot;&gt;&lt;i&gt;"');
    const messages = await messagesOf(sandbox, 'A1');
    expect(messages.find(({ kind }) => kind === 'creq')!['request']).toMatchObject({
      creq: { messageType: 'CReq' },
      threeDSSessionData: 'eyJhIjoiYiJ9"><i>',
    });
    expect(messages.find(({ kind }) => kind === 'cres')!['request']).toMatchObject({
      url: NOTIFICATION,
      cres: { transStatus: 'Y' },
      threeDSSessionData: 'eyJhIjoiYiJ9"><i>',
    });
  });

  test('the CRes post returns empty session data', async () => {
    const { open, answer } = await challenged();
    await open({ threeDSSessionData: '' });
    expect(hiddenFields((await answer({ code: '123456' })).text)['threeDSSessionData']).toBe('');
  });

  test('refuses a challenge request that comes later than 30 seconds, and the transaction has failed', async () => {
    const { open, clock, read, answer, sandbox } = await challenged();
    clock.pass(30_001);
    const page = await open();
    expect([page.status, page.text.includes('too late')]).toEqual([400, true]);
    expect(await read()).toMatchObject({
      status: 'AUTHENTICATION_FAILED',
      status_reason: 'TRANSACTION_TIMED_OUT_AT_THE_ACS',
    });
    expect((await answer({ code: '123456' })).status).toBe(400);
    expect((await open()).text).toContain('too late');
    expect((await messagesOf(sandbox, 'A1')).find(({ kind }) => kind === 'creq')!['response']).toEqual({
      refused: 'too-late',
    });
  });

  test('accepts a challenge request after exactly 30 seconds', async () => {
    const { open, clock } = await challenged();
    clock.pass(30_000);
    expect((await open()).status).toBe(200);
  });

  test('refuses a second challenge request, and the first challenge continues', async () => {
    const { open, answer } = await challenged();
    await open();
    const page = await open();
    expect([page.status, page.text.includes('used before')]).toEqual([400, true]);
    expect(resultOn((await answer({ code: '123456' })).text)).toMatchObject({ transStatus: 'Y' });
    expect((await open()).status).toBe(400);
  });

  test('ends with N when the cardholder does nothing for ten minutes', async () => {
    const { open, answer, clock, read } = await challenged();
    await open();
    clock.pass(600_000);
    expect(await read()).toMatchObject({ status: 'CHALLENGE_REQUIRED' });
    clock.pass(1);
    expect(await read()).toMatchObject({
      status: 'AUTHENTICATION_FAILED',
      status_reason: 'TRANSACTION_TIMED_OUT_AT_THE_ACS',
    });
    expect(resultOn((await answer({ code: '123456' })).text)).toMatchObject({ transStatus: 'N' });
  });

  test('ignores an answer before the challenge request', async () => {
    const { answer, read } = await challenged();
    expect((await answer({ code: '123456' })).status).toBe(400);
    expect((await answer({ code: '123456', acsTransID: '00000000-0000-4000-8000-0000000000ff' })).status).toBe(400);
    expect(await read()).toMatchObject({ status: 'CHALLENGE_REQUIRED' });
  });

  test('POST /acs/challenge refuses a body that is no challenge request of the sandbox', async () => {
    const { open, body } = await challenged();
    const creq = decoded(body.encoded_creq);
    const bad = [
      '',
      '%%%',
      encoded('x'),
      encoded({ ...creq, messageType: 'CRes' }),
      encoded({ ...creq, challengeWindowSize: '06' }),
      encoded({ ...creq, threeDSServerTransID: body.ds_trans_id }),
      encoded({ ...creq, acsTransID: body.ds_trans_id }),
    ];
    for (const request of bad) expect((await open({ creq: request })).status).toBe(400);
    expect((await open({ threeDSSessionData: 'x'.repeat(1025) })).status).toBe(400);
    expect((await open()).status).toBe(200);
  });

  test('accepts a padded request in the standard base64 alphabet', async () => {
    const { open, body } = await challenged();
    expect(
      (await open({ creq: Buffer.from(JSON.stringify(decoded(body.encoded_creq))).toString('base64') })).status,
    ).toBe(200);
  });

  test.each([
    ['WINDOWED_250X400', '01'],
    ['WINDOWED_500X600', '03'],
    ['WINDOWED_600X400', '04'],
    ['FULL_SCREEN', '05'],
  ])('the challenge page is laid out for %s', async (size, code) => {
    const browser_data = { ...authenticationBody('', '').browser_data, challenge_window_size: size };
    const { open } = await challenged({}, CARDS.challenge, { browser_data });
    expect((await open()).text).toContain(`class="acs window-${code}"`);
  });

  test('shows no amount for an authentication without payment', async () => {
    const { open } = await challenged({}, CARDS.challenge, { message_category: 'NON_PAYMENT_AUTHENTICATION' });
    expect((await open()).text).not.toContain('Amount');
  });

  test('the log of a challenge has no codes', async () => {
    const { open, answer, sandbox } = await challenged();
    await open();
    await answer({ code: '654321' });
    await answer({ code: '123456' });
    const attempts = (await messagesOf(sandbox, 'A1')).filter(({ kind }) => kind === 'challenge-attempt');
    expect(attempts.map(({ request, response }) => [request, response])).toEqual([
      [{ action: 'confirm', code: '******' }, { attempts_left: 2 }],
      [{ action: 'confirm', code: '******' }, { ended: 'completed' }],
    ]);
  });

  test('GET /acs/challenge is answered with 405, and the files that the challenge page names exist', async () => {
    const { sandbox, open } = await challenged();
    expect((await sandbox.fetch(new Request(`${BASE}/acs/challenge`))).status).toBe(405);
    const names = [...(await open()).text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name]) => name!);
    expect(names).toEqual(['/acs/acs.css', '/acs/acs.js']);
    const types = await Promise.all(
      names.map(async (name) => (await sandbox.fetch(new Request(BASE + name))).headers.get('content-type')),
    );
    expect(types).toEqual(['text/css; charset=utf-8', 'text/javascript; charset=utf-8']);
  });
});
