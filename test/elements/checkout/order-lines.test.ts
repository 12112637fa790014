import { expect, it } from 'vitest';
import { OPEN_ORDER } from '../../browser/scripted-backend.js';
import { checkout, rendered, root } from './scripted-checkout.js';

const LINES = [
  { text: 'Coffee', quantity: 2, amount: '1600' },
  { text: 'Filter', quantity: 1, amount: '600' },
  { text: 'Delivery', amount: '300' },
  { text: 'Discount', quantity: 1, amount: '-501' },
];
const shopWith = (order: object) => checkout({ order: () => ({ ...OPEN_ORDER, ...order }) });
const linesIn = (shop: Awaited<ReturnType<typeof shopWith>>) => root(shop).querySelector('details');
const texts = (place: ParentNode, part: string) =>
  [...place.querySelectorAll(`[part=${part}]`)].map(({ textContent }) => textContent.trim());

it('the lines of an order are closed, and open from the number of its items', async () => {
  const shop = await shopWith({ description: 'Coffee bar', lines: LINES });
  const details = linesIn(shop)!;
  expect(details.open).toBe(false);
  expect(texts(details, 'lines-summary')).toEqual(['3 items']);
  const below = () => root(shop).querySelector('form')!.getBoundingClientRect().top;
  const closed = below();
  details.querySelector('summary')!.click();
  expect(details.open).toBe(true);
  expect(below()).toBeGreaterThan(closed);
  expect(texts(details, 'line-text')).toEqual(['2 × Coffee', 'Filter', 'Delivery', 'Discount']);
  expect(texts(details, 'line-amount')).toEqual(['€16.00', '€6.00', '€3.00', '\u200e−€5.01']);
  expect(texts(root(shop), 'amount')).toEqual(['€19.99']);
  details.querySelector('summary')!.click();
  expect(below()).toBe(closed);
});

it('opened lines stay open when the shop changes them', async () => {
  let lines = LINES.slice(0, 1);
  const shop = await checkout({ order: () => ({ ...OPEN_ORDER, amount: '1600', lines, revision: lines[0]?.text }) });
  linesIn(shop)!.open = true;
  lines = [{ text: 'Filter', quantity: 1, amount: '1600' }];
  shop.element.refresh();
  await rendered(shop);
  expect([linesIn(shop)!.open, ...texts(root(shop), 'lines-summary')]).toEqual([true, '1 item']);
});

it('an order with lines and no description has the amount, and no empty paragraph', async () => {
  const shop = await shopWith({
    lines: [
      { text: 'Ticket', amount: '2500' },
      { text: 'Discount', amount: '-501' },
    ],
  });
  expect(texts(linesIn(shop)!, 'lines-summary')).toEqual(['1 item']);
  expect(texts(root(shop), 'amount')).toEqual(['€19.99']);
  expect(root(shop).querySelector('[part=description]')).toBeNull();
});

it.each([undefined, []])('an order with the lines %j has no list', async (lines) => {
  expect(linesIn(await shopWith({ lines }))).toBeNull();
});
