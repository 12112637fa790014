import type { MethodField, OfferedMethod } from '../../protocol/adapter-answers.js';
import type { OrderRecord } from './order-record.js';

/** A way to pay that an order offers: its code, and a name where the shop has one of its own. */
export interface MethodOffer {
  /** `card`, or the gateway's code of a method that the shopper is sent to, such as `testpay`. */
  readonly code: string;
  readonly name?: string;
}

export const CARD_ONLY: readonly MethodOffer[] = [{ code: 'card' }];

/** How an order may be paid; a card that is merely confirmed is sent to no method that charges. */
export function methodsOf({ methods, purpose }: OrderRecord): readonly MethodOffer[] {
  return purpose === 'add-card' ? methods.filter(({ code }) => code === 'card') : methods;
}

/** The methods as the page may see them, with what each still needs of the shopper. */
export function offeredMethods(record: OrderRecord): OfferedMethod[] {
  return methodsOf(record).map((method) => ({
    ...method,
    ...(method.code === 'card' ? {} : { ask: missingFields(record) }),
  }));
}

/** The document's standard elements of an initiate, where the order lacks them (spec: Initiate request). */
export function missingFields({ accountHolderName, country }: OrderRecord): MethodField[] {
  return [...(accountHolderName ? [] : (['account_holder_name'] as const)), ...(country ? [] : (['country'] as const))];
}
