import { ADDRESS, AMEX, CONTACT, VISA } from './card-texts.js';
import type { Scene } from './scene.js';
import { PAID_AT, refusing, UNKNOWN, UNREACHABLE, type Script } from './scripted-shop.js';
import type { Shopper } from './shopper.js';

const EVERYTHING: Script = { order: { ask: ['email', 'mobile_phone', 'billing_address'], country: 'GB' } };
/** The data of addresses and phone numbers have been loaded. */
const ADDRESS_LOADED = '.body:has(#line2):has(#phone-country)';
/** The order of the demo shop, whose gateway needs a phone number. */
const ORDINARY: Script = { order: { ask: ['mobile_phone'] } };
const METHODS: Script = {
  order: {
    ask: ['mobile_phone'],
    methods: [{ code: 'card' }, { code: 'testpay', ask: ['account_holder_name', 'country'] }, { code: 'paypal' }],
  },
};

const FORM = { step: 'entering', shows: '[part~=pay-button]' } as const;

/** Matches when the last of the invalid fields shows its error. */
const wrong = (id: string) => ({ step: 'entering', shows: `#${id}[aria-invalid=true]` }) as const;

const typed = (texts: Readonly<Record<string, string>>) => (shopper: Shopper) => shopper.type(texts);

const paid = (texts: Readonly<Record<string, string>>) => async (shopper: Shopper) => {
  await shopper.type(texts);
  await shopper.pay();
};

/** Scenes from the first rendering to a valid form. */
export const FORM_SCENES: readonly Scene[] = [
  {
    id: 'loading',
    section: 'order',
    name: 'Loading the order',
    element: 'scudo-checkout',
    shop: { order: 'never' },
    reached: { shows: '[part~=progress]:not(:empty)' },
  },
  {
    id: 'unreachable',
    section: 'order',
    name: 'The shop cannot be reached',
    element: 'scudo-checkout',
    shop: { order: UNREACHABLE },
    reached: { step: 'unreachable', shows: '[role=alert]' },
  },
  {
    id: 'order-unknown',
    section: 'order',
    name: 'The order is not known',
    element: 'scudo-checkout',
    shop: { order: UNKNOWN },
    reached: { step: 'outcome', shows: '[data-status=failed]' },
  },
  {
    id: 'order-paid',
    section: 'order',
    name: 'The order is paid already',
    element: 'scudo-checkout',
    shop: { order: { state: 'paid', paidAt: PAID_AT } },
    reached: { step: 'outcome', shows: '[data-status=paid]' },
  },

  { id: 'form-empty', section: 'form', name: 'Empty', element: 'scudo-checkout', shop: ORDINARY, reached: FORM },
  {
    id: 'form-typed',
    section: 'form',
    name: 'Filled in',
    element: 'scudo-checkout',
    shop: ORDINARY,
    async act(shopper) {
      await shopper.sees({ step: 'entering', shows: '#phone-country' });
      await shopper.type({ ...VISA, phone: CONTACT.phone });
    },
    reached: FORM,
  },
  {
    id: 'form-typed-amex',
    section: 'form',
    name: 'American Express, with its longer code',
    element: 'scudo-checkout',
    act: typed(AMEX),
    reached: FORM,
  },
  {
    id: 'form-add-card',
    section: 'form',
    name: 'A card is added, nothing charged',
    element: 'scudo-checkout',
    shop: { order: { purpose: 'add-card', amount: '0', description: 'Your card for next time' } },
    reached: FORM,
  },
  {
    id: 'form-long',
    section: 'form',
    name: 'A long description, a large amount',
    element: 'scudo-checkout',
    shop: {
      order: {
        amount: '123456789000',
        currency: 'JPY',
        description:
          'One hundred fine coins, struck by hand in the old mint, each in a case of walnut lined with velvet, sent with care to wherever you are',
      },
    },
    reached: FORM,
  },
  {
    id: 'form-lines',
    section: 'form',
    name: 'The lines of the order, opened',
    element: 'scudo-checkout',
    shop: {
      order: {
        lines: [
          { text: 'One fine coin', quantity: 1, amount: '1800' },
          { text: 'Case of walnut, lined with velvet', quantity: 2, amount: '500' },
          { text: 'Delivery', amount: '199' },
          { text: 'Friends of the mint', amount: '-500' },
        ],
      },
    },
    act: (shopper) => shopper.press('[part~=lines-summary]'),
    reached: { step: 'entering', shows: '[part~=lines][open]' },
  },
  {
    id: 'form-disabled',
    section: 'form',
    name: 'In a disabled fieldset',
    element: 'scudo-checkout',
    disabled: true,
    reached: { step: 'entering', shows: '[part~=pay-button][aria-disabled=true]' },
  },
  {
    id: 'form-asked',
    section: 'form',
    name: 'Email, phone and address asked for',
    element: 'scudo-checkout',
    shop: EVERYTHING,
    reached: { step: 'entering', shows: ADDRESS_LOADED },
  },
  {
    id: 'form-asked-typed',
    section: 'form',
    name: 'All of it filled in',
    element: 'scudo-checkout',
    shop: EVERYTHING,
    act: typed({ ...VISA, ...CONTACT, ...ADDRESS }),
    reached: { step: 'entering', shows: ADDRESS_LOADED },
  },
];

