import 'scudo-checkout/types/solid';

export const elements = (
  <>
    <scudo-checkout
      backend="/scudo"
      order="A1"
      class="checkout"
      prop:messages={{ pay: 'Buy now for {amount}' }}
      on:scudo-outcome={({ detail }) => console.log(detail.status)}
    >
      <p slot="footer">Footer</p>
    </scudo-checkout>
    <scudo-return backend="/scudo" order="A1" checkout="/checkout" />
  </>
);

// @ts-expect-error An attribute that the element does not have.
export const wrongName = <scudo-checkout ordr="A1" />;
