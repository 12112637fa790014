import 'scudo-checkout/types/preact';

export const elements = (
  <>
    <scudo-checkout
      backend="/scudo"
      order="A1"
      class="checkout"
      messages={{ pay: 'Buy now for {amount}' }}
      onscudo-outcome={({ detail }) => console.log(detail.status)}
    >
      <p slot="footer">Footer</p>
    </scudo-checkout>
    <scudo-return backend="/scudo" order="A1" checkout="/checkout" />
  </>
);

// @ts-expect-error An attribute that the element does not have.
export const wrongName = <scudo-checkout ordr="A1" />;
