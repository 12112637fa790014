import { html, raw } from 'hono/html';
import type { OrderLine } from '../../protocol/values/amount.js';
import { ORDER_STATES } from '../../protocol/adapter/outcome-codes.js';
import type { HistoryEntry } from '../domain/record/history.js';
import { unrecordedReference } from '../domain/operations/legs.js';
import type { OperationAttempt } from '../domain/record/attempts.js';
import { cardAttempt, paymentAttempts, type OrderRecord } from '../domain/record/order-record.js';
import { orderStateRow, orderStatesWith } from '../domain/record/order-state.table.js';
import { moneyOf, voidableOf } from '../domain/states/money.js';
import { handles } from '../domain/states/order-transition.js';
import { shopView, type ShopView } from '../domain/views/shop-view.js';
import type { AuthorizationData } from '../gateway/authorization-data.js';
import { isBesideOther } from '../use-cases/operations/run-operation.js';
import { attemptToSettle } from '../use-cases/orders/settle-by-person.js';
import { callItem } from './office-calls.js';
import { amountField, factList, form, page, REASON, type Fact, type Html, type OfficeParts } from './office-frame.js';
import {
  AUTHORIZATION,
  cardText,
  FLAGS,
  flagText,
  historyText,
  sentence,
  SUSPENDED,
  timeText,
  withSpaces,
} from './office-words.js';
import { money } from './staff-actions.js';

/** A page of orders. */
export interface OfficeList extends OfficeParts {
  readonly orders: readonly OrderRecord[];
  /** The cursor of the next page; absent on the last one. */
  readonly next?: string | undefined;
  /** True when a search has found more orders than these. */
  readonly isCut?: boolean;
  readonly search: string;
  readonly states: string;
}

const HEADS = [
  'Date (UTC)',
  'Reference',
  'Description',
  'Customer',
  'State',
  'Amount',
  'Captured',
  'Refunded',
] as const;

export function listPage({ orders, next, isCut, search, states, ...parts }: OfficeList): Html {
  const choices = [
    ['', 'All'],
    ['in-doubt,pending,failed', 'To decide: in doubt, pending, failed'],
    ['suspended', SUSPENDED],
    ...ORDER_STATES.map((state) => [state, sentence(withSpaces(state))] as const),
  ] as const;
  const older = new URLSearchParams({ ...(states ? { states } : {}), after: next ?? '' }).toString();
  return page(
    'Orders',
    parts,
    form(parts, 'reconcile', {}, html`<button>Reconcile all unresolved payments</button>`),
    html`<form role="search">
        <label
          >Search
          <input type="search" name="search" maxlength="255" value="${search}" aria-describedby="search-hint"
        /></label>
        <label
          >State
          <select name="states">
            ${choices.map(
              ([value, label]) =>
                html`<option value="${value}" ${value === states ? raw('selected') : ''}>${label}</option>`,
            )}
          </select></label
        >
        <button class="main">Show orders</button>
        <small id="search-hint">A whole order id, reference, gateway order id or payment reference.</small>
      </form>
      <div class="rows" tabindex="0" role="region" aria-label="Orders">
        <table role="table">
          <thead role="rowgroup">
            <tr role="row">
              ${HEADS.map((head) => html`<th scope="col" role="columnheader" ${amountClass(head)}>${head}</th>`)}
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${orders.map(orderRowOf)}
          </tbody>
        </table>
      </div>
      <p>${orders.length === 0 ? 'No orders.' : isCut ? 'There are more. Choose a state, too.' : ''} ${next === undefined ? '' : html`<a href="?${older}">Older orders</a>`}</p>`,
  );
}

/** A narrow page shows a row as a card. The roles keep it a row of a table there. */
function orderRowOf(record: OrderRecord): Html {
  const { id, createdAt, reference, description, payer, accountHolderName, state, amount } = record;
  const { captured, refunded, flags, suspended } = shopView(record);
  const cells: Readonly<Record<(typeof HEADS)[number], Html | string>> = {
    'Date (UTC)': html`<time datetime="${createdAt}">${createdAt.slice(0, 16).replace('T', ' ')}</time>`,
    Reference: html`<a href="${addressOf(id)}">${reference ?? id}</a>`,
    Description: description ?? '',
    Customer: accountHolderName ?? payer.email ?? '',
    State: html`${stateOf(record)}${[...(suspended ? [SUSPENDED] : []), ...flags.map(({ kind }) => FLAGS[kind])].map((note) => html`<br />${note}`)}`,
    Amount: money(record, amount),
    Captured: aboveZero(record, captured) ?? '',
    Refunded: aboveZero(record, refunded) ?? '',
  };
  return html`<tr role="row" data-order="${id}" data-state="${state}">
    ${HEADS.map(
      (head) => html`<td role="cell" data-label="${head}" ${amountClass(head)}><span>${cells[head]}</span></td>`,
    )}
  </tr>`;
}

