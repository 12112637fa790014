import { createSandbox } from 'scudo-checkout/sandbox';

export function withFaults() {
  // #region faults
  const sandbox = createSandbox({
    // Each authorization loses its first answer.
    faults: ({ kind, attempt }) => (kind === 'auth' && attempt === 1 ? { type: 'no-answer' } : undefined),
  });
  // #endregion
  return sandbox;
}
