import { Hono, type Context } from 'hono';
import type { AuthorizationStore } from '../authorizations/authorization-store.js';
import { isApproved } from '../authorizations/card-movement.js';
import type { Authorization } from '../authorizations/model.js';
import { addMovement, refusalOfRebate, refusalOfSettle, refusalOfVoid } from '../authorizations/movement-rules.js';
import type { Settings } from '../core/settings.js';
import { formFields, onlyMethod } from '../http/request.js';
import type { MessageLog } from '../log/message-log.js';
import { decimalsOf, paymentPage, paymentsPage, PORTAL_PATH, portalRefusal } from './portal-page.js';

/** The state that the page of the back office uses. */
interface PortalDependencies {
  readonly settings: Settings;
  readonly authorizations: AuthorizationStore;
  readonly log: MessageLog;
}

/** The newest payments that the list shows. */
const LIST_LENGTH = 100;

/** The gateway's own back office, where staff of a shop capture, void and refund without the shop's system. */
export function portalRoute(state: PortalDependencies): Hono {
  const route = new Hono();
  const payment = `${PORTAL_PATH}/:order`;
  route
    .get(PORTAL_PATH, () => paymentsPage(listed(state), state.settings))
    .post(PORTAL_PATH, (context) => fromOwnPage(state, context, () => sendBatch(state)))
    .all(PORTAL_PATH, onlyMethod('GET, POST'))
    .get(payment, (context) => withPayment(state, context, (authorization) => shown(state, authorization)))
    .post(payment, (context) =>
      fromOwnPage(state, context, () =>
        withPayment(state, context, (authorization) => act(state, authorization, context)),
      ),
    )
    .all(payment, onlyMethod('GET, POST'));
  return route;
}

function listed({ authorizations }: PortalDependencies): Authorization[] {
  return [...authorizations.values()].filter(isApproved).slice(-LIST_LENGTH).reverse();
}

/** Refuses forms of other sites, as a browser names them. */
async function fromOwnPage(
  { settings }: PortalDependencies,
  context: Context,
  then: () => Promise<Response>,
): Promise<Response> {
  const site = context.req.header('sec-fetch-site') ?? 'none';
  if (site === 'same-origin' || site === 'none') return then();
  return portalRefusal(403, 'Only the pages of the back office may send this form.', settings);
}

async function withPayment(
  { settings, authorizations }: PortalDependencies,
  context: Context,
  then: (authorization: Authorization) => Promise<Response>,
): Promise<Response> {
  const authorization = authorizations.get(context.req.param('order') ?? '');
  return authorization && isApproved(authorization)
    ? then(authorization)
    : portalRefusal(404, 'This payment is not known here.', settings);
}

const shown = ({ settings }: PortalDependencies, authorization: Authorization) =>
  paymentPage({ authorization }, settings);

async function sendBatch({ settings, authorizations }: PortalDependencies): Promise<Response> {
  const sent = [...authorizations.values()];
  for (const authorization of sent) authorization.batchSentAt = settings.now();
  await Promise.all(sent.map((authorization) => authorizations.save(authorization)));
  return seeOther(settings.local(PORTAL_PATH));
}

/** Carries out an action, or shows why the gateway refuses it. */
async function act(state: PortalDependencies, authorization: Authorization, context: Context): Promise<Response> {
  const { settings, log } = state;
  const { action, amount: text = '' } = await formFields(context);
  const alert = await refusalOf(state, authorization, action, text);
  const about = { order: authorization.orderId };
  log.record('portal', { request: { action, amount: text }, response: { message: alert ?? 'done' }, about });
  return alert === undefined
    ? seeOther(settings.local(`${PORTAL_PATH}/${authorization.orderId}`))
    : paymentPage({ authorization, alert }, settings);
}

/** Carries out an action. Returns why it is refused. */
async function refusalOf(
  state: PortalDependencies,
  authorization: Authorization,
  action: string | undefined,
  text: string,
): Promise<string | undefined> {
  const { settings } = state;
  if (action === 'void') {
    const refusal = refusalOfVoid(authorization, settings);
    if (refusal) return refusal.message;
    await addMovement(authorization, { kind: 'void', amount: authorization.amount, by: 'portal' }, state);
    return undefined;
  }
  if (action !== 'settle' && action !== 'rebate') return 'The action is not known.';
  const amount = minorUnits(text, decimalsOf(authorization, settings));
  if (amount === undefined) return 'The amount must be a number, such as 12.50.';
  const isMulti = authorization.autosettle === 'MULTI';
  const refusal =
    action === 'settle'
      ? refusalOfSettle(authorization, { amount }, isMulti ? 'multisettle' : 'settle', settings)
      : refusalOfRebate(authorization, { amount }, settings);
  if (refusal) return refusal.message;
  const hasLeg = action === 'settle' || !settings.hidePortalRefunds;
  const final = action === 'settle' && !isMulti;
  await addMovement(authorization, { kind: action, amount, by: 'portal', final, hasLeg }, state);
  return undefined;
}

/** `12.5` with two decimals is `1250`. Undefined for what is no amount. */
function minorUnits(text: string, decimals: number): string | undefined {
  const [, whole, fraction = ''] = /^\s*(\d{1,12})(?:[.,](\d{1,4}))?\s*$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return String(BigInt(whole + fraction.padEnd(decimals, '0')));
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
