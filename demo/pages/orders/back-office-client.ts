import { shopAddress } from '../shared/shop-address.js';

/** An order as the demo shop's back office shows it. */
export interface Order {
  readonly id: string;
  /** The shop's own number for the order. */
  readonly reference?: string;
  readonly state: string;
  readonly amount: string;
  readonly currency: string;
  /** Decimals of the amount. */
  readonly exponent: number;
  readonly liability_shift: boolean | null;
  readonly method: string | null;
  /** Minor units, as the three below. */
  readonly captured: string;
  readonly refunded: string;
  readonly capturable: string;
  readonly refundable: string;
  /** Data of the card authorization by name, such as `authcode`; null without one. */
  readonly authorization: Readonly<Record<string, string>> | null;
  readonly captures: readonly MoneyCall[];
  readonly voids: readonly MoneyCall[];
  readonly refunds: readonly MoneyCall[];
  readonly flags: readonly { readonly kind: string; readonly at: string; readonly attempt?: string }[];
  readonly history: readonly HistoryEntry[];
}

/** A capture, a void or a refund. */
export interface MoneyCall {
  readonly key: string;
  readonly at: string;
  readonly amount: string;
  readonly state: string;
  readonly message?: string;
}

export interface HistoryEntry {
  readonly at: string;
  readonly event: string;
  readonly state: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface OrderPage {
  readonly orders: readonly Order[];
  /** The cursor of the next page; absent on the last one. */
  readonly next?: string;
}

export interface RefundAnswer {
  readonly state: string;
  readonly amount: string;
  readonly refundable: string;
  readonly message?: string;
}

export interface CaptureAnswer {
  readonly state: string;
  readonly amount: string;
  readonly capturable: string;
  readonly message?: string;
}

export interface CancelAnswer {
  readonly way: string;
  readonly state: string;
  readonly message?: string;
}

export interface ReconcileReport {
  readonly orders: number;
  readonly lookedUp: number;
  readonly settled: number;
  readonly delivered: number;
  readonly failed: number;
}

export interface Decision {
  readonly by: string;
  readonly reason: string;
}

/** @throws {Error} With the text of the shop. */
async function call<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(shopAddress(`shop/${path}`), init);
  const answer = (await response.json().catch(() => ({}))) as Answer & { readonly title?: string };
  if (!response.ok) throw new Error(answer.title ?? `The shop answered ${response.status}.`);
  return answer;
}

const post = <Answer>(path: string, body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  call<Answer>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const orderPath = (id: string, rest: string) => `orders/${encodeURIComponent(id)}/${rest}`;

export const listOrders = (filters: Readonly<Record<string, string>>) =>
  call<OrderPage>(`orders?${new URLSearchParams(filters).toString()}`);

export const refundOrder = (id: string, input: object, key: string) =>
  post<RefundAnswer>(orderPath(id, 'refunds'), input, { 'idempotency-key': key });

export const captureOrder = (id: string, input: object, key: string) =>
  post<CaptureAnswer>(orderPath(id, 'captures'), input, { 'idempotency-key': key });

export const cancelOrder = (id: string, input: object, key: string) =>
  post<CancelAnswer>(orderPath(id, 'cancellations'), input, { 'idempotency-key': key });

/** The decision names the call by its kind and key, or the amount of one that was made elsewhere. */
export const settleOrder = (
  id: string,
  decision: Decision & { readonly as: string } & Readonly<Record<string, string>>,
) => post<{ readonly state: string }>(orderPath(id, 'settlements'), decision);

export const reopenOrder = (id: string, decision: Decision) =>
  post<{ readonly state: string }>(orderPath(id, 'reopenings'), decision);

export const lookUpOrder = (id: string) => post<{ readonly state: string }>(orderPath(id, 'look-ups'));

export const reconcile = () => post<ReconcileReport>('reconciliations');
