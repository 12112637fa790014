/** The stage of the studio: a page with the element only. The studio sets its theme. */
import 'scudo-checkout';

const checkout = document.querySelector('scudo-checkout')!;
const button = document.querySelector<HTMLButtonElement>('#place-order')!;
button.addEventListener('click', () => void checkout.pay());
checkout.addEventListener('scudo-step', ({ detail: { step } }) => {
  button.ariaBusy = String(checkout.busy);
  const hasEnded = step === 'outcome' || step === 'pending' || step === 'unreachable';
  void checkout.updateComplete.then(() => (button.hidden = hasEnded && !checkout.matches(':state(ready)')));
});
