import type { Orders } from '../../server/orders-api.js';
import type { BalanceDifference, BalanceInput } from '../../server/use-cases/reconciliation/balance.js';

/**
 * One line for each difference, and the totals in the last line. An order without a difference has an empty line, so
 * that the connection is not idle for long.
 */
export function balanceLines(orders: Orders, input: BalanceInput): AsyncIterable<string> {
  return new ReadableStream<string>({
    start(controller) {
      // A line that has no reader any more throws, and ends the call.
      const onCompared = (found: readonly BalanceDifference[]) =>
        controller.enqueue(`${found.map((one) => JSON.stringify(one)).join('\n')}\n`);
      orders.balance({ onCompared, ...input }).then(
        ({ differences, ...totals }) => {
          controller.enqueue(`${JSON.stringify({ ...totals, differences: differences.length })}\n`);
          controller.close();
        },
        (error: unknown) => controller.error(error),
      );
    },
  });
}
