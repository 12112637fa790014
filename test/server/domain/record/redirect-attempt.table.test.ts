import { expect, it } from 'vitest';
import {
  withRedirectProgress,
  type RedirectProgress,
} from '../../../../src/server/domain/record/redirect-attempt.table.js';
import { NOON, REDIRECT_FAILED, REDIRECT_SUCCEEDED, redirectAttempt } from '../../orders/attempts.js';

const STEPS: readonly RedirectProgress[] = [
  { step: 'sent' },
  { step: 'not-started', at: NOON },
  { step: 'awaiting-result', at: NOON },
  { step: 'set-aside', at: NOON, by: 'expiry' },
  { step: 'dismissed', at: NOON },
  REDIRECT_SUCCEEDED,
  REDIRECT_FAILED,
];

it.each(STEPS)('a redirect payment that is $step takes only the steps of its table', (progress) => {
  const attempt = redirectAttempt({ progress });
  expect(() => withRedirectProgress(attempt, { step: 'sent' })).toThrow(
    `that is ${progress.step} does not become sent`,
  );
  // The shopper has no URL of a payment that was not started, and a success is not taken back.
  const isClosed = ['sent', 'not-started', 'succeeded'].includes(progress.step);
  const aside = () => withRedirectProgress(attempt, { step: 'set-aside', at: NOON, by: 'failed' });
  if (isClosed || progress.step === 'set-aside' || progress.step === 'dismissed') expect(aside).toThrow(TypeError);
  else expect(aside()).toEqual(redirectAttempt({ progress: { step: 'set-aside', at: NOON, by: 'failed' } }));
  if (isClosed) expect(() => withRedirectProgress(attempt, REDIRECT_FAILED)).toThrow(TypeError);
});
