import { decodeBase64url } from '../../protocol/base64url.js';
import { parseMessage } from '../../protocol/field-issue.js';
import type { FrameMessage } from '../../protocol/frame-messages.js';
import { transactionId } from '../../protocol/identifiers.js';
import { decodeMethodNotification } from '../../protocol/method-data.js';
import { notificationPage, unreadablePage } from './pages.js';
import type { BackendContext } from '../orders/backend-context.js';

/**
 * POST notifications/method, from the ACS through the browser (3D Secure 2 Authentication Interface,
 * Events). Stateless: browsers send no session cookie with a cross-site post. The answer is a page that
 * passes the message on to the checkout page, which validates it.
 */
export function methodNotification({ publicUrl }: BackendContext, form: FormData): Response {
  return answer(publicUrl, () => {
    const { threeDSServerTransID } = decodeMethodNotification(text(form, 'threeDSMethodData'));
    return { scudo: 'method-notification', server_trans_id: threeDSServerTransID };
  });
}

/** POST notifications/challenge, from the ACS through the browser. Stateless, like the method notification. */
export function challengeNotification({ publicUrl }: BackendContext, form: FormData): Response {
  return answer(publicUrl, () => {
    const cres = text(form, 'cres');
    const session = form.get('threeDSSessionData');
    // The rest of the CRes is checked when the page passes it on to the backend.
    const server_trans_id = transactionOf(cres);
    return {
      scudo: 'challenge-notification',
      server_trans_id,
      cres,
      ...(typeof session === 'string' && session !== '' ? { session_data: session } : {}),
    };
  });
}

function transactionOf(cres: string): string {
  const { threeDSServerTransID } = JSON.parse(decodeBase64url(cres)) as { threeDSServerTransID?: unknown };
  return parseMessage('challenge result', transactionId, threeDSServerTransID);
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  if (typeof value !== 'string') throw new TypeError(`The form has no field ${name}.`);
  // A plus sign of standard base64 that was not percent-encoded arrives as a space
  // (docs/reference/gateway.md#browser-legs).
  return value.replaceAll(' ', '+');
}

function answer(publicUrl: string, read: () => FrameMessage): Response {
  try {
    return notificationPage(publicUrl, read());
  } catch {
    return unreadablePage();
  }
}
