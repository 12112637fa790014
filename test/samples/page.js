const element = document.querySelector('scudo-checkout');

// #region outcome
addEventListener('scudo-outcome', ({ detail }) => {
  // paid, authenticated, declined, not-authenticated, cancelled, pending, in-doubt or failed
  if (detail.status === 'paid') location.assign('/thank-you');
});
// #endregion

// #region messages
element.messages = { pay: 'Buy now for {amount}' };
// #endregion

// #region authentication
element.authentication = { order: { deliveryTimeframe: 'SAME_DAY' } };
// #endregion

// #region methods
import { PAYMENT_METHODS } from '/scudo.js';

PAYMENT_METHODS.mybank = { name: 'My Bank', mark: '/my-bank.svg' };
// #endregion

// #region icons
import { ICONS } from '/scudo.js';

ICONS.lock = { src: '/lock.svg' };
ICONS.mybank = {
  viewBox: '0 0 34 24',
  shapes: [
    { d: 'M1 1h32v22H1Z', fill: '#0a4' },
    { d: 'M9 12h16', stroke: '#fff', strokeWidth: 2 },
  ],
};
// #endregion

// #region languages
import { LANGUAGES } from '/scudo.js';

LANGUAGES.cy = async () => ({ messages: await (await fetch('/cy.json')).json() });
// #endregion