const stateOf = ({ state }: OrderRecord) =>
  html`<span class="state" data-state="${state}">${sentence(withSpaces(state))}</span>`;
const aboveZero = (record: OrderRecord, amount: string) => (amount === '0' ? undefined : money(record, amount));
const amountClass = (head: (typeof HEADS)[number]) =>
  head === 'Amount' || head === 'Captured' || head === 'Refunded' ? raw('class="amount"') : '';

/** The effect of a cancellation; undefined when nothing can be cancelled, or only a rest that a refund returns. */
function cancellationOf(record: OrderRecord, { capturable, refundable, captured }: ShopView): string | undefined {
  const { payable, reserved } = orderStateRow(record.state);
  if (payable) return 'the order takes no payment';
  if (reserved === 'whole' && capturable !== '0') return `release the whole amount, ${money(record, capturable)}`;
  if (reserved !== undefined || refundable === '0' || refundable !== captured) return undefined;
  return `give the whole amount back, ${money(record, refundable)}`;
}

/** One order with its forms and its history. Each form has a new key, so that a second press is the same call. */
export function orderPage(record: OrderRecord, parts: OfficeParts, randomUuid: () => string): Html {
  const { id, state, reference, description, payer, accountHolderName, amount, createdAt } = record;
  const view = shopView(record);
  const facts: readonly Fact[] = [
    ['Amount', money(record, amount)],
    ['Captured', aboveZero(record, view.captured)],
    ['Left to capture', aboveZero(record, view.capturable)],
    ['Refunded', aboveZero(record, view.refunded)],
    ['Left to refund', aboveZero(record, view.refundable)],
    ['Date', timeText(createdAt)],
    ['Payment method', methodText(record)],
    ['Description', description],
    ['Lines', (record.lines ?? []).map((line) => lineText(record, line)).join('; ')],
    ['No payment from', view.expiresAt && timeText(view.expiresAt)],
    ['Customer', [accountHolderName, payer.email].filter((text) => text !== undefined).join(', ')],
  ];
  const references: readonly Fact[] = [
    ['Order', id],
    ['Payment at the gateway', record.payment?.gatewayOrderId, 'orderid'],
    ...(Object.keys(AUTHORIZATION) as (keyof AuthorizationData)[]).map((name) => {
      const [label, element, codes] = AUTHORIZATION[name];
      const text = view.authorization?.[name];
      return [label, codes?.[text ?? ''] ?? text, element] as const;
    }),
  ];
  const own = (action: string, hidden: Readonly<Record<string, string>>, content: Html) =>
    form(parts, action, { key: randomUuid(), ...hidden }, content);
  const decision = (action: string, hidden: Readonly<Record<string, string>>, label: string) =>
    form(parts, action, hidden, html`${REASON}<button>${label}</button>`);
  const { payable, changeable } = orderStateRow(state);
  const paymentId = record.payment?.gatewayOrderId ?? '';
  const isSendable = (kind: OperationAttempt['kind']) => !isBesideOther(record, paymentId, kind);
  const cancellation = isSendable('void') ? cancellationOf(record, view) : undefined;
  // A cancellation has its effect in these states only: the page may be older than the state of the order.
  const states = (payable ? orderStatesWith('payable') : [state]).join();
  const canReturn = (second: string) => {
    const { refundable, isReserved } = moneyOf(record, second);
    return (refundable > 0n || isReserved) && !isBesideOther(record, second, 'void');
  };
  const isReopenable = handles(record, 'REOPENED');
  const isUnsettled = isReopenable && state !== 'open';
  const isClosed = isReopenable && (view.suspended || view.flags.some(({ kind }) => kind === 'too-many-attempts'));
  const isCard = view.method === 'card' && (changeable === true || view.captured !== '0');
  // An order can wait for an earlier payment than its last one.
  const settled = isUnsettled &&
    paymentAttempts(record).length > 0 && { attempt: attemptToSettle(record).gatewayOrderId };
  const calls = [
    ...view.captures.map((call) => callItem(record, parts, 'capture', call)),
    ...view.voids.map((call) => callItem(record, parts, 'cancel', call)),
    ...view.refunds.map((call) => callItem(record, parts, 'refund', call)),
  ];
  const elsewhere = (
    [
      ['capture', 'captured-elsewhere', 'Captured', 'Record a capture made elsewhere', view.capturable],
      ['void', 'voided-elsewhere', 'Voided', 'Record a void made elsewhere', String(voidableOf(record))],
      ['refund', 'refunded-elsewhere', 'Returned', 'Record money returned elsewhere', view.refundable],
    ] as const
  )
    .map(([kind, ...one]) => ({ kind, one, reference: unrecordedReference(record, paymentId, kind) }))
    // A call that the gateway shows is recorded in any state.
    .filter(
      ({ kind, one: [, , , left], reference }) =>
        isSendable(kind) && (left !== '0' || (kind !== 'void' && reference !== undefined)),
    );
  return page(
    `Order ${reference ?? id}`,
    parts,
    stateOf(record),
    html`<article data-order="${id}" data-state="${state}">
        ${factList(facts)}
        ${view.suspended ? html`<p class="flag">${SUSPENDED}</p>` : ''}
        ${view.flags.map((flag) => html`<p class="flag">${flagText(flag)}</p>`)}
        ${isSendable('void') ? '' : html`<p>${BLOCKED}</p>`}
        ${view.flags.map(({ kind, attempt: second }) =>
          kind === 'second-payment' && second !== undefined && canReturn(second)
            ? own(
                'cancel',
                { attempt: second, states: state },
                html`${REASON}<button>Return the second payment</button>`,
              )
            : '',
        )}
        ${
          view.capturable === '0' || !isSendable('capture')
            ? ''
            : own(
                'capture',
                {},
                html`${amountField(record, 'Capture', view.capturable)}${
                  cardAttempt(record, paymentId)?.capture === 'once' ? '' : html`<button>Capture this amount</button>`
                }<button name="final" value="true">Capture this amount and release the rest</button>`,
              )
        }
        ${
          view.refundable === '0' || !isSendable('refund')
            ? ''
            : own(
                'refund',
                {},
                html`${amountField(record, 'Refund', view.refundable)}<button>Refund this amount</button>`,
              )
        }
        ${cancellation === undefined ? '' : own('cancel', { states }, html`${REASON}<button>Cancel: ${cancellation}</button>`)}
        ${(isCard && changeable === true) || isUnsettled ? form(parts, 'look-up', {}, html`<button>Look up at the gateway</button>`) : ''}
        ${settled ? decision('settle', { as: 'paid', ...settled }, 'Settle as paid') : ''}
        ${
          settled && handles(record, 'SETTLED_AS_FAILED')
            ? decision('settle', { as: 'failed', ...settled }, 'Settle as failed')
            : ''
        }
        ${isUnsettled || isClosed ? decision('reopen', { attempt: view.lastPayment }, 'Reopen the order for another payment') : ''}
        ${
          elsewhere.length > 0 && (isCard || elsewhere.some((one) => one.reference !== undefined))
            ? html`<details ${elsewhere.some((one) => one.reference) ? raw('open') : ''}><summary>Made in the gateway’s back office</summary>
                ${elsewhere.map(({ kind, one: [as, made, label, left], reference }) => {
                  // A void is of all that is left. The amount of a capture or refund is known at the gateway only.
                  const amount = amountField(record, made, kind === 'void' ? left : undefined);
                  return own(
                    'settle',
                    { as },
                    html`${amount}${REASON}<button>${label}</button
                      >${reference === undefined ? '' : html`<small>Its reference at the gateway is ${reference}.</small>`}`,
                  );
                })}
              </details>`
            : ''
        }
        ${
          calls.length === 0
            ? ''
            : html`<h2>Captures, voids and refunds</h2>
                <ul>
                  ${calls}
                </ul>`
        }
        <h2>References and checks</h2>
        ${factList(references)}
        <h2>History</h2>
        <ol role="list">
          ${view.history.map((entry, index) => historyItem(record, entry, view.history[index - 1]))}
        </ol>
      </article>`,
  );
}

