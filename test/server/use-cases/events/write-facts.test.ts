import { expect, it } from 'vitest';
import type { AuthenticationRecord } from '../../../../src/server/domain/record/order-record.js';
import { factsOfWrite } from '../../../../src/server/use-cases/events/write-facts.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';

it('a challenge lasts from its own request, also when another card was authenticated meanwhile', () => {
  const card = (serverTransId: string, stage: AuthenticationRecord['stage'], minute: string): AuthenticationRecord => ({
    serverTransId,
    cardFingerprint: '',
    card: '422200******5344',
    stage,
    stageSince: `2026-11-20T12:${minute}:00.000Z`,
    status: stage === 'challenge' ? 'CHALLENGE_REQUIRED' : 'AUTHENTICATION_FAILED',
  });
  const other = card('b', 'closed', '05');
  const before = sampleRecord('A', {
    authentications: [card('a', 'challenge', '00'), other],
  });
  const updatedAt = '2026-11-20T12:06:00.000Z';
  const record = { ...before, updatedAt, authentications: [card('a', 'closed', '06'), other] };
  expect(factsOfWrite(record, before)).toEqual([
    expect.objectContaining({ kind: 'challenge', code: 'authentication-failed', duration: 360_000 }),
  ]);
});
