import type { ScudoCheckout } from '../elements/checkout/checkout-element.js';
import type { ScudoReturn } from '../elements/return/return-element.js';

type Shared = 'backend' | 'order' | 'messages' | 'customer' | 'next' | 'adapter' | 'clock';
type OfCheckout =
  | Shared
  | ('fields' | 'fonts' | 'prepare' | 'challenge' | 'acceptPending' | 'authentication')
  | (
      | 'layout'
      | 'labels'
      | 'fieldOrder'
      | 'noButton'
      | 'autoAdvance'
      | 'rememberFields'
      | 'methods'
      | 'amount'
      | 'currency'
    );
type OfReturn = Shared | 'checkout' | 'patience';

/** Properties of `<scudo-checkout>` that a template may set. */
export type CheckoutProperties = { readonly [Name in OfCheckout]?: ScudoCheckout[Name] | undefined };

/** Properties of `<scudo-return>` that a template may set. */
export type ReturnProperties = { readonly [Name in OfReturn]?: ScudoReturn[Name] | undefined };

/** Attributes whose names differ from those of the properties. */
export interface CheckoutAttributes {
  readonly 'accept-pending'?: boolean | '' | undefined;
  readonly 'auto-advance'?: boolean | '' | undefined;
  readonly 'remember-fields'?: boolean | '' | undefined;
  readonly 'no-button'?: boolean | '' | undefined;
}

/** Handlers of events by names that a template prefixes, such as `onscudo-outcome`. */
export type Handlers<Prefix extends string, Events> = {
  readonly [Name in keyof Events & string as `${Prefix}${Name}`]?: ((event: Events[Name]) => void) | undefined;
};
