import type { JSX as Solid } from 'solid-js';
import type { ScudoCheckout } from '../elements/checkout/checkout-element.js';
import type { ScudoEventMap } from '../elements/events.js';
import type { ScudoReturn } from '../elements/return/return-element.js';
import type { CheckoutAttributes, CheckoutProperties, Handlers, ReturnProperties } from './element-properties.js';

/** Properties with the prefix that makes Solid set a property, and not an attribute. */
type Prefixed<Properties> = { readonly [Name in keyof Properties & string as `prop:${Name}`]?: Properties[Name] };

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'scudo-checkout': Solid.HTMLAttributes<ScudoCheckout> &
        CheckoutProperties &
        CheckoutAttributes &
        Prefixed<CheckoutProperties> &
        Handlers<'on:', ScudoEventMap>;
      'scudo-return': Solid.HTMLAttributes<ScudoReturn> &
        ReturnProperties &
        Prefixed<ReturnProperties> &
        Handlers<'on:', ScudoEventMap>;
    }
  }
}
