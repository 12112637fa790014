import { html } from 'hono/html';
import { Hono, type Context } from 'hono';
import type { SandboxState } from '../state.js';
import { finalTime, type RedirectTransaction } from './model.js';
import { encoded, returnPairs, type AnsweredPayment } from './messages.js';
import { isAnswered, scheduleStatus } from './status-delivery.js';
import { DELAYS, RESPONSES, type TestpayDelay, type TestpayResponse } from './testpay-choices.js';
import { answeredPage, returnPage, testpayPage, testpayRefusal } from './testpay-page.js';
import { formFields, onlyMethod } from '../http/request.js';

const PATH = '/testpay/:id';

/** The simulator payment method: its page, and what becomes of the answer on it (spec: Simulator). */
export function testpayRoute(state: SandboxState): Hono {
  const route = new Hono();
  route
    .get(PATH, (context) => withTransaction(state, context, (transaction) => show(state, transaction)))
    .post(PATH, (context) => withTransaction(state, context, (transaction) => submit(state, transaction, context)))
    .all(PATH, onlyMethod('GET, POST'));
  return route;
}

async function withTransaction(
  state: SandboxState,
  context: Context,
  then: (transaction: RedirectTransaction) => Promise<Response>,
): Promise<Response> {
  const transaction = state.payments.get(context.req.param('id') ?? '');
  return transaction
    ? then(transaction)
    : testpayRefusal(404, 'Nothing is known here of such a payment. Please go back to the shop.', state.settings);
}

async function show(state: SandboxState, transaction: RedirectTransaction): Promise<Response> {
  const { settings } = state;
  if (!isAnswered(transaction)) return testpayPage(transaction, settings);
  const pairs = await returnPairs(transaction, settings);
  const wayBack =
    settings.returnMethod === 'POST'
      ? returnForm(transaction.returnUrl, pairs)
      : html`<p><a href="${withQuery(transaction.returnUrl, encoded(pairs))}">Back to the shop</a></p>`;
  return answeredPage(transaction, wayBack, settings);
}

async function submit(state: SandboxState, transaction: RedirectTransaction, context: Context): Promise<Response> {
  const { response, delay } = await formFields(context);
  // A second answer changes nothing: it is taken back as the first one was.
  if (!isAnswered(transaction)) {
    if (!isResponse(response) || !isDelay(delay))
      return testpayRefusal(400, 'Response and Delay must be chosen from the lists.', state.settings);
    const answered = Object.assign(transaction, {
      answer: { response, delay, at: state.settings.now().toISOString() },
    });
    await carryOut(state, answered);
    return takeBack(state, answered);
  }
  return takeBack(state, transaction);
}

async function carryOut(state: SandboxState, transaction: AnsweredPayment): Promise<void> {
  const { settings, log, payments } = state;
  const { response, delay } = transaction.answer;
  const delivery = { attempts: 0, next: finalTime(transaction.answer).toISOString() };
  transaction.delivery = delivery;
  await payments.save(transaction);
  const about = { order: transaction.orderId };
  log.record('testpay', { request: { response, delay }, response: { page: 'return' }, about });
  const message = Object.fromEntries(await returnPairs(transaction, settings));
  log.record('return', { request: { url: transaction.returnUrl, ...message }, response: null, about });
  await scheduleStatus(state, transaction, delivery);
}

/** The shopper's way back to the merchant, the message with them. */
async function takeBack({ settings }: SandboxState, transaction: AnsweredPayment): Promise<Response> {
  const { returnUrl } = transaction;
  const pairs = await returnPairs(transaction, settings);
  if (settings.returnMethod === 'POST') return returnPage(transaction, returnForm(returnUrl, pairs, true), settings);
  return new Response(null, {
    status: 303,
    headers: { location: withQuery(returnUrl, encoded(pairs)), 'cache-control': 'no-store' },
  });
}

function returnForm(returnUrl: string, pairs: readonly (readonly [string, string])[], byItself = false) {
  const fields = pairs.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<form method="post" action="${returnUrl}"${byItself ? html` data-submit-after="0"` : ''}>
        ${fields}
        <div class="buttons"><button>Back to the shop</button></div>
      </form>`;
}

/** The merchant's own query stays; what it has behind a # is for no message. */
function withQuery(address: string, query: string): string {
  const url = new URL(address);
  url.hash = '';
  url.search = url.search ? `${url.search}&${query}` : query;
  return url.href;
}

function isResponse(text: string | undefined): text is TestpayResponse {
  return text !== undefined && Object.hasOwn(RESPONSES, text);
}

function isDelay(text: string | undefined): text is TestpayDelay {
  return text !== undefined && Object.hasOwn(DELAYS, text);
}
