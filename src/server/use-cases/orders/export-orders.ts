import { setImmediate } from 'node:timers/promises';
import { brandCode, cardBrand, type BrandCode } from '../../../protocol/values/card-scheme.js';
import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import type { Address, Payer } from '../../domain/input/payer.js';
import { paymentAttempts, type OrderRecord } from '../../domain/record/order-record.js';
import { timeOfPayment } from '../../domain/states/money.js';
import { shopView, type ShopView } from '../../domain/views/shop-view.js';
import type { ListInput, OrderFilter, OrderPage } from './orders.js';

/** Filter and columns of `orders.export`. */
export interface ExportInput extends OrderFilter {
  /** True for the columns with personal data. Default: false. */
  readonly personal?: boolean | undefined;
}

/** An order as one flat row. Amounts are minor units. A value that an order does not have is null. */
export interface OrderRow {
  /** The id of the order. */
  readonly id: string;
  /** The shop's own number for the order. */
  readonly reference: string | null;
  /** The state of the order. */
  readonly state: OrderState;
  /** The reason why the order has ended without a payment. */
  readonly ended: 'cancelled' | 'expired' | null;
  /** True when the order takes no payment until a person reopens it. */
  readonly suspended: boolean;
  /** The amount of the order. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  /** Decimals of the amounts. */
  readonly exponent: number;
  /** The amount that the gateway has captured. */
  readonly captured: string;
  /** The amount that was refunded. */
  readonly refunded: string;
  /** The amount that can still be captured. */
  readonly capturable: string;
  /** The amount that can still be refunded. */
  readonly refundable: string;
  /** `card`, or the code of the redirect payment method. */
  readonly method: string | null;
  /** The brand of the card. */
  readonly brand: BrandCode | null;
  /** Gateway order id of the payment that paid the order. */
  readonly gatewayOrderId: string | null;
  /** Its payments reference. */
  readonly pasref: string | null;
  /** The issuer's code of its authorization. */
  readonly authcode: string | null;
  /** True when the issuer is liable for fraud; null before an authentication has ended. */
  readonly liabilityShift: boolean | null;
  /** Number of payments that were tried. */
  readonly payments: number;
  /** Kinds of the flags, each once, with spaces between them. */
  readonly flags: string;
  /** Time of the creation, ISO 8601 in UTC. */
  readonly createdAt: string;
  /** Time of the payment, ISO 8601 in UTC. */
  readonly paidAt: string | null;
  /** Time of the last change, ISO 8601 in UTC. */
  readonly updatedAt: string;
  /** With `personal` only, as all below: the shop's text about the order. */
  readonly description?: string | null;
  /** First six and last four digits of the card. */
  readonly card?: string | null;
  /** The e-mail address of the payer. */
  readonly email?: string | null;
  /** The mobile phone number of the payer. */
  readonly mobilePhone?: string | null;
  /** The holder of the account of a redirect payment. */
  readonly accountHolderName?: string | null;
  /** The billing address, in one line. */
  readonly billingAddress?: string | null;
  /** The address to which goods are sent, in one line. */
  readonly shippingAddress?: string | null;
}

interface RowSource {
  readonly record: OrderRecord;
  readonly view: ShopView;
}

type Columns = { readonly [Name in keyof OrderRow]-?: (source: RowSource) => OrderRow[Name] };

/** The columns of an export without personal data. */
const COLUMNS = {
  id: ({ record }) => record.id,
  reference: ({ record }) => record.reference ?? null,
  state: ({ record }) => record.state,
  ended: ({ record }) => record.ended ?? null,
  suspended: ({ view }) => view.suspended,
  amount: ({ record }) => record.amount,
  currency: ({ record }) => record.currency,
  exponent: ({ record }) => record.exponent,
  captured: ({ view }) => view.captured,
  refunded: ({ view }) => view.refunded,
  capturable: ({ view }) => view.capturable,
  refundable: ({ view }) => view.refundable,
  method: ({ view }) => view.method,
  brand: ({ record }) => brandOf(record),
  gatewayOrderId: ({ record }) => record.payment?.gatewayOrderId ?? null,
  pasref: ({ record }) => record.payment?.pasref ?? null,
  authcode: ({ record }) => record.payment?.authcode ?? null,
  liabilityShift: ({ record }) => record.liabilityShift,
  payments: ({ record }) => paymentAttempts(record).length,
  flags: ({ record }) => [...new Set(record.flags.map(({ kind }) => kind))].join(' '),
  createdAt: ({ record }) => record.createdAt,
  paidAt: ({ record }) => timeOfPayment(record) ?? null,
  updatedAt: ({ record }) => record.updatedAt,
} satisfies Partial<Columns>;

