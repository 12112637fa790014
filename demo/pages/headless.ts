import { createCheckout, fetchBackend, framesIn } from 'scudo-checkout/payment';

/** A card payment in forty lines, without the elements. */
const form = document.querySelector<HTMLFormElement>('#card')!;
const status = document.querySelector('#status')!;
const order = new URLSearchParams(location.search).get('order');
const text = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)!.value.trim();

function openPayment(id: string): void {
  const payment = createCheckout({
    backend: fetchBackend('scudo'),
    order: id,
    frames: framesIn(document.querySelector<HTMLElement>('#bank')!),
  });
  payment.subscribe(({ step }) => (status.textContent = step));

  form.addEventListener('change', () =>
    payment.enterNumber(/^\d{12,19}$/.test(text('number')) ? text('number') : undefined),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void payment
      .pay(
        {
          number: text('number'),
          expiryMonth: text('month'),
          expiryYear: text('year'),
          securityCode: text('code'),
          fullName: text('name'),
        },
        { mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
      )
      .then((outcome) => {
        if (outcome) status.textContent = `${outcome.status}: ${outcome.code}`;
      });
  });
}

if (order) openPayment(order);
else {
  form.hidden = true;
  status.textContent = 'The address has no order. Add ?order=ID to the address, with the id of an open order.';
}
