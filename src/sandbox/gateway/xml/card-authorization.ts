import type { CardAuthorizationRequest } from '../../../protocol/authorization/card-authorization.js';
import { maskCardNumber } from '../../../protocol/values/card-number.js';
import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { behaviourOf, type CardProfile } from '../../cards/behaviours.js';
import { fitsScheme } from '../../directory/card-scheme-check.js';
import { merchantTransactionId, paymentsReference } from '../../authorizations/references.js';
import type { Settings } from '../../core/settings.js';
import type { XmlDependencies } from './dependencies.js';
import { orderIdUsed, wrongElements, XmlRefusal } from './xml-refusal.js';
import { checkAuthenticationResult, isConfirmedByCardholder } from './authentication-check.js';
import type { Authorization } from '../../authorizations/model.js';
import { CARD_DECLINES, declineOfCard, isCardDecline, type CardDecline } from './card-declines.js';
import { processing, RESULT_MESSAGES, type Processing } from './ordinary-declines.js';
import { checkRequest, requireAccount, wrongHash } from './card-request.js';
import { hasRightHash } from './request-elements.js';
import { fullResponse } from './card-response.js';

/** Processes a card authorization. Returns null where the answer is lost. */
export async function authorizeCard(raw: Record<string, unknown>, state: XmlDependencies): Promise<object | null> {
  const request = checkRequest(raw);
  await requireHash(request, state.settings);
  const authorization = processed(request, state);
  await state.authorizations.save(authorization);
  return authorization.answered ? fullResponse(request, authorization, state.settings) : null;
}

async function requireHash(request: CardAuthorizationRequest, settings: Settings): Promise<void> {
  const { '@timestamp': timestamp, merchantid, orderid, amount, card } = request;
  const fields = HASH_FIELDS.cardAuthorization({
    timestamp,
    merchantid,
    orderid,
    amount: amount['#text'],
    currency: amount['@currency'],
    number: card.number,
  });
  if (!(await hasRightHash(request, fields, settings))) throw wrongHash();
}

/** Runs without a pause until it is saved, so that of two requests with one order id only one is processed. */
function processed(request: CardAuthorizationRequest, state: XmlDependencies): Authorization {
  const { settings, authorizations, payments } = state;
  requireAccount(request, settings);
  if (authorizations.has(request.orderid) || payments.hasOrder(request.orderid)) throw orderIdUsed();
  return authorizationOf(request, resultOf(request, state), state);
}

type Attempt = Pick<CardAuthorizationRequest, 'account' | 'amount' | 'autosettle' | 'card' | 'mpi' | 'orderid'>;
type AttemptResult = Exclude<Processing, 'not-approved'> | CardDecline;

/** Decides about an attempt. @throws {XmlRefusal} 108, 506, 508 */
export function resultOf(attempt: Attempt, state: XmlDependencies): AttemptResult {
  const profile = state.findCard(attempt.card.number);
  requireScheme(attempt, profile);
  const declineOfAuthentication = checkAuthenticationResult(attempt, state);
  requireExemption(attempt, state);
  const how =
    declineOfCard(attempt.card, state.settings.now()) ??
    declineOfAuthentication ??
    processing(profile && behaviourOf(profile), attempt.amount['#text'], isConfirmedByCardholder(attempt, state));
  if (how === 'not-approved') throw new XmlRefusal('108', 'Using test system. Please use an approved test card.');
  return how;
}

/** MC is the XML spelling of MASTERCARD. */
function requireScheme({ card: { number, type } }: Attempt, profile: CardProfile | undefined): void {
  if (!fitsScheme(number, type === 'MC' ? 'MASTERCARD' : type, profile)) throw wrongElements(['card.type']);
}

function requireExemption({ mpi }: Attempt, { settings: { exemptions } }: XmlDependencies): void {
  if (mpi?.exempt_status && exemptions !== 'all' && !exemptions.includes(mpi.exempt_status))
    throw new XmlRefusal('508', 'Exemption is not configured for this merchant.');
}

/** Makes the record of a decided attempt. */
export function authorizationOf(
  request: Attempt,
  how: AttemptResult,
  { settings, authorizations }: XmlDependencies,
): Authorization {
  const result = how === 'unanswered' ? '00' : isCardDecline(how) ? '101' : how;
  const at = settings.now();
  const reference = authorizations.nextReference();
  return {
    at,
    account: request.account ?? settings.accountId,
    orderId: request.orderid,
    amount: request.amount['#text'],
    currency: request.amount['@currency'],
    result,
    message: `[ test system ] ${isCardDecline(how) ? CARD_DECLINES[how] : RESULT_MESSAGES[result]}`,
    pasref: paymentsReference(at, authorizations, reference),
    merchantTransactionId: merchantTransactionId(settings.randomUuid()),
    authcode: result === '00' ? String(100_000 + (reference % 900_000)) : '',
    autosettle: request.autosettle['@flag'],
    exemptStatus: request.mpi?.exempt_status,
    cvnResult: how === 'security-code' ? 'N' : request.card.cvn?.number ? 'M' : 'U',
    maskedNumber: maskCardNumber(request.card.number),
    schemeReference: result === '00' ? `SCHEME${String(reference).padStart(9, '0')}` : '',
    answered: how !== 'unanswered',
    movements: [],
  };
}
