import { StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ScudoCheckout } from 'scudo-checkout/react';

function Checkout() {
  const [order, setOrder] = useState<string>();
  const [isPaid, setPaid] = useState(false);

  useEffect(() => {
    // Strict mode runs effects twice: the first request is aborted.
    const aborting = new AbortController();
    createOrder(aborting.signal).then(setOrder, () => undefined);
    return () => aborting.abort();
  }, []);

  return (
    <main>
      <h1>{isPaid ? 'Thank you' : 'Checkout'}</h1>
      {order && (
        <ScudoCheckout
          backend="/scudo"
          order={order}
          messages={{ pay: 'Buy now for {amount}' }}
          onOutcome={({ detail }) => setPaid(detail.status === 'paid')}
        />
      )}
    </main>
  );
}

async function createOrder(signal: AbortSignal): Promise<string> {
  const response = await fetch('/orders', { method: 'POST', signal });
  const { id } = (await response.json()) as { readonly id: string };
  return id;
}

createRoot(document.querySelector('#app')!).render(
  <StrictMode>
    <Checkout />
  </StrictMode>,
);
