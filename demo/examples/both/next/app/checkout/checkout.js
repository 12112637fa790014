'use client';

import { useState } from 'react';
import { ScudoCheckout } from 'scudo-checkout/react';

export function Checkout({ order }) {
  const [isPaid, setPaid] = useState(false);
  return (
    <main>
      <h1>{isPaid ? 'Thank you' : 'Checkout'}</h1>
      <ScudoCheckout
        backend="/scudo"
        order={order}
        messages={{ pay: 'Buy now for {amount}' }}
        onOutcome={({ detail }) => setPaid(detail.status === 'paid')}
      />
    </main>
  );
}
