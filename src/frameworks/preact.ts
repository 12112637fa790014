import type { HTMLAttributes } from 'preact';
import type { ScudoCheckout } from '../elements/checkout/checkout-element.js';
import type { ScudoEventMap } from '../elements/events.js';
import type { ScudoReturn } from '../elements/return/return-element.js';
import type { CheckoutAttributes, CheckoutProperties, Handlers, ReturnProperties } from './element-properties.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'scudo-checkout': HTMLAttributes<ScudoCheckout> &
        CheckoutProperties &
        CheckoutAttributes &
        Handlers<'on', ScudoEventMap>;
      'scudo-return': HTMLAttributes<ScudoReturn> & ReturnProperties & Handlers<'on', ScudoEventMap>;
    }
  }
}
