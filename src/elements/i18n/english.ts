import type { OutcomeCode } from '../../payment/outcome.js';

/** The English messages of the elements, except those of outcomes. `{…}` is a placeholder for a value. */
export const INTERFACE_MESSAGES = {
  loading: 'Loading your order…',
  'loading-failed': 'Your order could not be loaded.',
  reload: 'Try again',
  'fields-unavailable': 'The card fields could not be loaded.',

  'card-details': 'Card details',
  'contact-details': 'Contact details',
  'billing-address': 'Billing address',

  methods: 'How do you want to pay?',
  card: 'Card',
  'payment-service': 'the payment service',
  'holder-details': 'Account details',
  holder: 'Account holder name',
  'continue-to': 'Continue to {method}',
  'continuing-to': 'Continuing to {method}…',
  'redirect-hint': 'You will be taken to {method} to pay {amount}, and then back here.',
  'step-initiating': 'Contacting {method}…',
  'step-redirecting': 'You are being taken to {method}…',
  'redirect-unfinished': 'We have not heard from {method} yet. If you have not finished paying, you can go on there.',
  'redirect-kept':
    'You may already have paid with {method}, so you cannot pay in another way now. If you have not finished paying, you can go on there.',
  'other-method': 'Pay in another way',
  'reading-payment': 'Looking up your payment…',
  'step-awaiting-status': 'Waiting for {method} to confirm your payment…',
  'another-way': 'Back to the payment',
  'payment-interrupted': 'You left before your bank confirmed the payment. You can pay now.',
  'one-item': '1 item',
  items: '{count} items',
  'or-another-way': 'or pay another way',

  number: 'Card number',
  'accepted-cards': 'Accepted cards: {brands}',
  expiry: 'Expiry date',
  'expiry-hint': 'MM / YY',
  'security-code': 'Security code',
  'security-code-hint': '{digits} digits on the back of your card',
  'security-code-hint-front': '{digits} digits on the front of your card',
  'code-example': '{digits} digits',
  'code-again': 'Enter it once more',
  name: 'Name on card',
  'name-example': 'As printed on the card',
  email: 'Email',
  phone: 'Mobile phone',
  'phone-hint': 'For example {example}',
  'phone-country': 'Country code',
  line1: 'Address',
  city: 'Town or city',
  postcode: 'Postcode',
  country: 'Country',
  'choose-country': 'Choose a country',
  choose: 'Choose…',

  'number-missing': 'Enter your card number.',
  'number-incomplete': 'This card number is too short.',
  'number-wrong': 'Check the card number. It has a typing mistake.',
  'number-long': 'This card number is too long.',
  'number-unknown': 'This kind of card is not accepted here.',
  'brand-not-taken': 'We do not take {brand} here. Use {brands}.',
  'expiry-missing': 'Enter the expiry date.',
  'expiry-wrong': 'Enter the month and year, such as {example}.',
  'expiry-past': 'This card has expired.',
  'expiry-far': 'Check the year: no card is valid that long.',
  'code-missing': 'Enter the security code from your card.',
  'code-wrong': 'The security code has {digits} digits.',
  'name-missing': 'Enter the name as it is on your card.',
  'name-long': 'Enter at most {most} characters.',
  'holder-missing': 'Enter the name of the account holder.',
  'email-wrong': 'Enter an email address, such as name@example.com.',
  'phone-wrong': 'Enter a mobile number, such as {example}.',
  'field-missing': 'Fill in this field.',
  'postcode-wrong': 'Enter a postcode such as {example}.',
  'field-refused': 'This was not accepted. Please check it.',
  'errors-summary': 'Please check: {fields}',

  pay: 'Pay {amount}',
  paying: 'Paying {amount}…',
  'save-card': 'Save card',
  'saving-card': 'Saving your card…',
  'pay-note': 'Your bank may ask you to confirm this payment.',
  cancel: 'Cancel',

  'step-awaiting-preparation': 'Contacting your bank…',
  'step-authenticating': 'Your bank is checking the payment…',
  'step-opening-challenge': 'Opening your bank’s page…',
  'step-challenging': 'Please confirm the payment with your bank.',
  'step-reading-result': 'Finding out what your bank decided…',

  'challenge-title': 'Confirm with your bank',
  'challenge-frame': 'Your bank’s page',
  'challenge-step-bank': 'Your bank',
  'challenge-step-done': 'Done',
  'challenge-cancel': 'Cancel payment',
  'challenge-question': 'Cancel this payment?',
  'challenge-keep': 'Back to your bank',
  'challenge-slow': 'Your bank’s page is taking a long time to appear.',
  'challenge-wait': 'Keep waiting',
  'challenge-again': 'Open it again',
  'step-awaiting-issuer': 'Please confirm the payment in your bank’s app. This page waits for your answer.',

  'try-again': 'Try again',
  'another-card': 'Use another card',
  'pay-by': 'Pay with {method}',
  check: 'Update status',
  'from-your-bank': 'Your bank says:',
  'detail-amount': 'Amount',
  'detail-method': 'Paid with',
  'detail-payment-method': 'Payment method',
  'detail-order': 'Order',
  'detail-date': 'Date',
  'paid-with': 'Thank you. You paid {amount} with {method}.',

  'thank-you': 'Thank you, {name}',
  'paid-title': 'Payment complete',
  'authenticated-title': 'Card confirmed',
  'declined-title': 'Payment declined',
  'not-authenticated-title': 'Payment not confirmed',
  'cancelled-title': 'Payment cancelled',
  'pending-title': 'Payment under way',
  'in-doubt-title': 'We are checking your payment',
  'failed-title': 'Payment not completed',
  'payment-returned-title': 'Payment returned',
} as const;

