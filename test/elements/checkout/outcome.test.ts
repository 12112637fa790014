import { describe, expect, it } from 'vitest';
import { checkout, orderIn, pass, root, text, type Shop } from './scripted-checkout.js';

async function paid(properties: Partial<Pick<Shop['element'], 'customer' | 'next'>>): Promise<Shop> {
  const shop = await checkout({ order: orderIn('paid') });
  Object.assign(shop.element, properties);
  await pass(shop, 0);
  return shop;
}
const link = (shop: Shop) => root(shop).querySelector<HTMLAnchorElement>('[part~=next]');

describe('the outcome of a paid order', () => {
  it('thanks the shopper by the name that the page gives, as text, and leads to the next step', async () => {
    const shop = await paid({ customer: '<b>Ada</b>', next: { text: 'Follow your order', href: '/orders/4711' } });
    expect(text(shop, 'outcome-title')).toBe('Thank you, <b>Ada</b>');
    expect([link(shop)!.textContent, link(shop)!.href]).toEqual([
      'Follow your order',
      new URL('/orders/4711', location.href).href,
    ]);
    await expect(shop.element).shadowDom.to.be.accessible();
  });

  it('a paid order has the usual title without a name, and no link', async () => {
    const shop = await paid({});
    expect([text(shop, 'outcome-title'), link(shop)]).toEqual(['Payment complete', null]);
  });

  it.each([
    ['https://shop.example/orders', true],
    ['http://shop.example/orders', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['https://', false],
  ])('a link to %s is shown: %s', async (href, isShown) => {
    expect(link(await paid({ next: { text: 'Next', href } })) !== null).toBe(isShown);
  });
});

it.each(['voided', 'refunded'] as const)(
  'an order that is %s says that its payment was returned, and has no button',
  async (state) => {
    const shop = await checkout({ order: orderIn(state) });
    await pass(shop, 0);
    expect([text(shop, 'outcome-title'), text(shop, 'outcome-text')]).toEqual([
      'Payment returned',
      'The shop has returned the amount or released the reservation.',
    ]);
    expect(root(shop).querySelector('[part~=outcome] button')).toBeNull();
  },
);
