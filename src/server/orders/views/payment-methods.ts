import type { MethodField, OfferedMethod } from '../../../protocol/adapter/adapter-answers.js';
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

/** The payment methods for the page, each with the fields to ask of the shopper. */
export function offeredMethods(record: OrderRecord): OfferedMethod[] {
  return methodsOf(record).map(({ brands, ...method }) => ({
    ...method,
    ...(brands ? { brands: [...brands] } : {}),
    ...(method.code === 'card' ? {} : { ask: missingFields(record) }),
  }));
}

/**
 * Standard elements of payment-set that are missing in the order (Non-Card Payment Methods Interface, Initiate
 * request).
 */
export function missingFields({ accountHolderName, country }: OrderRecord): MethodField[] {
  return [...(accountHolderName ? [] : (['account_holder_name'] as const)), ...(country ? [] : (['country'] as const))];
}
