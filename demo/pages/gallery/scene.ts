import type { ScudoCheckout, ScudoReturn } from 'scudo-checkout';
import type { Script } from './scripted-shop.js';
import type { SectionId } from './sections.js';
import type { Shopper, Sight } from './shopper.js';

interface Common {
  readonly id: string;
  readonly section: SectionId;
  readonly name: string;
  /** A fact that the picture does not show. */
  readonly note?: string;
  readonly shop?: Script;
  /** Texts of the page in slots of the element. */
  readonly slots?: Readonly<Record<string, string>>;
  /** The actions of the shopper. */
  readonly act?: (shopper: Shopper) => Promise<void>;
  readonly reached: Sight;
}

/** A state of one element, and the way to reach it. */
export type Scene =
  | (Common & {
      readonly element: 'scudo-checkout';
      readonly props?: Partial<
        Pick<ScudoCheckout, 'challenge' | 'layout' | 'labels' | 'fieldOrder' | 'noButton'>
      > /** Disabled by a fieldset around the element. */;
      readonly disabled?: true;
    })
  | (Common & {
      readonly element: 'scudo-return';
      readonly props?: Partial<Pick<ScudoReturn, 'checkout' | 'patience'>>;
    });
