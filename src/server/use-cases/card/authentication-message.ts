import * as z from '../../../protocol/zod.js';
import type { CardInput, PaymentRequest } from '../../../protocol/adapter/adapter-requests.js';
import { pageExtrasSchema } from '../../../protocol/three-d-secure/authentication-extras.js';
import { payerDetailSchema } from '../../../protocol/three-d-secure/authentication-request.js';
import { browserDataSchema } from '../../../protocol/three-d-secure/browser-data.js';
import type { CardScheme } from '../../../protocol/values/card-scheme.js';
import { visibleText } from '../../../protocol/values/clean-text.js';
import { parseMessage } from '../../../protocol/values/field-issue.js';
import { acceptedLanguages, shortLanguage, standardTag } from '../../../protocol/values/language-tag.js';
import { isoTimestamp } from '../../../protocol/values/timestamp.js';
import type { Client, Uses } from '../../ports/ports.js';
import type { AuthenticationParams } from '../../gateway/authentications.js';
import { fromWire } from '../../util/wire-names.js';
import type { Address } from '../../domain/input/payer.js';
import type { OrderRecord } from '../../domain/record/order-record.js';
import { openedFields } from '../../domain/input/page-fields.js';

interface MessageInput {
  readonly order: OrderRecord;
  readonly request: PaymentRequest;
  readonly serverTransId: string;
  readonly scheme: CardScheme;
  readonly messageVersion: string;
  /** True when the version check returned a method URL. */
  readonly hasMethodUrl: boolean;
  readonly client: Client;
}

const MAX_HEADER = 2048;

type Completion = PaymentRequest['method_url_completion'];

/**
 * The authentication request of a shopper (3D Secure 2 Authentication Interface, Authentication request
 * body), from the order, the page and the connection. Amount and currency are the order's.
 */
export function authenticationMessage(
  { publicUrl, merchantContactUrl, pageFields }: Uses<'merchantContactUrl' | 'pageFields' | 'publicUrl'>,
  { order, request, serverTransId, scheme, messageVersion, hasMethodUrl, client }: MessageInput,
): AuthenticationParams {
  const { card, payer, browser_data, method_url_completion } = request;
  // The order's own values come before those of the page.
  const fullPayer = { ...fromWire(payerDetailSchema, payer ?? {}), ...order.payer };
  const { order: pageOrder } = fromWire(pageExtrasSchema, openedFields(request.authentication, pageFields));
  const { browser_data: browser } = parseMessage('payment', z.object({ browser_data: browserDataSchema }), {
    browser_data: {
      ...browserDefaults(client),
      ...Object.fromEntries(Object.entries(browser_data).filter(([, value]) => value !== null && value !== undefined)),
      accept_header: headerText(client.accept) || '*/*',
      ip: client.ip,
    },
  });
  return {
    ...commonMessage(order, card, scheme, messageVersion, pageOrder, fullPayer),
    authenticationSource: 'BROWSER',
    serverTransId,
    payer: fullPayer,
    challengeNotificationUrl: `${publicUrl}/notifications/challenge/${order.id}`,
    methodUrlCompletion: completionOf(method_url_completion, hasMethodUrl),
    browserData: fromWire(browserDataSchema, {
      ...browser,
      timezone: usualNumber(browser.timezone),
      screen_height: usualNumber(browser.screen_height),
      screen_width: usualNumber(browser.screen_width),
    }),
    merchantContactUrl,
  };
}

/** Returns a number in its usual form: `+060` becomes `60`, and `-0` becomes `0`. */
function usualNumber(text: string): string {
  return String(Number(text));
}

/** Fields whose value the backend knows itself. */
const OF_THE_SERVER = ['accept_header', 'ip'];
/** Fields that a page may leave to the headers. */
const OF_THE_HEADERS = ['language', 'user_agent'];

/**
 * The names of the browser data that the page has not sent in a usable form, for the history of the order. The issuer
 * gets the value of the header or a default instead.
 */
export function replacedBrowserData({ browser_data }: PaymentRequest): readonly string[] {
  return Object.keys(browserDataSchema.shape).filter((name) => {
    const value = browser_data[name as keyof typeof browser_data];
    const isReplaced = value === null || (value === undefined && !OF_THE_HEADERS.includes(name));
    return isReplaced && !OF_THE_SERVER.includes(name);
  });
}

