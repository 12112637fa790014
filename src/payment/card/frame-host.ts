import type { ChallengeWindowSize } from '../../protocol/three-d-secure-values.js';
import type { PixelSize } from '../../three-d-secure/window-size.js';

/** The places of the 3-D Secure frames in a page. */
export interface FrameHost {
  /** Returns the parent of the hidden method frame. */
  method(): ParentNode;
  /** Returns the pixels that are available for a challenge; measured when Pay is pressed. */
  availableSpace(): PixelSize;
  /**
   * Returns the parent of the challenge frame, once it is on the screen. It must not be moved while a challenge is open.
   * Undefined when the page does not want the challenge to be shown.
   */
  challenge(size: ChallengeWindowSize): ParentNode | undefined | Promise<ParentNode | undefined>;
  /** The challenge frame's title, for screen readers. */
  readonly challengeTitle: string;
}

/** Returns a host for frames inside one element of the page. */
export function framesIn(element: HTMLElement, challengeTitle = 'Confirm your payment with your bank'): FrameHost {
  return {
    method: () => element,
    availableSpace: () => ({
      width: element.clientWidth,
      height: Math.max(element.clientHeight, window.innerHeight),
    }),
    challenge: () => element,
    challengeTitle,
  };
}
