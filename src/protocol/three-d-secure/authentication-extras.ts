import * as z from '../zod.js';
import { authenticationFieldsSchema, orderDetailSchema } from './authentication-request.js';

/**
 * Optional fields of the authentication request that merchants and pages set (3D Secure 2 Authentication Interface,
 * Authentication request: optional fields). Strict: an unknown name is an error that names the field.
 */
const {
  id: _id,
  amount: _amount,
  currency: _currency,
  date_time_created: _created,
  shipping_address: _shipping,
  ...orderFields
} = orderDetailSchema.shape;
const shape = authenticationFieldsSchema.shape;

/** Fields that the merchant knows. */
export const authenticationExtrasSchema = z.partial(
  z.strictObject({
    authentication_request_type: shape.authentication_request_type,
    merchant_initiated_request_type: shape.merchant_initiated_request_type,
    currency_conversion: shape.currency_conversion,
    payer_prior_three_ds_authentication_data: shape.payer_prior_three_ds_authentication_data,
    recurring_authorization_data: shape.recurring_authorization_data,
    payer_login_data: shape.payer_login_data,
    decouple_flow_request: shape.decouple_flow_request,
    decouple_flow_timeout: shape.decouple_flow_timeout,
    whitelist_status: shape.whitelist_status,
    message_extension: shape.message_extension,
    card_detail: z.optional(
      z.strictObject({ first_name: shape.card_detail.shape.first_name, last_name: shape.card_detail.shape.last_name }),
    ),
    order: z.optional(z.partial(z.strictObject(orderFields))),
  }),
);
export type WireAuthenticationExtras = z.input<typeof authenticationExtrasSchema>;

/**
 * The fields that a page may add, each only if the merchant opens it: choices that the shopper makes on the page.
 * Fields about the shopper's account and login, and comparisons that the merchant asserts to the issuer, come from the
 * order only.
 */
export const pageExtrasSchema = z.object({
  order: z.optional(
    z.partial(
      z.object({
        delivery_email: orderFields.delivery_email,
        delivery_timeframe: orderFields.delivery_timeframe,
        shipping_method: orderFields.shipping_method,
        gift_card_count: orderFields.gift_card_count,
        gift_card_currency: orderFields.gift_card_currency,
        gift_card_amount: orderFields.gift_card_amount,
        preorder_indicator: orderFields.preorder_indicator,
        preorder_availability_date: orderFields.preorder_availability_date,
      }),
    ),
  ),
});
export type WirePageExtras = z.input<typeof pageExtrasSchema>;
