import type { ChallengeWindowSize } from '../protocol/three-d-secure/three-d-secure-values.js';
import { openAcsFrame } from './acs-frame.js';
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
  /** A content security policy blocked the frame. */
  | { readonly type: 'blocked'; readonly directive: string };

export interface ChallengeFrameOptions {
  /** Absolute address of the backend's frame page. */
  readonly framePage: string;
  readonly host: ParentNode;
  /** The size in `browser_data`. */
  readonly size: ChallengeWindowSize;
  readonly title: string;
  readonly onEvent: (event: ChallengeFrameEvent) => void;
  /** Receives the origin of a well-formed message from an unexpected origin. */
  readonly onUnexpectedOrigin: (origin: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Opens the challenge: a visible frame in which `creq` is posted to the ACS once (3D Secure 2 Authentication Interface,
 * Browser-to-ACS posts, 2). The frame is removed when the signal aborts.
 */
export function openChallenge(
  challenge: Challenge,
  { framePage, host, size, title, onEvent, onUnexpectedOrigin, signal }: ChallengeFrameOptions,
): void {
  const { serverTransId, acsUrl, encodedCreq, sessionData } = challenge;
  openAcsFrame({
    framePage,
    host,
    action: acsUrl,
    fields: { creq: encodedCreq, ...(sessionData === undefined ? {} : { threeDSSessionData: sessionData }) },
    title,
    signal,
    onUnexpectedOrigin,
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
          return onEvent({ type: 'blocked', directive: message.directive });
        case 'challenge-notification':
          // Only for this transaction, and only with the same session data if the ACS returns any.
          if (message.server_trans_id.toLowerCase() !== serverTransId.toLowerCase()) return;
          if (message.session_data !== undefined && message.session_data !== sessionData) return;
          return onEvent({ type: 'notified', cres: message.cres });
        case 'frame-ready':
        case 'method-notification':
      }
    },
  });
}