/** One entry, with the order's state where it is another one than before. */
function historyItem(record: OrderRecord, entry: HistoryEntry, before: HistoryEntry | undefined): Html {
  const text = historyText(entry, (minor) => money(record, minor));
  return html`<li>
    <time datetime="${entry.at}">${timeText(entry.at)}</time>
    <span>${text}.${entry.state === before?.state ? '' : html` The order is <b>${withSpaces(entry.state)}</b>.`}</span>
  </li>`;
}

/** The method of the last payment, with the first six and last four digits of a card. */
function methodText(record: OrderRecord): string | undefined {
  const { payment, attempts, authentications, methods } = record;
  const { method } = shopView(record);
  if (method === null) return undefined;
  if (method !== 'card') return methods.find(({ code }) => code === method)?.name ?? sentence(method);
  const last = attempts.findLast((attempt) => attempt.kind === 'card');
  const card = payment?.card ?? last?.card ?? authentications.at(-1)?.card;
  return card === undefined ? 'Card' : `Card ${cardText(card)}`;
}

const BLOCKED = 'A call below has no known result yet. Until it has one, actions that depend on it are hidden.';

const lineText = (record: OrderRecord, { text, quantity, amount }: OrderLine) => {
  const pieces = quantity === undefined ? '' : `${quantity} × `;
  return `${pieces}${text}, ${amount.startsWith('-') ? '−' : ''}${money(record, amount.replace('-', ''))}`;
};
const addressOf = (id: string) => `?${new URLSearchParams({ order: id }).toString()}`;
