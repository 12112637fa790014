import { describe, expect, it } from 'vitest';
import { checkout, field, pass, rendered, type, type Shop } from './scripted-checkout.js';

/** Counts the renderings of the element during some work, with those that follow it. */
async function renderings(shop: Shop, work: () => void): Promise<number> {
  await rendered(shop);
  const { element } = shop;
  const update = Reflect.get(element, 'performUpdate') as () => void;
  let count = 0;
  Reflect.set(element, 'performUpdate', () => {
    count++;
    update.call(element);
  });
  work();
  await rendered(shop);
  Reflect.deleteProperty(element, 'performUpdate');
  return count;
}

describe('a text that the shopper types', () => {
  it.each([
    ['number', '4222', '42220', 0],
    ['number', '4222', '5222', 1],
    ['number', '4', '', 1],
    ['expiry', '12 / 2', '12 / 28', 0],
    ['security-code', '12', '123', 0],
    ['name', 'Ada', 'Adam', 0],
  ])('in the field %s from %s to %s renders the form %i times', async (id, before, after, count) => {
    const shop = await checkout();
    type(shop, id, before);
    expect(await renderings(shop, () => type(shop, id, after))).toBe(count);
  });

  it('renders the form when it corrects an error', async () => {
    const shop = await checkout();
    field(shop, 'expiry').focus();
    type(shop, 'expiry', '12 / 20');
    field(shop, 'expiry').blur();
    await rendered(shop);
    expect(field(shop, 'expiry').getAttribute('aria-invalid')).toBe('true');
    type(shop, 'expiry', '12 / 28');
    await rendered(shop);
    expect(field(shop, 'expiry').getAttribute('aria-invalid')).toBe('false');
  });

  it('a text is written in one notation when the field is left, though the form has shown that one before', async () => {
    const shop = await checkout();
    const leave = async (text: string) => {
      field(shop, 'number').focus();
      type(shop, 'number', text);
      field(shop, 'number').blur();
      await pass(shop, 0);
      return field(shop, 'number').value;
    };
    expect(await leave('4222 0000 0628 5344')).toBe('4222 0000 0628 5344');
    const input = field(shop, 'number');
    input.focus();
    // A composition is not written before its end.
    input.value = '4222000006285344';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    input.blur();
    await pass(shop, 0);
    expect(input.value).toBe('4222 0000 0628 5344');
  });

  it('a text is cleared in an element that is removed, though it was not rendered', async () => {
    const shop = await checkout();
    type(shop, 'security-code', '123');
    type(shop, 'name', 'Ada');
    const inputs = [field(shop, 'security-code'), field(shop, 'name')];
    shop.element.remove();
    expect(inputs.map(({ value }) => value)).toEqual(['', '']);
  });
});
