import { useState } from 'react';
import { ScudoCheckout } from 'scudo-checkout/react';
import { scudo } from '../scudo.server.js';

/** An order for each visit. */
export const loader = () =>
  scudo.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' }).then(({ id }) => ({ id }));

export default function Checkout({ loaderData }) {
  const [isPaid, setPaid] = useState(false);
  return (
    <main>
      <h1>{isPaid ? 'Thank you' : 'Checkout'}</h1>
      <ScudoCheckout
        backend="/scudo"
        order={loaderData.id}
        messages={{ pay: 'Buy now for {amount}' }}
        onOutcome={({ detail }) => setPaid(detail.status === 'paid')}
      />
    </main>
  );
}
