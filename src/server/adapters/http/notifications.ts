import { decodeBase64urlJson } from '../../../protocol/values/base64url.js';
import { parseMessage } from '../../../protocol/values/field-issue.js';
import type { FrameMessage } from '../../../protocol/three-d-secure/frame-messages.js';
import { transactionIdSchema } from '../../../protocol/values/identifiers.js';
import {
  MAX_CRES_LENGTH,
  MAX_METHOD_DATA_LENGTH,
  MAX_SESSION_DATA_LENGTH,
} from '../../../protocol/values/message-limits.js';
import { decodeMethodNotification } from '../../../protocol/three-d-secure/method-data.js';
import { isLoopbackAddress } from '../../../protocol/values/web-address.js';
import { notificationPage } from './pages.js';
import type { Uses } from '../../ports/ports.js';
import { isPossibleOrderId } from '../../domain/identifiers/gateway-order-id.js';

/** A message for a document without a readable notification: the page then asks the gateway. */
const UNREADABLE: FrameMessage = { scudo: 'own-document', notification: true };

/**
 * Returns the message for the checkout page in a notification of the ACS, which comes through the browser (3D Secure 2
 * Authentication Interface, Events). Stateless: browsers send no session cookie with a cross-site post. A form that
 * cannot be read is reported, and wakes the checkout page as well.
 */
export function frameMessageOf(kind: 'method' | 'challenge', form: FormData, { report }: Uses<'report'>): FrameMessage {
  try {
    return kind === 'method' ? methodMessage(form) : challengeMessage(form);
  } catch (error) {
    // A JSON parser quotes its input.
    report('invalid-request', error instanceof SyntaxError ? new TypeError('The notification is not JSON.') : error);
    return UNREADABLE;
  }
}

function methodMessage(form: FormData): FrameMessage {
  const { threeDSServerTransID } = decodeMethodNotification(text(form, 'threeDSMethodData', MAX_METHOD_DATA_LENGTH));
  return { scudo: 'method-notification', server_trans_id: threeDSServerTransID };
}

function challengeMessage(form: FormData): FrameMessage {
  const cres = text(form, 'cres', MAX_CRES_LENGTH);
  const session = field(form, 'threeDSSessionData') ?? '';
  if (typeof session !== 'string' || session.length > MAX_SESSION_DATA_LENGTH)
    throw new TypeError(`threeDSSessionData is not text of at most ${MAX_SESSION_DATA_LENGTH} characters.`);
  // The rest of the CRes is checked when the page passes it on to the backend.
  const server_trans_id = transactionOf(cres);
  return {
    scudo: 'challenge-notification',
    server_trans_id,
    cres,
    ...(session !== '' ? { session_data: session } : {}),
  };
}

function transactionOf(cres: string): string {
  const { threeDSServerTransID } = decodeBase64urlJson(cres, MAX_CRES_LENGTH) as { threeDSServerTransID?: unknown };
  return parseMessage('challenge result', transactionIdSchema, threeDSServerTransID);
}

/** The field of a form. An ACS may write its name in other letters, such as `CRes`. */
function field(form: FormData, name: string): ReturnType<FormData['get']> {
  const [, value = null] = [...form].find(([one]) => one.toLowerCase() === name.toLowerCase()) ?? [];
  return value;
}

/** The length is checked before anything else is done with the value. */
function text(form: FormData, name: string, most: number): string {
  const value = field(form, name);
  if (typeof value !== 'string') throw new TypeError(`The form has no field ${name}.`);
  if (value.length > most) throw new TypeError(`The field ${name} has more than ${most} characters.`);
  // A plus sign of standard base64 that was not percent-encoded arrives as a space
  // (docs/reference/gateway.md#browser-legs).
  return value.replaceAll(' ', '+');
}

const ADDRESS =
  /^(?:\/|%2f)+(notifications(?:\/|%2f)+(?:method|challenge)|return|status)(?:[;.&][^/%]*)?(?:(?:\/|%2f)+([^/;&]+)|\/|%2f|$)/i;

/**
 * The path of a message of the ACS or the gateway as it is routed. Its sender may add slashes, parameters or a suffix
 * to the address that it was given, or write it in other letters. Such a notification has to wake the checkout, and
 * such a return leads the shopper to the shop. Other paths are returned as they are.
 * @param base path at which the handler is mounted
 */
export function routedPath(path: string, base: string): string {
  const [, route, id] = path.startsWith(base) ? (ADDRESS.exec(path.slice(base.length)) ?? []) : [];
  if (route === undefined) return path;
  const address = `${base}/${route.toLowerCase().replace(/(?:\/|%2f)+/, '/')}`;
  // No browser sends a space or a full stop at the end of an address on purpose.
  const order = id?.replace(/[. ]$/, '');
  return order ? `${address}/${order}` : address;
}

interface NotificationRequest {
  readonly message?: FrameMessage;
  /** The id in the path, which is not looked up. */
  readonly order: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** The answer to every notification, readable or not: a page that wakes the checkout page, and has no other effect. */
export function answerNotification(
  { publicUrl, pages, returnPage }: Uses<'pages' | 'publicUrl' | 'returnPage'>,
  { message = UNREADABLE, order, acceptLanguage }: NotificationRequest,
): Response {
  return notificationPage(message, {
    publicUrl,
    returnPage: order !== undefined && isPossibleOrderId(order) ? returnPage(order) : undefined,
    // Only in development. Elsewhere the page has to be at an address of the backend.
    proxies: isLoopbackAddress(publicUrl) ? pages : [],
    acceptLanguage,
  });
}
