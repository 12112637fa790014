import type * as z from '../../../protocol/zod.js';
import {
  rebateRequestSchema,
  settleRequestSchema,
  voidRequestSchema,
  type RebateRequest,
  type SettleRequest,
  type VoidRequest,
} from '../../../protocol/authorization/card-money.js';
import { HASH_FIELDS, type HashedFields } from '../../../protocol/values/securehash.js';
import { compactTimestamp } from '../../../protocol/values/timestamp.js';
import type { Authorization } from '../../authorizations/model.js';
import type { CardMovement } from '../../authorizations/model.js';
import { leftToCapture, movementBatchid } from '../../authorizations/card-movement.js';
import {
  addMovement,
  NOT_FOUND,
  refusalOfRebate,
  refusalOfSettle,
  refusalOfVoid,
  type MovementRefusal,
} from '../../authorizations/movement-rules.js';
import type { CardMoneyType, Settings } from '../../core/settings.js';
import { isRefundHash, signatureOf, signed } from '../../core/signature.js';
import { checkCardMessage, requireAccount, wrongHash, wrongPassword } from './card-request.js';
import type { XmlDependencies } from './dependencies.js';
import { hasRightHash, type ParsedElement } from './request-elements.js';
import { XmlRefusal } from './xml-refusal.js';

/**
 * The request types that move the money of an authorization (docs/reference/gateway.md#card-money). Their elements may
 * have any order.
 */
type CardMoneyRequest = SettleRequest | VoidRequest | RebateRequest;

/** Percent of the authorization that a capture without an amount takes, whatever the ceiling of the account is. */
const WHOLE = 100;

/** Captures an authorization, whole or in parts: the types settle and multisettle. */
export async function settleCard(raw: ParsedElement, state: XmlDependencies): Promise<object> {
  const request = await checkedRequest(raw, settleRequestSchema, hashOfAmount, state);
  const authorization = originalOf(request, state);
  const { '@type': type, txnseq } = request;
  const amount = request.amount?.['#text'] ?? String(leftToCapture(authorization, WHOLE));
  const currency = request.amount?.['@currency'];
  refuse(refusalOfSettle(authorization, { amount, currency }, type, state.settings));
  const final = type === 'settle' || txnseq?.final['@flag'] === '1';
  const movement = await addMovement(authorization, { kind: 'settle', amount, final, by: 'request' }, state);
  return movementResponse(request, movement, authorization, state.settings);
}

/** Releases an authorization that is not settled: the type void. */
export async function voidCard(raw: ParsedElement, state: XmlDependencies): Promise<object> {
  const request = await checkedRequest(raw, voidRequestSchema, hashOfVoid, state);
  const authorization = originalOf(request, state);
  refuse(refusalOfVoid(authorization, state.settings));
  const { amount } = authorization;
  const movement = await addMovement(authorization, { kind: 'void', amount, by: 'request' }, state);
  return movementResponse(request, movement, authorization, state.settings);
}

/** Refunds a settled authorization, whole or in parts: the type rebate. */
export async function rebateCard(raw: ParsedElement, state: XmlDependencies): Promise<object> {
  const { settings } = state;
  const request = await checkedRequest(raw, rebateRequestSchema, hashOfAmount, state);
  if (!(await isRefundHash(request.refundhash, settings.rebatePassword, settings.digest))) throw wrongPassword();
  const authorization = originalOf(request, state);
  const { '#text': amount, '@currency': currency } = request.amount;
  refuse(refusalOfRebate(authorization, { amount, currency }, settings));
  const movement = await addMovement(authorization, { kind: 'rebate', amount, by: 'request' }, state);
  return movementResponse(request, movement, authorization, settings);
}

/** Checks the form, the hash, the account and the time of a request, and that the account allows its type. */
async function checkedRequest<Schema extends z.ZodMiniType<CardMoneyRequest>>(
  raw: ParsedElement,
  schema: Schema,
  hashOf: (request: z.output<Schema>) => HashedFields,
  { settings }: XmlDependencies,
): Promise<z.output<Schema>> {
  const request = checkCardMessage(schema, raw);
  if (!(await hasRightHash(request, hashOf(request), settings))) throw wrongHash();
  requireAllowed(request['@type'], settings);
  requireAccount(request, settings);
  return request;
}

function hashOfAmount(request: SettleRequest | RebateRequest): HashedFields {
  const { '@timestamp': timestamp, merchantid, orderid, amount } = request;
  const amounts = { amount: amount?.['#text'], currency: amount?.['@currency'] };
  return HASH_FIELDS.cardAmount({ timestamp, merchantid, orderid, ...amounts });
}

function hashOfVoid({ '@timestamp': timestamp, merchantid, orderid }: VoidRequest): HashedFields {
  return HASH_FIELDS.cardVoid({ timestamp, merchantid, orderid });
}

function requireAllowed(type: CardMoneyType, { cardRequests }: Settings): void {
  if (cardRequests !== 'all' && !cardRequests.includes(type))
    throw new XmlRefusal('503', `Request type [${type}] not allowed for this merchant`);
}

/** Finds the authorization by its order id, its pasref and, where the request has one, its authcode. */
function originalOf(
  { orderid, pasref, authcode }: CardMoneyRequest,
  { authorizations }: XmlDependencies,
): Authorization {
  const found = authorizations.get(orderid);
  if (found?.pasref !== pasref || (authcode !== undefined && found.authcode !== authcode))
    throw refusalError(NOT_FOUND);
  return found;
}

function refuse(refusal: MovementRefusal | undefined): void {
  if (refusal) throw refusalError(refusal);
}

const refusalError = ({ result, message }: MovementRefusal) => new XmlRefusal(result, message);

async function movementResponse(
  request: CardMoneyRequest,
  movement: CardMovement,
  authorization: Authorization,
  settings: Settings,
): Promise<object> {
  const { pasref, authcode, message } = movement;
  const { account, orderId: orderid } = authorization;
  const timestamp = compactTimestamp(settings.now());
  const { merchantid } = request;
  const fields = { timestamp, merchantid, orderid, result: '00', message, pasref, authcode };
  return {
    '@timestamp': timestamp,
    merchantid,
    account,
    orderid,
    authcode,
    result: '00',
    batchid: movementBatchid(movement, authorization, settings.now()),
    message,
    pasref,
    timetaken: '0',
    ...(await signed(signatureOf(request), HASH_FIELDS.cardAuthorizationResponse(fields), settings)),
  };
}
