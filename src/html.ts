/** `scudo-checkout/html`: the checkout as HTML of a shop's server (docs/element.md#html-from-the-server). */
export { checkoutHtml, type CheckoutHtmlOptions } from './html/checkout-html.js';
