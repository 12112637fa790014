import * as z from '../../../protocol/zod.js';
import { paymentMethodCodeSchema } from '../../../protocol/redirect/payment-method.js';
import { plainText } from '../../../protocol/values/plain-text.js';
import { inputObject, type InputShape } from '../../options/call-input.js';
import type { MethodOffer } from './method-offer.js';

const methodOfferSchema = inputObject({
  code: paymentMethodCodeSchema,
  name: z.optional(plainText(100)),
} satisfies InputShape<MethodOffer>);

const EXPECTED = 'a list of at least one payment method, each with a code';

/** The payment methods of the backend and of an order. */
export const methodOffersSchema = z
  .array(methodOfferSchema, { error: EXPECTED })
  .check(z.minLength(1, EXPECTED), z.refine(hasNoCodeTwice, 'a list with each code once'));

function hasNoCodeTwice(methods: readonly { readonly code: string }[]): boolean {
  return new Set(methods.map(({ code }) => code)).size === methods.length;
}
