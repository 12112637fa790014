import * as z from 'zod/mini';
import type { PageExtras } from '../../protocol/authentication-extras.js';
import type { CardInput, PaymentRequest } from '../../protocol/adapter-requests.js';
import { browserData } from '../../protocol/browser-data.js';
import type { CardScheme } from '../../protocol/card-scheme.js';
import { parseMessage } from '../../protocol/field-issue.js';
import { shortLanguage } from '../../protocol/language-tag.js';
import { isoTimestamp } from '../../protocol/timestamp.js';
import type { BackendContext, Client } from '../backend-context.js';
import type { AuthenticationInput } from '../gateway/authentications.js';
import type { OrderRecord } from '../orders/order-record.js';

export interface MessageInput {
  readonly order: OrderRecord;
  readonly request: PaymentRequest;
  readonly serverTransId: string;
  readonly scheme: CardScheme;
  readonly messageVersion: string;
  readonly client: Client;
}

/**
 * The whole authentication request (spec: Authentication request body): what the order says, what
 * the page says of its browser, what only this server sees. Amount and currency are the order's.
 */
export function authenticationMessage(
  { publicUrl, merchantContactUrl }: BackendContext,
  { order, request, serverTransId, scheme, messageVersion, client }: MessageInput,
): AuthenticationInput {
  const { card, payer, browser_data, method_url_completion } = request;
  const { order: pageOrder, payer: pagePayer, ...pageExtras } = request.authentication ?? {};
  return {
    // What the shop knows comes before what the page says.
    ...pageExtras,
    ...commonMessage(order, card, scheme, messageVersion, pageOrder),
    authentication_source: 'BROWSER',
    server_trans_id: serverTransId,
    payer: { ...pagePayer, ...payer, ...order.payer },
    challenge_notification_url: `${publicUrl}/notifications/challenge/${order.id}`,
    method_url_completion,
    ...parseMessage('payment', z.object({ browser_data: browserData }), {
      browser_data: {
        language: languageOf(client),
        user_agent: client.userAgent,
        ...browser_data,
        accept_header: client.accept,
        ip: client.ip,
      },
    }),
    merchant_contact_url: merchantContactUrl,
  };
}

type Common = Pick<
  AuthenticationInput,
  'authentication_request_type' | 'message_category' | 'message_version' | 'card_detail' | 'order'
> &
  Partial<AuthenticationInput>;

/** What a request says whoever started it: the order, the card, and the order's own further fields. */
export function commonMessage(
  order: OrderRecord,
  card: Omit<CardInput, 'security_code'>,
  scheme: CardScheme,
  messageVersion: string,
  pageOrder: PageExtras['order'] = {},
): Common {
  const { order: orderExtras, card_detail: cardExtras, ...extras } = order.authentication ?? {};
  const addCard = order.purpose === 'add-card';
  return {
    message_version: messageVersion,
    challenge_request_indicator: order.challengeRequestIndicator,
    ...extras,
    authentication_request_type: extras.authentication_request_type ?? (addCard ? 'ADD_CARD' : 'PAYMENT_TRANSACTION'),
    message_category: addCard ? 'NON_PAYMENT_AUTHENTICATION' : 'PAYMENT_AUTHENTICATION',
    card_detail: {
      ...cardExtras,
      number: card.number,
      scheme,
      expiry_month: card.expiry_month,
      expiry_year: card.expiry_year,
      full_name: card.full_name,
    },
    order: {
      ...pageOrder,
      ...orderExtras,
      date_time_created: isoTimestamp(new Date(order.createdAt)),
      amount: order.amount,
      currency: order.currency,
      id: order.id,
      ...(order.shippingAddress ? { shipping_address: order.shippingAddress } : {}),
    },
  };
}

/** The first language that a browser's header names. */
function languageOf({ language }: Client): string {
  const first = language?.split(/[,;]/)[0]?.trim() ?? '';
  return shortLanguage(first) ?? 'en';
}