/** Scenes of forms with errors. */
export const ERROR_SCENES: readonly Scene[] = [
  {
    id: 'errors-missing',
    section: 'errors',
    name: 'Nothing filled in',
    element: 'scudo-checkout',
    shop: EVERYTHING,
    async act(shopper) {
      await shopper.sees({ step: 'entering', shows: ADDRESS_LOADED });
      await shopper.pay();
    },
    reached: wrong('postcode'),
  },
  {
    id: 'errors-wrong',
    section: 'errors',
    name: 'Everything wrong',
    element: 'scudo-checkout',
    shop: EVERYTHING,
    async act(shopper) {
      await shopper.sees({ step: 'entering', shows: ADDRESS_LOADED });
      await shopper.type({
        number: '4222000006285345',
        expiry: '01/20',
        'security-code': '12',
        name: 'Ada Lovelace, Countess of a name that no card holds',
        email: 'ada at example',
        phone: '020 7946',
        line2: 'x'.repeat(51),
        postcode: 'N1',
      });
      await shopper.pay();
    },
    reached: wrong('postcode'),
  },
  {
    id: 'errors-short',
    section: 'errors',
    name: 'A number too short, no month',
    element: 'scudo-checkout',
    act: paid({ ...VISA, number: '42220000', expiry: '13/28' }),
    reached: wrong('expiry'),
  },
  {
    id: 'errors-unknown',
    section: 'errors',
    name: 'A kind of card that is not taken',
    element: 'scudo-checkout',
    act: paid({ ...VISA, number: '6200000000000005' }),
    reached: wrong('number'),
  },
  {
    id: 'errors-refused',
    section: 'errors',
    name: 'A field that the bank refused',
    element: 'scudo-checkout',
    shop: { payment: refusing('card.full_name') },
    act: paid(VISA),
    reached: wrong('name'),
  },
];

/** Orders with more than one method. */
export const METHOD_SCENES: readonly Scene[] = [
  {
    id: 'methods-card',
    section: 'methods',
    name: 'The card chosen',
    element: 'scudo-checkout',
    shop: METHODS,
    reached: { step: 'entering', shows: '[part~=methods]' },
  },
  {
    id: 'methods-questions',
    section: 'methods',
    name: 'A method with questions',
    element: 'scudo-checkout',
    shop: METHODS,
    act: (shopper) => shopper.choose('testpay'),
    reached: { step: 'entering', shows: '#holder' },
  },
  {
    id: 'methods-errors',
    section: 'methods',
    name: 'Its questions not answered',
    element: 'scudo-checkout',
    shop: METHODS,
    async act(shopper) {
      await shopper.choose('testpay');
      await shopper.pay();
    },
    reached: wrong('holder'),
  },
  {
    id: 'methods-plain',
    section: 'methods',
    name: 'A method without',
    element: 'scudo-checkout',
    shop: METHODS,
    act: (shopper) => shopper.choose('paypal'),
    reached: { step: 'entering', shows: '[part~=hint]:not([id])' },
  },
];
