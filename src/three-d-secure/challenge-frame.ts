import type { ChallengeWindowSize } from '../protocol/three-d-secure/three-d-secure-values.js';
import { openAcsFrame, type FrameEnvironment } from './acs-frame.js';
import type { FrameMessage } from '../protocol/three-d-secure/frame-messages.js';
import { pixelsOf } from './window-size.js';

/** A challenge that the issuer requires, as the backend returns it to the page. */
export interface Challenge {
  readonly serverTransId: string;
  readonly acsUrl: string;
  readonly encodedCreq: string;
  readonly sessionData?: string | undefined;
}

/** Events of a challenge frame. None of them proves that the shopper is authenticated. */
export type ChallengeFrameEvent =
  /** A document has loaded after the post. */
  | { readonly type: 'loaded' }
  /** The ACS has sent the browser to the notification page, with this CRes. */
  | { readonly type: 'notified'; readonly cres: string }
  /** The frame has another document of the backend's origin: the challenge may have ended. */
  | { readonly type: 'returned' }
  /** A content security policy blocked the frame, or its page is missing. */
  | { readonly type: 'blocked' };

export interface ChallengeFrameOptions extends FrameEnvironment {
  readonly host: ParentNode;
  /** The size in `browser_data`. */
  readonly size: ChallengeWindowSize;
  readonly title: string;
  readonly onEvent: (event: ChallengeFrameEvent) => void;
  readonly signal: AbortSignal;
}

type ChallengeNotification = Extract<FrameMessage, { readonly scudo: 'challenge-notification' }>;

/**
 * Opens the challenge: a visible frame in which `creq` is posted to the ACS once (3D Secure 2 Authentication Interface,
 * Browser-to-ACS posts, 2). The frame is removed when the signal aborts.
 */
export function openChallenge(challenge: Challenge, { size, onEvent, ...frame }: ChallengeFrameOptions): void {
  const { serverTransId, acsUrl, encodedCreq, sessionData } = challenge;
  /** True for this transaction, with the same session data if the ACS returns any. */
  const isOfChallenge = ({ server_trans_id: id, session_data: data }: ChallengeNotification) =>
    id.toLowerCase() === serverTransId.toLowerCase() && (data === undefined || data === sessionData);
  openAcsFrame({
    ...frame,
    kind: 'challenge',
    action: acsUrl,
    fields: { creq: encodedCreq, ...(sessionData === undefined ? {} : { threeDSSessionData: sessionData }) },
    onNotReady: () => onEvent({ type: 'blocked' }),
    styleFrame(frame) {
      const pixels = pixelsOf(size);
      frame.part.add('challenge-frame');
      frame.style.border = '0';
      frame.style.inlineSize = pixels ? `${pixels.width}px` : '100%';
      frame.style.blockSize = pixels ? `${pixels.height}px` : '100%';
    },
    onMessage(message) {
      switch (message.scudo) {
        case 'frame-loaded':
          return onEvent({ type: 'loaded' });
        case 'frame-blocked':
          return onEvent({ type: 'blocked' });
        case 'challenge-notification':
          return onEvent(isOfChallenge(message) ? { type: 'notified', cres: message.cres } : { type: 'returned' });
        case 'method-notification':
        case 'own-document':
          return onEvent({ type: 'returned' });
        case 'frame-ready':
      }
    },
  });
}
