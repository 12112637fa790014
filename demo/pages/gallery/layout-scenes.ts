import { ADDRESS, CONTACT, VISA } from './card-texts.js';
import type { Scene } from './scene.js';
import { ORDER, type Script } from './scripted-shop.js';

const METHODS: Script = {
  order: {
    methods: [{ code: 'card' }, { code: 'testpay', ask: ['account_holder_name', 'country'] }, { code: 'paypal' }],
  },
};
const EVERYTHING: Script = { order: { ask: ['email', 'mobile_phone', 'billing_address'], country: 'GB' } };
const PAID: Script['payment'] = {
  result: 'outcome',
  outcome: {
    status: 'paid',
    code: 'authorized',
    retryable: false,
    sameCard: true,
    order: { id: ORDER.id, state: 'paid' },
  },
};
const ADDRESS_LOADED = '.body:has(#line2):has(#phone-country)';
const FORM = { step: 'entering', shows: '[part~=pay-button]' } as const;

/** The layouts, places of labels and orders of fields that a page can choose. */
export const LAYOUT_SCENES: readonly Scene[] = [
  {
    id: 'layout-tabs',
    section: 'layouts',
    name: 'Payment methods as tabs',
    element: 'scudo-checkout',
    props: { layout: 'tabs' },
    shop: METHODS,
    reached: FORM,
  },
  {
    id: 'layout-tabs-questions',
    section: 'layouts',
    name: 'Tabs, labels inside the fields',
    element: 'scudo-checkout',
    props: { layout: 'tabs', labels: 'inset' },
    shop: METHODS,
    act: (shopper) => shopper.choose('testpay'),
    reached: { step: 'entering', shows: '#holder' },
  },
  {
    id: 'layout-compact',
    section: 'layouts',
    name: 'A card in one line where there is space',
    element: 'scudo-checkout',
    props: { layout: 'compact' },
    act: (shopper) => shopper.type(VISA),
    reached: FORM,
  },
  {
    id: 'layout-compact-errors',
    section: 'layouts',
    name: 'The same with errors, floating labels',
    element: 'scudo-checkout',
    props: { layout: 'compact', labels: 'floating' },
    async act(shopper) {
      await shopper.type({ number: VISA.number, expiry: '01/20' });
      await shopper.pay();
    },
    reached: { step: 'entering', shows: '#expiry[aria-invalid=true]' },
  },
  {
    id: 'labels-floating',
    section: 'layouts',
    name: 'Floating labels, nothing filled in',
    element: 'scudo-checkout',
    props: { labels: 'floating' },
    reached: FORM,
  },
  {
    id: 'labels-floating-typed',
    section: 'layouts',
    name: 'Floating labels, filled in',
    element: 'scudo-checkout',
    props: { labels: 'floating' },
    shop: EVERYTHING,
    act: (shopper) => shopper.type({ ...VISA, ...CONTACT, ...ADDRESS }),
    reached: { step: 'entering', shows: ADDRESS_LOADED },
  },
  {
    id: 'labels-inset-errors',
    section: 'layouts',
    name: 'Labels inside the fields, nothing filled in',
    element: 'scudo-checkout',
    props: { labels: 'inset' },
    shop: EVERYTHING,
    async act(shopper) {
      await shopper.sees({ step: 'entering', shows: ADDRESS_LOADED });
      await shopper.pay();
    },
    reached: { step: 'entering', shows: '#postcode[aria-invalid=true]' },
  },
  {
    id: 'field-order',
    section: 'layouts',
    name: 'Another order of fields, and no button',
    element: 'scudo-checkout',
    props: { fieldOrder: ['phone', 'email', 'name', 'number'], noButton: true },
    shop: { order: { ask: ['email', 'mobile_phone'], country: 'GB' } },
    reached: { step: 'entering', shows: '.body:has(#phone-country)' },
  },
  {
    id: 'slots',
    section: 'layouts',
    name: 'Content of the page in every slot of the form',
    element: 'scudo-checkout',
    shop: { order: { ask: ['billing_address'], country: 'GB', methods: [{ code: 'card' }, { code: 'paypal' }] } },
    slots: {
      header: 'header: One fine coin, in a box',
      express: 'express: A wallet',
      'before-methods': 'before-methods: Choose how to pay',
      'before-card': 'before-card: Cards are charged today',
      'after-card': 'after-card: We keep no card',
      'before-address': 'before-address: As on your bill',
      terms: 'terms: With Pay you accept our terms',
      'pay-icon': '★',
      trust: 'trust: Returns are free',
      footer: 'footer: Questions? help@shop.example',
    },
    reached: { step: 'entering', shows: '.body:has(#line2)' },
  },
  {
    id: 'slots-outcome',
    section: 'layouts',
    name: 'Content of the page in the slot of an outcome',
    element: 'scudo-checkout',
    slots: { 'outcome-paid': 'outcome-paid: Your receipt is on its way' },
    shop: { payment: PAID },
    async act(shopper) {
      await shopper.type(VISA);
      await shopper.pay();
    },
    reached: { step: 'outcome', shows: '[data-status=paid]' },
  },
];
