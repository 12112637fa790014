import { describe, expect, it } from 'vitest';
import {
  afterDecline,
  checkout,
  declined,
  field,
  focused,
  pass,
  payButton,
  press,
  root,
  status,
  type,
  typeCard,
} from './scripted-checkout.js';

const never = () => new Promise<never>(() => undefined);

describe('a payment that can be tried again', () => {
  it('shows the outcome between the fields and Pay, and reads it first', async () => {
    const shop = await afterDecline();
    expect(status(shop)).toBe('declined');
    expect(focused(shop)).toBe('outcome-title');
    const places = ['#name', '[part~=outcome]', '[type=submit]'].map((one) => root(shop).querySelector(one)!);
    const tops = places.map((one) => one.getBoundingClientRect().top);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    expect(focused(shop)).toBe('outcome-title');
    expect([field(shop, 'number').value, field(shop, 'security-code').value]).toEqual(['4222 0000 0628 5344', '']);
    expect(field(shop, 'security-code').readOnly).toBe(false);
    expect(payButton(shop).getAttribute('aria-disabled')).toBe('false');
  });

  it('moves no field, and shows a new button that keeps the focus once it is pressed', async () => {
    const shop = await checkout({ authenticate: declined });
    typeCard(shop);
    const [name, button] = [field(shop, 'name').getBoundingClientRect().top, payButton(shop)];
    await press(shop, 'Pay €19.99');
    await pass(shop, 0);
    expect(field(shop, 'name').getBoundingClientRect().top).toBe(name);
    expect(payButton(shop)).not.toBe(button);
    type(shop, 'security-code', '123');
    shop.backend.answers.authenticate = never;
    payButton(shop).focus();
    await press(shop, 'Pay €19.99');
    expect(root(shop).activeElement).toBe(payButton(shop));
  });

  it('pays when Pay is pressed below the outcome', async () => {
    const shop = await afterDecline();
    type(shop, 'security-code', '123');
    await press(shop, 'Pay €19.99');
    await pass(shop, 0);
    expect(shop.reported).toEqual(['declined declined', 'paid authorized']);
    expect(status(shop)).toBe('paid');
    expect(root(shop).querySelector('form')).toBeNull();
  });

  it('shows the errors in place of the outcome when a field is missing', async () => {
    const shop = await afterDecline();
    await press(shop, 'Pay €19.99');
    expect(status(shop)).toBeUndefined();
    expect(focused(shop)).toBe('security-code');
    expect(shop.reported).toEqual(['declined declined']);
  });

  it('prepares the card while the shopper types, below the outcome', async () => {
    const shop = await afterDecline();
    const checks = () => shop.backend.calls.filter(({ call }) => call === 'prepare').length;
    const before = checks();
    field(shop, 'security-code').focus();
    await pass(shop, 0);
    expect(status(shop)).toBe('declined');
    expect(focused(shop)).toBe('security-code');
    expect(checks()).toBe(before + 1);
    expect(shop.element.matches(':state(declined)')).toBe(true);
    type(shop, 'security-code', '123');
    await press(shop, 'Pay €19.99');
    await pass(shop, 0);
    expect(status(shop)).toBe('paid');
  });

  it('goes to the field that is missing when Try again is pressed, also after the shopper has typed', async () => {
    const shop = await afterDecline();
    field(shop, 'name').focus();
    await pass(shop, 0);
    await press(shop, 'Try again');
    expect(status(shop)).toBeUndefined();
    expect(focused(shop)).toBe('security-code');
  });

  it('asks for the security code once more, until one is typed', async () => {
    const shop = await afterDecline();
    const code = field(shop, 'security-code');
    const hint = () => root(shop).querySelector('#security-code-hint')?.textContent;
    expect([code.value, code.placeholder, hint()]).toEqual(['', 'Enter it once more', 'Enter it once more']);
    type(shop, 'security-code', '123');
    await press(shop, 'Pay €19.99');
    await pass(shop, 0);
    expect(status(shop)).toBe('paid');
  });

  it('shows the whole request for the code in the narrowest form, over the empty field', async () => {
    const shop = await afterDecline();
    shop.element.style.inlineSize = '288px';
    // Longer than the request in any language.
    shop.element.messages = { 'code-again': 'Saisissez-le de nouveau' };
    await pass(shop, 0);
    const request = root(shop).querySelector<HTMLElement>('#security-code-hint')!;
    const [inner, box] = [request.getBoundingClientRect(), field(shop, 'security-code').getBoundingClientRect()];
    expect([request.scrollWidth <= request.clientWidth, request.scrollHeight <= request.clientHeight]).toEqual([
      true,
      true,
    ]);
    expect([inner.left, inner.top, inner.right, inner.bottom]).toEqual([box.left, box.top, box.right, box.bottom]);
    type(shop, 'security-code', '1');
    expect(root(shop).querySelector('.again')?.checkVisibility({ opacityProperty: true }) ?? false).toBe(false);
  });

  it('the outcome has a tint of the error color that is seen in the dark, too', async () => {
    const shop = await afterDecline();
    const tint = (scheme: string) => {
      shop.element.style.colorScheme = scheme;
      const { backgroundColor } = getComputedStyle(root(shop).querySelector('[part~=outcome]')!);
      return Number(/\/ ([\d.]+)\)$/.exec(backgroundColor)?.[1]);
    };
    expect(tint('light')).toBeCloseTo(0.07);
    expect(tint('dark')).toBeCloseTo(0.14);
  });

  it('the form has one main action, the button that pays: Try again looks like a link', async () => {
    const shop = await afterDecline();
    const again = root(shop).querySelector<HTMLElement>('[part~=try-again]')!;
    const { backgroundColor, borderTopWidth, textDecorationLine } = getComputedStyle(again);
    expect([backgroundColor, borderTopWidth, textDecorationLine]).toEqual(['rgba(0, 0, 0, 0)', '0px', 'underline']);
    expect(again.offsetHeight).toBeGreaterThanOrEqual(24);
    expect(getComputedStyle(payButton(shop)).backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
  });

  it('pays by the button of the page', async () => {
    const shop = await afterDecline();
    type(shop, 'security-code', '123');
    expect(await shop.element.pay()).toBe(true);
    await pass(shop, 0);
    expect(shop.reported.at(-1)).toBe('paid authorized');
  });
});

it('an outcome that ends the payment has no form', async () => {
  const shop = await checkout();
  typeCard(shop);
  await press(shop, 'Pay €19.99');
  await pass(shop, 0);
  expect([status(shop), root(shop).querySelector('form')]).toEqual(['paid', null]);
});
