import { formatAmount } from '../../protocol/values/amount.js';
import type { BalanceDifference, BalanceReport } from '../../server/use-cases/reconciliation/balance.js';
import type { OrderRow } from '../../server/use-cases/orders/export-orders.js';
import { counted } from '../../server/util/counted.js';
import { outsideText } from '../outside-text.js';

/** A row of GET orders. */
type Row = Pick<
  OrderRow,
  'id' | 'createdAt' | 'state' | 'amount' | 'currency' | 'exponent' | 'reference' | 'suspended' | 'flags'
>;

/** The answer of GET orders. */
export interface ListedRows {
  readonly orders: readonly Row[];
  readonly next?: string;
}

/** Prints one line for each order, and the cursor of the next page. */
export function printRows({ orders, next }: ListedRows, print: (line: string) => void): void {
  for (const { id, createdAt, state, reference, suspended, flags, ...amount } of orders) {
    const notes = suspended ? `suspended ${flags}` : flags;
    const cells = [createdAt, id, state.padEnd(15), formatAmount(amount, 'en').padStart(12), reference ?? '', notes];
    print(
      cells
        .map((cell) => outsideText(cell))
        .join('  ')
        .trimEnd(),
    );
  }
  if (next !== undefined) print(`More: --after ${outsideText(next)}`);
}

/** JSON for a terminal. Characters that change its display are escaped. */
export function readable(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(
    /[\u007f-\u009f\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** The last line of a balance. */
export type BalanceTotals = Omit<BalanceReport, 'differences'> & { readonly differences: number };

/** Prints one difference of a balance. */
export function printDifference(
  { order, attempt, kind, shop, gateway }: BalanceDifference,
  print: (line: string) => void,
): void {
  const cells = [order ?? 'no order', attempt, kind, `shop: ${shop}`, `gateway: ${gateway}`];
  print(cells.map((cell) => outsideText(cell)).join('  '));
}

/** Prints the totals of a balance. Returns the exit code. */
export function printTotals(
  { day, orders, differences, notShown, unread, notRead = [], withoutReports }: BalanceTotals,
  print: (line: string) => void,
): 0 | 1 {
  for (const refusal of notRead) print(outsideText(`A report was not read: ${refusal}`));
  if (unread > 0) print(`${counted(unread, 'record')} of the gateway's reports could not be read.`);
  if (notShown > 0)
    print(
      `Not compared: ${counted(notShown, 'call')}. The gateway shows the first capture and refund of a card payment.`,
    );
  const compared = withoutReports ? "compared with the gateway's queries only" : 'compared';
  // A reader could take 1999 EUR for 1,999 euros.
  const unit = differences > 0 ? ', amounts in minor units' : '';
  print(outsideText(`${day}: ${counted(orders, 'order')} ${compared}, ${counted(differences, 'difference')}${unit}`));
  return differences + unread + notRead.length > 0 ? 1 : 0;
}
