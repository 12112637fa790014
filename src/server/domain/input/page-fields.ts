import * as z from '../../../protocol/zod.js';
import { pageExtrasSchema, type WirePageExtras } from '../../../protocol/three-d-secure/authentication-extras.js';
import { parseMessage } from '../../../protocol/values/field-issue.js';

/**
 * A field of the authentication request that a page may add if the merchant opens it, named as in
 * `NewOrder.authentication`.
 */
export const PAGE_FIELDS = {
  'order.deliveryEmail': 'delivery_email',
  'order.deliveryTimeframe': 'delivery_timeframe',
  'order.shippingMethod': 'shipping_method',
  'order.giftCardCount': 'gift_card_count',
  'order.giftCardCurrency': 'gift_card_currency',
  'order.giftCardAmount': 'gift_card_amount',
  'order.preorderIndicator': 'preorder_indicator',
  'order.preorderAvailabilityDate': 'preorder_availability_date',
} as const satisfies Record<string, keyof NonNullable<WirePageExtras['order']>>;

/** Name of a field of the authentication that the page may set, such as `order.deliveryTimeframe`. */
export type PageField = keyof typeof PAGE_FIELDS;

const messageSchema = z.object({ authentication: pageExtrasSchema });

/**
 * The opened fields of `authentication` in a payment request. All others are ignored, so that a page that still sends
 * them can pay.
 * @throws {MessageError} naming an opened field whose value is wrong
 */
export function openedFields(authentication: unknown, opened: readonly PageField[]): WirePageExtras {
  const sent = ownProperty(authentication, 'order');
  const order = Object.fromEntries(
    opened.flatMap((field) => {
      const value = ownProperty(sent, PAGE_FIELDS[field]);
      return value === undefined ? [] : [[PAGE_FIELDS[field], value]];
    }),
  );
  return parseMessage('payment', messageSchema, { authentication: { order } }).authentication;
}

function ownProperty(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? (value as Record<string, unknown>)[name] : undefined;
}
