import type { ChallengeWindowSize } from '../../protocol/three-d-secure/three-d-secure-values.js';
import type { PixelSize } from '../../three-d-secure/window-size.js';

/**
 * The places of the 3-D Secure frames in a page.
 *
 * @example
 * import { createCheckout, fetchBackend, type FrameHost } from 'scudo-checkout/payment';
 *
 * const dialog = document.querySelector('dialog')!;
 * const frames: FrameHost = {
 *   method: () => document.body,
 *   availableSpace: () => ({ width: innerWidth, height: innerHeight }),
 *   challenge() {
 *     dialog.showModal();
 *     return dialog;
 *   },
 *   challengeTitle: 'Confirm your payment',
 * };
 * const checkout = createCheckout({ backend: fetchBackend('/scudo'), order: 'A1', frames });
 * checkout.subscribe(({ step }) => step === 'outcome' && dialog.close());
 */
export interface FrameHost {
  /** Returns the parent of the hidden method frame. */
  method(): ParentNode;
  /** Returns the pixels that are available for a challenge; measured when Pay is pressed. */
  availableSpace(): PixelSize;
  /**
   * Returns the parent of the challenge frame, once it is on the screen. Do not move it while a challenge is open.
   * Return undefined to cancel the challenge.
   * @param size the window size that the ACS expects
   */
  challenge(size: ChallengeWindowSize): ParentNode | undefined | Promise<ParentNode | undefined>;
  /**
   * Called when the challenge frame has a document of the issuer, or one of the shop's backend. The shopper can do
   * nothing in the latter.
   */
  challengeShows?(document: 'issuer' | 'shop'): void;
  /** The challenge frame's title, for screen readers. */
  readonly challengeTitle: string;
}

/**
 * Puts both frames into one element of the page.
 *
 * @param element contains the frames and stays in the page during the payment
 * @param challengeTitle the title of the challenge frame, for screen readers
 * @returns the places, for the option `frames` of `createCheckout`
 *
 * @example
 * import { framesIn } from 'scudo-checkout/payment';
 *
 * const frames = framesIn(document.querySelector<HTMLElement>('#issuer')!, 'Confirm your payment');
 */
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
