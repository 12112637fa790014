import type * as Svelte from 'svelte/elements';
import type { ScudoCheckout } from '../elements/checkout/checkout-element.js';
import type { ScudoEventMap } from '../elements/events.js';
import type { ScudoReturn } from '../elements/return/return-element.js';
import type { CheckoutAttributes, CheckoutProperties, Handlers, ReturnProperties } from './element-properties.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'scudo-checkout': Svelte.HTMLAttributes<ScudoCheckout> &
      CheckoutProperties &
      CheckoutAttributes &
      Handlers<'on', ScudoEventMap>;
    'scudo-return': Svelte.HTMLAttributes<ScudoReturn> & ReturnProperties & Handlers<'on', ScudoEventMap>;
  }
}
