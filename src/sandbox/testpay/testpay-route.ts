import { html } from 'hono/html';
import { Hono, type Context } from 'hono';
import type { TestpayDependencies } from './dependencies.js';
import { finalTime, isAnswered, type AnsweredPayment, type RedirectTransaction } from './model.js';
import { encoded, returnPairs } from './messages.js';
import { schedulePaymentStatus } from './status-delivery.js';
import { DELAYS, RESPONSES, type TestpayDelay, type TestpayResponse } from './testpay-choices.js';
import { answeredPage, returnPage, testpayPage, testpayRefusal } from './testpay-page.js';
import { formFields, onlyMethod } from '../http/request.js';

const PATH = '/testpay/:id';

/** The page of the simulator payment method, and its form (Non-Card Payment Methods Interface, Simulator). */
export function testpayRoute(state: TestpayDependencies): Hono {
  const route = new Hono();
  route
    .get(PATH, (context) => withTransaction(state, context, (transaction) => show(state, transaction)))
    .post(PATH, (context) => withTransaction(state, context, (transaction) => submit(state, transaction, context)))
    .all(PATH, onlyMethod('GET, POST'));
  return route;
}

async function withTransaction(
  state: TestpayDependencies,
  context: Context,
  then: (transaction: RedirectTransaction) => Promise<Response>,
): Promise<Response> {
  const transaction = state.payments.get(context.req.param('id') ?? '');
  return transaction
    ? then(transaction)
    : testpayRefusal(404, 'This payment is not known here. Please go back to the shop.', state.settings);
}

async function show(state: TestpayDependencies, transaction: RedirectTransaction): Promise<Response> {
  const { settings } = state;
  if (!isAnswered(transaction)) return testpayPage(transaction, settings);
  const pairs = await returnPairs(transaction, settings);
  const returnLink =
    settings.returnMethod === 'POST'
      ? returnForm(transaction.returnUrl, pairs)
      : html`<p><a href="${withQuery(transaction.returnUrl, encoded(pairs))}">Back to the shop</a></p>`;
  return answeredPage(transaction, returnLink, settings);
}

async function submit(
  state: TestpayDependencies,
  transaction: RedirectTransaction,
  context: Context,
): Promise<Response> {
  const { response, delay } = await formFields(context);
  // A second answer changes nothing: the shopper returns with the first one.
  if (!isAnswered(transaction)) {
    if (!isResponse(response) || !isDelay(delay))
      return testpayRefusal(400, 'Response and Delay must be chosen from the lists.', state.settings);
    const answered = Object.assign(transaction, {
      answer: { response, delay, at: state.settings.now().toISOString() },
    });
    await recordAnswer(state, answered);
    return returnToShop(state, answered);
  }
  return returnToShop(state, transaction);
}

async function recordAnswer(state: TestpayDependencies, transaction: AnsweredPayment): Promise<void> {
  const { settings, log, payments } = state;
  const { response, delay } = transaction.answer;
  transaction.delivery = { attempts: 0, next: finalTime(transaction.answer).toISOString() };
  await payments.save(transaction);
  const about = { order: transaction.orderId };
  log.record('testpay', { request: { response, delay }, response: { page: 'return' }, about });
  const message = Object.fromEntries(await returnPairs(transaction, settings));
  log.record('return', { request: { url: transaction.returnUrl, ...message }, response: null, about });
  await schedulePaymentStatus(state, transaction);
}

/** Sends the shopper back to the merchant with the return message. */
async function returnToShop({ settings }: TestpayDependencies, transaction: AnsweredPayment): Promise<Response> {
  const { returnUrl } = transaction;
  const pairs = await returnPairs(transaction, settings);
  if (settings.returnMethod === 'POST') return returnPage(transaction, returnForm(returnUrl, pairs, true), settings);
  return new Response(null, {
    status: 303,
    headers: { location: withQuery(returnUrl, encoded(pairs)), 'cache-control': 'no-store' },
  });
}

function returnForm(returnUrl: string, pairs: readonly (readonly [string, string])[], automatic = false) {
  const fields = pairs.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<form method="post" action="${returnUrl}"${automatic ? html` data-submit-after="0"` : ''}>
        ${fields}
        <div class="buttons"><button>Back to the shop</button></div>
      </form>`;
}

/** Adds the message to the merchant's own query. A fragment is dropped. */
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