/** The browser data of a page that has sent none: those of the headers, and values that most browsers have. */
function browserDefaults(client: Client): Omit<z.output<typeof browserDataSchema>, 'accept_header' | 'ip'> {
  return {
    color_depth: 'TWENTY_FOUR_BITS',
    java_enabled: 'false',
    javascript_enabled: 'true',
    language: languageOf(client),
    screen_height: '0',
    screen_width: '0',
    challenge_window_size: 'FULL_SCREEN',
    timezone: '0',
    user_agent: headerText(client.userAgent) || 'unknown',
  };
}

/** The version check decides if there was a method step. The page reports only the result. */
function completionOf(reported: Completion, hasMethodUrl: boolean): Completion {
  if (!hasMethodUrl) return 'UNAVAILABLE';
  return reported === 'UNAVAILABLE' ? 'NO' : reported;
}

type Common = Pick<
  AuthenticationParams,
  'authenticationRequestType' | 'messageCategory' | 'messageVersion' | 'cardDetail' | 'order'
> &
  Partial<AuthenticationParams>;

/** The fields of a request that do not depend on who starts it: the order, its own further fields, the card. */
export function commonMessage(
  order: OrderRecord,
  card: Omit<CardInput, 'security_code'>,
  scheme: CardScheme,
  messageVersion: string,
  pageOrder: Partial<AuthenticationParams['order']> = {},
  payer: AuthenticationParams['payer'] = order.payer,
): Common {
  const { order: orderExtras, cardDetail: cardExtras, ...extras } = order.authentication ?? {};
  const isAddCard = order.purpose === 'add-card';
  return {
    messageVersion,
    challengeRequestIndicator: order.challengeRequestIndicator,
    ...extras,
    authenticationRequestType: extras.authenticationRequestType ?? (isAddCard ? 'ADD_CARD' : 'PAYMENT_TRANSACTION'),
    messageCategory: messageCategoryOf(order),
    cardDetail: {
      ...cardExtras,
      number: card.number,
      scheme,
      expiryMonth: card.expiry_month,
      expiryYear: card.expiry_year,
      fullName: card.full_name,
    },
    order: {
      ...addressMatch(payer.billingAddress, order.shippingAddress),
      ...pageOrder,
      ...orderExtras,
      dateTimeCreated: isoTimestamp(new Date(order.createdAt)),
      amount: order.amount,
      currency: order.currency,
      id: order.id,
      ...(order.shippingAddress ? { shippingAddress: order.shippingAddress } : {}),
    },
  };
}

/** True, as text, if both addresses are the same place. Letter case and white space do not matter. */
function addressMatch(
  billing: Address | undefined,
  shipping: Address | undefined,
): Partial<AuthenticationParams['order']> {
  if (!billing || !shipping) return {};
  const isSame = ADDRESS_FIELDS.every((field) => comparable(billing[field]) === comparable(shipping[field]));
  // A form may leave out the state of one of the two.
  const states = [billing.state, shipping.state].map(comparable);
  const isSameState = states.includes('') || states[0] === states[1];
  return { addressMatchIndicator: isSame && isSameState ? 'true' : 'false' };
}

const ADDRESS_FIELDS = ['line1', 'line2', 'line3', 'city', 'postalCode', 'country'] as const;

const comparable = (text: string | number = '') => String(text).normalize('NFKC').toUpperCase().replace(/\s+/g, '');

/** An add-card order charges nothing. */
export function messageCategoryOf({ purpose }: Pick<OrderRecord, 'purpose'>): AuthenticationParams['messageCategory'] {
  return purpose === 'add-card' ? 'NON_PAYMENT_AUTHENTICATION' : 'PAYMENT_AUTHENTICATION';
}

/** A header, which is truncated as EMV 3-D Secure wants it (Browser Accept Headers, Browser User-Agent). */
function headerText(value = ''): string {
  return visibleText(value, MAX_HEADER).trim();
}

/** The most wanted language of an Accept-Language header that the interface has a form for. */
function languageOf({ language = '' }: Client): string {
  const tags = acceptedLanguages(language).map((tag) => shortLanguage(standardTag(tag)));
  return tags.find((tag) => tag !== undefined) ?? 'en';
}
