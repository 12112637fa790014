import type { OfferedMethod } from '../../../protocol/adapter/adapter-answers.js';
import type { RedirectRequest } from '../../../protocol/adapter/adapter-requests.js';
import { camelName } from '../../../protocol/values/camel-case.js';
import {
  fieldsOfMethod,
  valueOf,
  type MethodField,
  type RedirectFields,
  type RedirectValues,
} from '../../../protocol/redirect/redirect-fields.js';
import { BRAND_CODES, type BrandCode } from '../../../protocol/values/card-scheme.js';
import type { MethodOffer } from '../input/method-offer.js';
import type { OrderRecord } from '../record/order-record.js';

/** Returns the payment methods of an order. An add-card order has no method that charges. */
export function methodsOf({ methods, purpose }: OrderRecord): readonly MethodOffer[] {
  return purpose === 'add-card' ? methods.filter(({ code }) => code === 'card') : methods;
}

/** Returns the brands of cards that an order takes: none when it does not offer the method card. */
export function brandsOf(record: OrderRecord): readonly BrandCode[] {
  const card = methodsOf(record).find(({ code }) => code === 'card');
  return card ? (card.brands ?? BRAND_CODES) : [];
}

/**
 * The payment methods for the page, each with the fields to ask of the shopper.
 * @param hidden the codes of methods that the shop hides at the moment
 */
export function offeredMethods(record: OrderRecord, hidden: readonly string[]): OfferedMethod[] {
  return methodsOf(record)
    .filter(({ code }) => !hidden.includes(code))
    .map(({ brands, ...method }) => ({
      ...method,
      ...(brands ? { brands: [...brands] } : {}),
      ...(method.code === 'card' ? {} : { ask: missingFields(record, method.code) }),
    }));
}

/**
 * Fields of a redirect payment method that the order does not have (Non-Card Payment Methods Interface, Initiate
 * request).
 */
export function missingFields(order: RedirectValues, method: string, fields?: RedirectFields): MethodField[] {
  return fieldsOfMethod(method, fields).flatMap(([name]) => (valueOf(order, name) ? [] : [name]));
}

/** Returns the values for the fields of a redirect payment method: those of the order come before those of the page. */
export function methodValues(order: RedirectValues, request: RedirectRequest, fields?: RedirectFields): RedirectValues {
  return Object.fromEntries(
    fieldsOfMethod(request.method, fields).map(([name]) => [camelName(name), valueOf(order, name) ?? request[name]]),
  );
}