/** The English message of each outcome. None states more than is known. */
export const OUTCOME_MESSAGES: Readonly<Record<OutcomeCode, string>> = {
  authorized: 'Thank you. You paid {amount}.',
  reserved: 'Thank you. The amount is reserved on your card until the shop charges it.',
  'already-paid': 'This order is already paid.',
  'payment-returned': 'The shop has returned the amount or released the reservation.',
  'card-authenticated': 'Your card is confirmed. Nothing was charged.',
  declined: 'Your bank declined the payment. Nothing was charged. You can try again or use another card.',
  referral: 'Please call your bank, then try again. Nothing was charged.',
  // A thief learns nothing from it.
  'card-blocked': 'Your bank declined the payment. Nothing was charged. You can try again or use another card.',
  'authentication-demanded': 'Your bank wants you to confirm this payment. Nothing was charged. Please try again.',
  'authentication-failed':
    'Your bank could not confirm that it is you. Nothing was charged. Please try again, or use another card.',
  'issuer-rejected': 'Your bank refused this payment. Nothing was charged. Please use another card.',
  'challenge-failed':
    'Your bank did not confirm the payment. Nothing was charged. Please try again, or use another card.',
  'authentication-impossible':
    'Your bank cannot confirm payments at the moment. Nothing was charged. Please try again, or use another card.',
  'authentication-attempted':
    'Your bank could not confirm the payment. Nothing was charged. Please try again, or use another card.',
  'not-enrolled':
    'This card cannot be confirmed with its bank, which this shop requires. Nothing was charged. Please use another card.',
  'challenge-cancelled': 'You cancelled the payment. Nothing was charged.',
  'awaiting-final-status':
    'We are waiting for the payment to be confirmed. Your order goes ahead as soon as it is. You need not pay again.',
  'payment-not-completed':
    'The payment was not completed. Nothing was charged. You can try again or pay in another way.',
  'authorization-unanswered':
    'Your card may have been charged, so please do not pay again. We are checking with the bank.',
  'backend-unanswered':
    'The payment was sent, but no answer has come yet. It may have been charged, so please do not pay again before the result is known.',
  'challenge-timed-out':
    'The time for confirming the payment has run out. Nothing was charged. Please try again, or use another card.',
  'challenge-blocked':
    'Your bank’s page could not be shown here. Nothing was charged. Please try again, or use another card.',
  'challenge-too-late': 'Your bank’s page did not open in time. Nothing was charged. Please try again.',
  'card-not-supported': 'This kind of card is not accepted here. Nothing was charged. Please use another card.',
  'issuer-unavailable':
    'Your bank cannot be reached at the moment. Nothing was charged. Please try again, or use another card.',
  'gateway-unavailable': 'The payment service is not available at the moment. Nothing was charged. Please try again.',
  'gateway-refused': 'The shop’s payment service refused the payment. Nothing was charged. Please contact the shop.',
  'backend-unavailable': 'The shop is not available at the moment. Nothing was charged. Please try again.',
  'backend-refused': 'The shop could not take the payment. Nothing was charged. Please contact the shop.',
  'order-not-found': 'This order was not found.',
  'order-closed': 'This order can no longer be paid. Please contact the shop.',
  'order-ended': 'This order has ended.',
  'order-changed': 'The amount is now {amount}. Nothing was charged. Please try again.',
  'too-many-attempts':
    'There have been too many attempts to pay this order. Nothing was charged. Please contact the shop.',
  'too-many-requests':
    'There were too many attempts in a short time. Nothing was charged. Please try again in a few minutes.',
};

export type MessageKey = keyof typeof INTERFACE_MESSAGES;

/**
 * The English messages, which the elements use for messages that a language lacks.
 *
 * @example
 * import { ENGLISH_MESSAGES, LANGUAGES } from 'scudo-checkout';
 *
 * LANGUAGES.cy = async () => ({ messages: { ...ENGLISH_MESSAGES, pay: 'Talu {amount}' } });
 */
export const ENGLISH_MESSAGES: Readonly<Record<MessageKey | OutcomeCode, string>> = {
  ...INTERFACE_MESSAGES,
  ...OUTCOME_MESSAGES,
};
