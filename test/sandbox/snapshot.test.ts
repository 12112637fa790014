import { expect, test } from 'vitest';
import { paymentSet, answered, paymentCredit, sandboxWithMerchant, send } from './method-client.js';
import {
  authenticateCard,
  CARDS,
  drivenSandbox,
  messagesOf,
  postForm,
  readAuthentication,
  START,
} from './sandbox-client.js';

test('a challenge continues in a sandbox that is created from a snapshot', async () => {
  const before = drivenSandbox().sandbox;
  const { body } = await authenticateCard(before, CARDS.challenge);
  await postForm(before, '/acs/challenge', { creq: body.encoded_creq });

  // IndexedDB stores the copy that structuredClone makes.
  const snapshot = structuredClone(await before.snapshot());
  const after = drivenSandbox({ snapshot }).sandbox;
  await postForm(after, '/acs/challenge/answer', { acsTransID: body.acs_trans_id, code: '123456' });
  expect((await readAuthentication(after, body.server_trans_id)).body.status).toBe('AUTHENTICATION_SUCCESSFUL');
  expect((await messagesOf(after, 'A1')).map(({ kind }) => kind)).toEqual([
    ...(await messagesOf(before, 'A1')).map(({ kind }) => kind),
    'challenge-attempt',
    'cres',
    'authentication-data',
  ]);
});

test('a snapshot does not change when the sandbox continues', async () => {
  const { sandbox } = drivenSandbox();
  const { body } = await authenticateCard(sandbox, CARDS.challenge);
  const snapshot = await sandbox.snapshot();
  await postForm(sandbox, '/acs/challenge', { creq: body.encoded_creq });
  const again = await postForm(drivenSandbox({ snapshot }).sandbox, '/acs/challenge', { creq: body.encoded_creq });
  expect(again.text).toContain('One-time code');
});

test('a sandbox from a snapshot refuses used order ids, counts refunds, and numbers references without a repetition', async () => {
  const { sandbox } = sandboxWithMerchant();
  const { pasref } = await answered(sandbox);
  const first = await send(sandbox, paymentCredit(pasref, { elements: { amount: '1500' } }));
  const { sandbox: after } = sandboxWithMerchant({ snapshot: await sandbox.snapshot() });
  expect((await send(after, paymentSet())).result).toBe('501');
  expect((await send(after, paymentCredit(pasref, { elements: { amount: '500' } }))).result).toBe('512');
  const second = await send(after, paymentCredit(pasref, { elements: { amount: '499' } }));
  expect(new Set([pasref, first.pasref, second.pasref]).size).toBe(3);
});

test('a status message that is due while no sandbox runs is sent by the next one', async () => {
  const before = sandboxWithMerchant();
  await answered(before.sandbox, 'Succeeded', '30s after submit');
  const snapshot = await before.sandbox.snapshot();
  await before.sandbox.close();
  expect(before.merchant.received).toEqual([]);

  const after = sandboxWithMerchant({ snapshot }, START + 60_000);
  await after.sandbox.clock.advance(0);
  expect(after.merchant.received).toMatchObject([{ fields: { result: '00' } }]);
});
