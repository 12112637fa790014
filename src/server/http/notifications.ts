import { decodeBase64urlJson } from '../../protocol/values/base64url.js';
import { parseMessage } from '../../protocol/values/field-issue.js';
import type { FrameMessage } from '../../protocol/three-d-secure/frame-messages.js';
import { transactionIdSchema } from '../../protocol/values/identifiers.js';
import {
  MAX_CRES_LENGTH,
  MAX_METHOD_DATA_LENGTH,
  MAX_SESSION_DATA_LENGTH,
} from '../../protocol/values/message-limits.js';
import { decodeMethodNotification } from '../../protocol/three-d-secure/method-data.js';
import { cleanError } from '../gateway/clean-error.js';
import { notificationPage, unreadablePage } from './pages.js';
import type { BackendContext } from '../orders/backend-context.js';

/**
 * POST notifications/method, from the ACS through the browser (3D Secure 2 Authentication Interface,
 * Events). Stateless: browsers send no session cookie with a cross-site post. The answer is a page that
 * passes the message on to the checkout page, which validates it.
 */
export function answerMethodNotification(context: BackendContext, form: FormData): Response {
  // The element checks with a form of its own whether form posts reach the handler.
  if (form.has('probe')) return new Response(null, { status: 204 });
  return answer(context, () => {
    const { threeDSServerTransID } = decodeMethodNotification(text(form, 'threeDSMethodData', MAX_METHOD_DATA_LENGTH));
    return { scudo: 'method-notification', server_trans_id: threeDSServerTransID };
  });
}

/** POST notifications/challenge, from the ACS through the browser. Stateless, like the method notification. */
export function answerChallengeNotification(context: BackendContext, form: FormData): Response {
  return answer(context, () => {
    const cres = text(form, 'cres', MAX_CRES_LENGTH);
    const session = form.get('threeDSSessionData') ?? '';
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
  });
}

function transactionOf(cres: string): string {
  const { threeDSServerTransID } = decodeBase64urlJson(cres, MAX_CRES_LENGTH) as { threeDSServerTransID?: unknown };
  return parseMessage('challenge result', transactionIdSchema, threeDSServerTransID);
}

/** The length is checked before anything else is done with the value. */
function text(form: FormData, name: string, most: number): string {
  const value = form.get(name);
  if (typeof value !== 'string') throw new TypeError(`The form has no field ${name}.`);
  if (value.length > most) throw new TypeError(`The field ${name} has more than ${most} characters.`);
  // A plus sign of standard base64 that was not percent-encoded arrives as a space
  // (docs/reference/gateway.md#browser-legs).
  return value.replaceAll(' ', '+');
}

function answer({ publicUrl, report }: BackendContext, read: () => FrameMessage): Response {
  try {
    return notificationPage(publicUrl, read());
  } catch (error) {
    // A JSON parser quotes its input.
    report('invalid-request', cleanError(error, undefined));
    return unreadablePage();
  }
}
