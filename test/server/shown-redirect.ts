import type { OrderRecord } from '../../src/server.js';

/**
 * The fields of a call whose page shows the order as it is now: it names the redirect payment that the order waits for,
 * so that the call may replace it. An order that cannot be read has no page.
 */
export async function shownRedirect(
  backend: { readonly orders: { read(id: string): Promise<OrderRecord | undefined> } },
  id: string,
): Promise<{ readonly replaces?: string }> {
  const record = await backend.orders.read(id).catch(() => undefined);
  const attempt = record?.attempts.findLast(
    (one) => one.kind === 'redirect' && one.progress.step !== 'set-aside' && one.progress.step !== 'dismissed',
  );
  return record?.state === 'pending' && attempt ? { replaces: attempt.gatewayOrderId } : {};
}
