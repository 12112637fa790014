/** `scudo-checkout/store-conformance`: checks for an order store of your own, for any test runner. */
import { LIST_CHECKS } from './server/adapters/store/conformance/list-checks.js';
import { RETENTION_CHECKS } from './server/adapters/store/conformance/retention-checks.js';
import type { StoreCheck } from './server/adapters/store/conformance/store-check.js';
import { WRITE_CHECKS } from './server/adapters/store/conformance/write-checks.js';

export type {
  CheckWaits,
  MakeStore,
  StoreCheck,
  StoreUnderTest,
} from './server/adapters/store/conformance/store-check.js';

/**
 * One check for each rule of the order store's contract.
 * @example
 * import { storeChecks } from 'scudo-checkout/store-conformance';
 * import { test } from 'node:test';
 *
 * for (const { name, run } of storeChecks) {
 *   test(name, () =>
 *     run(async () => {
 *       const url = await createEmptyDatabase();
 *       return { open: () => createMyOrderStore(url) };
 *     }),
 *   );
 * }
 */
export const storeChecks: readonly StoreCheck[] = [...WRITE_CHECKS, ...LIST_CHECKS, ...RETENTION_CHECKS];
