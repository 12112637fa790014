import type { ChallengeWindowSize } from '../protocol/three-d-secure-values.js';
import { openAcsFrame } from './acs-frame.js';
import { roomOf } from './window-size.js';

/** A challenge that the issuer asks for, as the backend hands it to the page. */
export interface Challenge {
  readonly serverTransId: string;
  readonly acsUrl: string;
  readonly encodedCreq: string;
  readonly sessionData?: string;
}

/** What a challenge frame can tell. None of it says whether the shopper is authenticated. */
export type ChallengeSign =
  /** Something has loaded after the post. */
  | { readonly sign: 'loaded' }
  /** The ACS has sent the browser back, with this CRes. */
  | { readonly sign: 'notified'; readonly cres: string }
  /** A content security policy stopped the frame. */
  | { readonly sign: 'blocked'; readonly directive: string };

export interface ChallengeFrameOptions {
  /** Absolute address of the backend's frame page. */
  readonly framePage: string;
  readonly host: ParentNode;
  /** The same size that `browser_data` named. */
  readonly size: ChallengeWindowSize;
  readonly title: string;
  readonly onSign: (sign: ChallengeSign) => void;
  /** Called with the origin of a message of our form that came from another one. */
  readonly onForeign: (origin: string) => void;
  readonly signal: AbortSignal;
}

/**
 * The challenge step: a visible frame to which `creq` is posted once (spec: Browser-to-ACS posts 2).
 * It stays until the signal aborts.
 */
export function openChallenge(
  challenge: Challenge,
  { framePage, host, size, title, onSign, onForeign, signal }: ChallengeFrameOptions,
): void {
  const { serverTransId, acsUrl, encodedCreq, sessionData } = challenge;
  openAcsFrame({
    framePage,
    host,
    action: acsUrl,
    fields: { creq: encodedCreq, ...(sessionData === undefined ? {} : { threeDSSessionData: sessionData }) },
    title,
    signal,
    onForeign,
    dress(frame) {
      const room = roomOf(size);
      frame.part.add('challenge-frame');
      frame.style.border = '0';
      frame.style.inlineSize = room ? `${room.width}px` : '100%';
      frame.style.blockSize = room ? `${room.height}px` : '100%';
    },
    onMessage(message) {
      switch (message.scudo) {
        case 'frame-loaded':
          return onSign({ sign: 'loaded' });
        case 'frame-blocked':
          return onSign({ sign: 'blocked', directive: message.directive });
        case 'challenge-notification':
          // Only this transaction's, and only with our own session data where the ACS echoes any.
          if (message.server_trans_id.toLowerCase() !== serverTransId.toLowerCase()) return;
          if (message.session_data !== undefined && message.session_data !== sessionData) return;
          return onSign({ sign: 'notified', cres: message.cres });
        case 'frame-ready':
        case 'method-notification':
      }
    },
  });
}
