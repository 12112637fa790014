import { html } from 'hono/html';
import type { OrderRecord } from '../domain/record/order-record.js';
import type { OperationView } from '../domain/views/shop-view.js';
import { form, REASON, type Html, type OfficeParts } from './office-frame.js';
import { STEPS, timeText, withSpaces } from './office-words.js';
import { money } from './staff-actions.js';

/** States of a capture, void or refund that a person can settle. */
const UNSETTLED_CALL = ['sent', 'unresolved', 'pending'];

/** The names of a call and of its possible results, by the field that has its key. */
const CALLS = {
  capture: ['Capture', 'captured', 'not-captured'],
  cancel: ['Void', 'voided', 'not-voided'],
  refund: ['Refund', 'refunded', 'not-refunded'],
} as const;

/** One capture, void or refund of an order, with the forms by which a person settles or corrects it. */
export function callItem(
  record: OrderRecord,
  parts: OfficeParts,
  field: keyof typeof CALLS,
  call: OperationView,
): Html {
  const [name, done, refused] = CALLS[field];
  const opposite = call.by === undefined ? [] : [call.state === 'done' ? refused : done];
  const results = UNSETTLED_CALL.includes(call.state) ? [done, refused] : opposite;
  const notMade = call.elsewhere ? 'record taken back' : 'settled by hand as not made';
  const step = call.by && call.state === 'refused' ? notMade : STEPS[call.state];
  return html`<li>
    ${name}${call.rest ? ' of the rest' : ''} of ${money(record, call.amount)}${call.elsewhere ? ', made in the gateway’s back office' : ''}: ${step}${call.message ? `, answer: “${call.message}”` : ''}
    <small><time datetime="${call.at}">${timeText(call.at)}</time>, call ${call.key}</small>
    ${results.map((as) =>
      form(
        parts,
        'settle',
        { as, [field]: call.key },
        html`${REASON}<button>${call.by ? 'Correct to' : 'Settle as'} ${withSpaces(as)}</button>`,
      ),
    )}
  </li>`;
}
