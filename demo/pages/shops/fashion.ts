import { openBasket } from './basket.js';

/** The page of a fashion house, which is white also on a system in dark mode. */
const checkout = await openBasket('fashion');
checkout.messages = {
  pay: 'Place the order',
  'pay-note': 'Your card is charged today.',
};
document.querySelector('[slot=express]')!.addEventListener('click', () => {
  document.querySelector('.wrong')!.textContent = 'A wallet would open now. This demo has none.';
});
