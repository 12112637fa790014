import type { ChallengeWindowSize } from '../protocol/three-d-secure-values.js';
import type { Room } from '../three-d-secure/window-size.js';

/** Where the frames of 3-D Secure go: a page's matter, hence a parameter. */
export interface FrameHost {
  /** Where the hidden method frame is made. */
  method(): ParentNode;
  /** The room that a challenge would have, in pixels; measured when Pay is pressed. */
  room(): Room;
  /**
   * Where the challenge frame is made, once that place is on the screen; it must not be moved
   * while a challenge is open. Undefined when the page does not want the challenge shown.
   */
  challenge(size: ChallengeWindowSize): ParentNode | undefined | Promise<ParentNode | undefined>;
  /** The challenge frame's title, for screen readers. */
  readonly challengeTitle: string;
}

/** Frames inside one element of the page: all that a headless checkout needs. */
export function framesIn(element: HTMLElement, challengeTitle = 'Confirm your payment with your bank'): FrameHost {
  return {
    method: () => element,
    room: () => ({ width: element.clientWidth, height: Math.max(element.clientHeight, window.innerHeight) }),
    challenge: () => element,
    challengeTitle,
  };
}
