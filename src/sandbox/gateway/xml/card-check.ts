import { cardCheckRequestSchema } from '../../../protocol/authorization/card-money.js';
import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { authorizationOf, resultOf } from './card-authorization.js';
import { checkCardMessage, requireAccount, wrongHash } from './card-request.js';
import { fullResponse } from './card-response.js';
import type { XmlDependencies } from './dependencies.js';
import { hasRightHash, type ParsedElement } from './request-elements.js';

/** No money is reserved. */
const NOTHING = { '@currency': '', '#text': '0' };

/**
 * Answers the type `otb`: the issuer's opinion of a card. Its order id stays free (inference). Returns null where the
 * answer is lost.
 */
export async function checkCard(raw: ParsedElement, state: XmlDependencies): Promise<object | null> {
  const { settings } = state;
  const request = checkCardMessage(cardCheckRequestSchema, raw);
  const { '@timestamp': timestamp, merchantid, orderid, card } = request;
  const fields = HASH_FIELDS.cardCheck({ timestamp, merchantid, orderid, number: card.number });
  if (!(await hasRightHash(request, fields, settings))) throw wrongHash();
  requireAccount(request, settings);
  const attempt = { ...request, amount: NOTHING, autosettle: { '@flag': '0' as const } };
  const authorization = authorizationOf(attempt, resultOf(attempt, state), state);
  return authorization.answered ? fullResponse(request, authorization, settings) : null;
}
