import * as z from '../../../protocol/zod.js';
import { paymentMethodCodeSchema } from '../../../protocol/redirect/payment-method.js';
import { BRAND_CODES } from '../../../protocol/values/card-scheme.js';
import { personText } from '../../../protocol/values/plain-text.js';
import { inputObject, type InputShape } from '../../util/call-input.js';
import type { MethodOffer } from './method-offer.js';

const BRANDS = `a list of at least one of ${BRAND_CODES.join(', ')}`;

const brandsSchema = z
  .array(z.enum(BRAND_CODES, { error: `one of ${BRAND_CODES.join(', ')}` }), { error: BRANDS })
  .check(
    z.minLength(1, BRANDS),
    z.refine((brands) => new Set(brands).size === brands.length, 'a list with each brand once'),
  );

const methodOfferSchema = inputObject({
  code: paymentMethodCodeSchema,
  name: z.optional(personText(100)),
  brands: z.optional(brandsSchema),
} satisfies InputShape<MethodOffer>).check(
  z.refine(({ code, brands }) => code === 'card' || brands === undefined, {
    error: 'left out: only the method card has brands',
    path: ['brands'],
  }),
);

const EXPECTED = 'a list of at least one payment method, each with a code';

/** The payment methods of the backend and of an order. */
export const methodOffersSchema = z
  .array(methodOfferSchema, { error: EXPECTED })
  .check(z.minLength(1, EXPECTED), z.refine(hasNoCodeTwice, 'a list with each code once'));

function hasNoCodeTwice(methods: readonly { readonly code: string }[]): boolean {
  return new Set(methods.map(({ code }) => code)).size === methods.length;
}
