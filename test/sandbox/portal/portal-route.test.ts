import { describe, expect, test } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox.js';
import { cardAuthorization, cardQuery } from '../card-client.js';
import { send } from '../method-client.js';
import { BASE, drivenSandbox, messagesOf, postForm } from '../sandbox-client.js';

const DAY = 86_400_000;

async function withPayment(options: SandboxOptions = {}) {
  const driven = drivenSandbox(options);
  await send(driven.sandbox, cardAuthorization({ amount: '1999' }));
  return driven;
}

const read = async (sandbox: Sandbox, path: string) => {
  const response = await sandbox.fetch(new Request(`${BASE}${path}`));
  return { status: response.status, text: await response.text(), headers: response.headers };
};
const act = (sandbox: Sandbox, action: string, amount = '') => postForm(sandbox, '/portal/A1', { action, amount });
const find = (sandbox: Sandbox, orderId: string) => send(sandbox, cardQuery(orderId));

describe('the back office of the gateway', () => {
  test('the list has each approved card payment with its state, and no whole card number', async () => {
    const { sandbox } = await withPayment();
    await send(sandbox, cardAuthorization({ orderid: 'declined', amount: '1101' }));
    const { status, text, headers } = await read(sandbox, '/portal');
    expect(status).toBe(200);
    expect(text).toContain('<a href="/portal/A1">A1</a>');
    expect(text).toContain('in the next batch: €19.99');
    expect(text).not.toMatch(/declined|4222000006285344/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect((await read(sandbox, '/portal/declined')).status).toBe(404);
  });

  test('staff void a payment before the batch, and a query shows the leg a second later', async () => {
    const { sandbox, clock } = await withPayment();
    expect(await act(sandbox, 'void')).toMatchObject({ status: 303 });
    expect((await read(sandbox, '/portal/A1')).text).toContain('Nothing is left to do.');
    clock.pass(1_000);
    expect(await find(sandbox, '_void_A1')).toMatchObject({ result: '00', batchid: '0' });
    const again = await act(sandbox, 'void');
    expect(again.status).toBe(409);
    expect(again.text).toContain('<p role="alert">That transaction has already been voided.</p>');
  });

  test('staff refund a settled payment in parts up to its amount, and a query shows the first part', async () => {
    const { sandbox, clock } = await withPayment();
    expect((await act(sandbox, 'rebate', '5')).text).toContain('not been settled yet');
    clock.pass(DAY);
    const { text } = await read(sandbox, '/portal/A1');
    expect(text).toContain('value="19.99"');
    expect(text).not.toContain('Void:');
    expect(await act(sandbox, 'rebate', '5,5')).toMatchObject({ status: 303 });
    expect(await act(sandbox, 'rebate', '14.50')).toMatchObject({ status: 409 });
    expect(await act(sandbox, 'rebate', '14.49')).toMatchObject({ status: 303 });
    const { text: refunded } = await read(sandbox, '/portal/A1');
    expect(refunded).toContain('refunded €19.99');
    clock.pass(1_000);
    const leg = (await find(sandbox, '_rebate_A1')) as unknown as { readonly pasref: string };
    expect(refunded).toContain(`<td>refunded €5.50</td><td>here</td><td>${leg.pasref}</td>`);
  });

  test('a query does not show a refund of staff where the account hides it', async () => {
    const { sandbox, clock } = await withPayment({ hidePortalRefunds: true });
    clock.pass(DAY);
    expect(await act(sandbox, 'rebate', '5')).toMatchObject({ status: 303 });
    clock.pass(1_000);
    expect(await find(sandbox, '_rebate_A1')).toMatchObject({ result: '508' });
  });

  test('staff capture a reserved payment, whole or in parts', async () => {
    const { sandbox, clock } = drivenSandbox();
    const reserve = (orderid: string, flag: string) =>
      send(sandbox, cardAuthorization({ orderid }).replace('flag="1"', `flag="${flag}"`));
    await reserve('A1', '0');
    await reserve('A2', 'MULTI');
    expect(await act(sandbox, 'settle', '10')).toMatchObject({ status: 303 });
    expect(await act(sandbox, 'settle', '1')).toMatchObject({ status: 409 });
    const part = { action: 'settle', amount: '9.99' };
    expect(await postForm(sandbox, '/portal/A2', part)).toMatchObject({ status: 303 });
    expect(await postForm(sandbox, '/portal/A2', part)).toMatchObject({ status: 303 });
    expect(await postForm(sandbox, '/portal/A2', part)).toMatchObject({ status: 409 });
    clock.pass(1_000);
    expect(await find(sandbox, '_settle_A1')).toMatchObject({ result: '00', batchid: '-1' });
  });

  test('staff send the batch before midnight, and later payments wait for the next one', async () => {
    const { sandbox, clock } = await withPayment();
    expect(await postForm(sandbox, '/portal', {})).toMatchObject({ status: 303 });
    expect(Number(((await find(sandbox, 'A1')) as unknown as { batchid: string }).batchid)).toBeGreaterThan(0);
    clock.pass(1_000);
    await send(sandbox, cardAuthorization({ orderid: 'A2' }));
    expect(await find(sandbox, 'A2')).toMatchObject({ batchid: '-1' });
  });

  test('a wrong amount or action is refused with its reason and changes nothing', async () => {
    const { sandbox, clock } = await withPayment();
    clock.pass(DAY);
    for (const amount of ['', 'ten', '-5', '1.999', '1e3', '0']) {
      expect(await act(sandbox, 'rebate', amount)).toMatchObject({ status: 409 });
    }
    expect((await act(sandbox, 'transfer', '1')).text).toContain('The action is not known.');
    expect((await read(sandbox, '/portal/A1')).text).toContain('settled: €19.99');
  });

  test('a form of another site changes nothing', async () => {
    const { sandbox } = await withPayment();
    for (const site of ['cross-site', 'same-site']) {
      const request = new Request(`${BASE}/portal/A1`, {
        method: 'POST',
        headers: { 'sec-fetch-site': site },
        body: new URLSearchParams({ action: 'void' }),
      });
      expect((await sandbox.fetch(request)).status).toBe(403);
    }
    expect((await read(sandbox, '/portal/A1')).text).toContain('in the next batch');
  });

  test('the log has the action of staff among the messages of the order', async () => {
    const { sandbox } = await withPayment();
    await act(sandbox, 'void');
    expect(await messagesOf(sandbox, 'A1')).toMatchObject([
      { kind: 'auth' },
      { kind: 'portal', request: { action: 'void' }, response: { message: 'done' } },
    ]);
  });
});
