import type { OutcomeCode } from '../../protocol/outcome.js';

const NAMED: Readonly<Record<string, OutcomeCode>> = {
  '00': 'authorized',
  '101': 'declined',
  '102': 'referral',
  '103': 'card-blocked',
  '111': 'authentication-demanded',
  // An order id that was processed before, while ours are never used twice: somebody may have been charged.
  '501': 'authorization-unanswered',
};

/** What a result code of the gateway means (gateway facts 2.3). */
export function outcomeOfResult(result: string): OutcomeCode {
  const named = NAMED[result];
  if (named) return named;
  if (/^1\d\d$/.test(result)) return 'declined';
  if (/^2\d\d$/.test(result)) return 'gateway-unavailable';
  if (/^[3-9]\d\d$/.test(result)) return 'gateway-refused';
  return 'authorization-unanswered';
}
