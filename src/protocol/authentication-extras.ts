import * as z from 'zod/mini';
import { authenticationFields, orderDetail, payerDetail } from './authentication-request.js';

/**
 * The optional fields of the authentication request (spec: optional fields) that are set from
 * outside the flow. Strict: a name that is not there is a mistake, and is named.
 */
const {
  id: _id,
  amount: _amount,
  currency: _currency,
  date_time_created: _created,
  shipping_address: _shipping,
  ...orderFields
} = orderDetail.shape;
const {
  email: _email,
  billing_address: _billing,
  mobile_phone: _mobile,
  home_phone: _home,
  work_phone: _work,
  ...payerFields
} = payerDetail.shape;
const shape = authenticationFields.shape;

/** What a merchant knows of an order. */
export const authenticationExtras = z.partial(
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
export type AuthenticationExtras = z.input<typeof authenticationExtras>;

/** What only the page knows: how the shopper logged in, and what they chose there. Never what it costs. */
export const pageExtras = z.partial(
  z.strictObject({
    payer_login_data: shape.payer_login_data,
    order: z.optional(z.partial(z.strictObject(orderFields))),
    payer: z.optional(z.partial(z.strictObject(payerFields))),
  }),
);
export type PageExtras = z.input<typeof pageExtras>;
