import 'scudo-checkout/types/react';
import { ScudoCheckout, ScudoReturn } from 'scudo-checkout/react';
import type { ScudoCheckout as CheckoutElement } from 'scudo-checkout';
import { useRef } from 'react';

/** The components. */
export function Checkout({ order }: { readonly order: string | undefined }) {
  const element = useRef<CheckoutElement>(null);
  return (
    <ScudoCheckout
      ref={element}
      backend="/scudo"
      order={order}
      className="checkout"
      acceptPending
      messages={{ pay: 'Buy now for {amount}' }}
      onOutcome={({ detail }) => {
        if (detail.status === 'paid') location.assign(`/thank-you?order=${detail.order.id}`);
      }}
      onChallenge={(event) => event.preventDefault()}
    >
      <p slot="footer">{element.current?.trace.length}</p>
    </ScudoCheckout>
  );
}

export const outcome = <ScudoReturn backend="/scudo" order="A1" checkout="/checkout" patience={30} />;

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
