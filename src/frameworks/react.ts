import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ScudoCheckout } from '../elements/checkout/checkout-element.js';
import type { ScudoEventMap } from '../elements/events.js';
import type { ScudoReturn } from '../elements/return/return-element.js';
import type { CheckoutAttributes, CheckoutProperties, Handlers, ReturnProperties } from './element-properties.js';

/** Attributes of HTML that React gives to a custom element. React 18 sets `class`, and not `className`. */
type Html<Element> = DetailedHTMLProps<HTMLAttributes<Element>, Element> & { readonly class?: string | undefined };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'scudo-checkout': Html<ScudoCheckout> & CheckoutProperties & CheckoutAttributes & Handlers<'on', ScudoEventMap>;
      'scudo-return': Html<ScudoReturn> & ReturnProperties & Handlers<'on', ScudoEventMap>;
    }
  }
}