const COLUMNS_WITH_PERSONAL: Columns = {
  ...COLUMNS,
  description: ({ record }) => record.description ?? null,
  card: ({ record }) => record.payment?.card ?? null,
  email: ({ record }) => record.payer.email ?? null,
  mobilePhone: ({ record }) => phoneLine(record.payer.mobilePhone),
  accountHolderName: ({ record }) => record.accountHolderName ?? null,
  billingAddress: ({ record }) => addressLine(record.payer.billingAddress),
  shippingAddress: ({ record }) => addressLine(record.shippingAddress),
};

/** Orders of one page of the store. */
const PAGE = 200;

/**
 * Reads the orders page by page, so that an export of any length needs little memory. A store in this process answers
 * within the same turn of the event loop, so payments get a turn after each page.
 */
export async function* exportRows(
  list: (input: ListInput) => Promise<OrderPage>,
  { personal = false, ...filter }: ExportInput,
): AsyncGenerator<OrderRow, void, undefined> {
  let after: string | undefined;
  do {
    const page = await list({ ...filter, limit: PAGE, after });
    for (const record of page.orders) yield rowOf(columnsOf(personal), record);
    after = page.next;
    await setImmediate();
  } while (after !== undefined);
}

/** An order as one flat row, without personal data. */
export function orderRow(record: OrderRecord): OrderRow {
  return rowOf(COLUMNS, record);
}

function rowOf(columns: Partial<Columns>, record: OrderRecord): OrderRow {
  const source = { record, view: shopView(record) };
  const cells = Object.entries(columns).map(([name, valueOf]) => [name, valueOf(source)] as const);
  return Object.fromEntries<unknown>(cells) as unknown as OrderRow;
}

function columnsOf(personal: boolean): Partial<Columns> {
  return personal ? COLUMNS_WITH_PERSONAL : COLUMNS;
}

function brandOf({ payment }: OrderRecord): BrandCode | null {
  const brand = cardBrand(payment?.card ?? '');
  return brand ? brandCode(brand) : null;
}

function phoneLine(phone: Payer['mobilePhone']): string | null {
  return phone ? `+${phone.countryCode} ${phone.subscriberNumber}` : null;
}

function addressLine(address: Address | undefined): string | null {
  if (!address) return null;
  const { line1, line2, line3, postalCode, city, state, country } = address;
  return [line1, line2, line3, postalCode, city, state, country].filter(Boolean).join(', ');
}

/**
 * Writes rows as CSV (RFC 4180), one text for each line, the first with the names of the columns. A text that a
 * spreadsheet would read as a formula begins with an apostrophe. Without a row there is the line of names only.
 * @param rows the rows of `orders.export`
 * @param options `personal` as for the rows
 * @returns the lines, each with its end
 * @example
 * import { createWriteStream } from 'node:fs';
 * import { Readable } from 'node:stream';
 * import { pipeline } from 'node:stream/promises';
 *
 * const rows = backend.orders.export({ createdFrom: new Date('2026-11-01') });
 * await pipeline(Readable.from(csvLines(rows)), createWriteStream('orders.csv'));
 */
export async function* csvLines(
  rows: AsyncIterable<OrderRow>,
  { personal = false }: { readonly personal?: boolean | undefined } = {},
): AsyncGenerator<string, void, undefined> {
  let columns: readonly (keyof OrderRow)[] | undefined;
  for await (const row of rows) {
    if (!columns) {
      columns = Object.keys(row) as (keyof OrderRow)[];
      yield csvLine(columns);
    }
    yield csvLine(columns.map((column) => row[column] ?? ''));
  }
  if (!columns) yield csvLine(Object.keys(columnsOf(personal)));
}

/**
 * Writes rows as JSON lines, one text for each line.
 * @param rows the rows of `orders.export`
 * @returns the lines, each with its end
 * @example
 * for await (const line of jsonLines(backend.orders.export())) process.stdout.write(line);
 */
export async function* jsonLines(rows: AsyncIterable<OrderRow>): AsyncGenerator<string, void, undefined> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`;
}

function csvLine(cells: readonly (string | number | boolean)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * The place before a formula: https://owasp.org/www-community/attacks/CSV_Injection. A program whose list separator is
 * another one begins a cell inside the text, after `;`, a tab or a line end.
 */
const FORMULA = /^(?=[=+\-@\t\r\n])|(?<=[;\t\r\n])(?="*[=+\-@])/g;

function csvCell(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  const text = value.replaceAll(FORMULA, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
