import 'scudo-checkout/types/react';
import type { ScudoCheckout as CheckoutElement } from 'scudo-checkout';
import { createRef } from 'react';
// #region component
import { ScudoCheckout, ScudoReturn } from 'scudo-checkout/react';

export function Checkout({ order }: { readonly order: string }) {
  return (
    <ScudoCheckout
      backend="/scudo"
      order={order}
      messages={{ pay: 'Buy now for {amount}' }}
      onOutcome={({ detail }) => {
        if (detail.status === 'paid') location.assign(`/thank-you?order=${detail.order.id}`);
      }}
    >
      <p slot="footer">Questions? Call us.</p>
    </ScudoCheckout>
  );
}

export function Return({ order }: { readonly order: string }) {
  return <ScudoReturn backend="/scudo" order={order} checkout="/checkout" />;
}
// #endregion

const element = createRef<CheckoutElement>();
const order: string | undefined = undefined;

/** Props that are undefined count as absent. */
export const components = (
  <>
    <ScudoCheckout ref={element} order={order} className="checkout" acceptPending fields="inline" />
    <ScudoReturn order="A1" patience={30} onStep={({ detail }) => console.log(detail.step)} />
  </>
);

/** The elements themselves. */
export const elements = (
  <>
    <scudo-checkout
      backend="/scudo"
      order="A1"
      prepare="on-pay"
      accept-pending=""
      onscudo-outcome={({ detail }) => console.log(detail.status, detail.order.id)}
      onscudo-redirect={(event) => event.preventDefault()}
    >
      <p slot="footer">Footer</p>
    </scudo-checkout>
    <scudo-return backend="/scudo" order="A1" patience={30} />
  </>
);

// @ts-expect-error An attribute that the element does not have.
export const wrongName = <scudo-checkout ordr="A1" />;
// @ts-expect-error A value that the property does not have.
export const wrongValue = <scudo-checkout prepare="on-submit" />;
// @ts-expect-error A prop that the component does not have.
export const wrongProp = <ScudoCheckout onResult={() => undefined} />;
