'use client';
/** `scudo-checkout/react`: the elements as components of React 18 and 19, with server rendering. */
export {
  CheckoutComponent as ScudoCheckout,
  type CheckoutProps,
  ReturnComponent as ScudoReturn,
  type ReturnProps,
  type ScudoHandlers,
} from './frameworks/react-component.js';
