import type { ScudoCheckout, ScudoReturn } from 'scudo-checkout';
import type { CheckoutStep } from 'scudo-checkout/payment';
import type { Script } from './scripted-shop.js';
import type { SectionId } from './sections.js';
import type { Shopper } from './shopper.js';

/** What is to be seen of an element when a scene is reached. */
export interface Sight {
  /** The last step that it told of; left out, it has told of none. */
  readonly step?: CheckoutStep;
  /** What is then in its shadow root. */
  readonly shows: string;
}

interface Common {
  readonly id: string;
  readonly section: SectionId;
  readonly name: string;
  /** A fact that cannot be seen. */
  readonly note?: string;
  readonly shop?: Script;
  /** What the shopper does to get there. */
  readonly act?: (shopper: Shopper) => Promise<void>;
  readonly reached: Sight;
}

/** A state of one element, and how it comes about. */
export type Scene =
  | (Common & {
      readonly element: 'scudo-checkout';
      readonly props?: Partial<Pick<ScudoCheckout, 'challenge'>> /** By a fieldset around it. */;
      readonly disabled?: true;
    })
  | (Common & {
      readonly element: 'scudo-return';
      readonly props?: Partial<Pick<ScudoReturn, 'checkout' | 'patience'>>;
    });
