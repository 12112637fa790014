import { describe, expect, it } from 'vitest';
import { ICON_DATA } from '../../../src/elements/icons/icon-data.js';
import { nextTask } from '../../../src/elements/tasks/next-task.js';
import { checkout, field, pass, press, rendered, type, type Shop } from './scripted-checkout.js';

/** Counts the renderings of the element during some work, with those that follow it. */
async function renderings(shop: Shop, work: () => void): Promise<number> {
  // Icons that come later are rendered, too.
  await ICON_DATA();
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
    [0, 'number', '4222', '42220'],
    [1, 'number', '4222', '5222'],
    [1, 'number', '4', ''],
    [0, 'expiry', '12 / 2', '12 / 28'],
    [0, 'security-code', '12', '123'],
    [0, 'name', 'Ada', 'Adam'],
  ])('renders the form %i times when the field %s changes from “%s” to “%s”', async (count, id, before, after) => {
    const shop = await checkout();
    type(shop, id, before);
    expect(await renderings(shop, () => type(shop, id, after))).toBe(count);
  });

  it('renders the form when it corrects an error', async () => {
    const shop = await checkout();
    await press(shop, 'Pay €19.99');
    const isInvalid = () => ['name', 'expiry'].map((id) => field(shop, id).getAttribute('aria-invalid'));
    expect(isInvalid()).toEqual(['true', 'true']);
    type(shop, 'name', 'Ada Lovelace');
    await rendered(shop);
    expect(isInvalid()).toEqual(['false', 'true']);
    type(shop, 'expiry', '12 / 28');
    await rendered(shop);
    expect(isInvalid()).toEqual(['false', 'false']);
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

  it('a text is kept that an extension sets before it fires the events of the fields one by one', async () => {
    const shop = await checkout();
    const texts = { number: '4222000006285344', expiry: '12 / 28', 'security-code': '123', name: 'Ada Lovelace' };
    const inputs = Object.entries(texts).map(([id, text]) => Object.assign(field(shop, id), { value: text }));
    for (const input of inputs)
      for (const type of ['input', 'change', 'blur']) input.dispatchEvent(new Event(type, { bubbles: true }));
    await rendered(shop);
    expect(inputs.map(({ value }) => value)).toEqual(['4222 0000 0628 5344', '12 / 28', '123', 'Ada Lovelace']);
  });

  it('a text moves with its field when the page changes the order of fields', async () => {
    const shop = await checkout();
    type(shop, 'number', '4222 0000 0628 5344');
    field(shop, 'security-code').focus();
    await rendered(shop);
    type(shop, 'security-code', '123');
    shop.element.fieldOrder = ['name', 'number', 'expiry'];
    await rendered(shop);
    const shown = ['name', 'number', 'expiry', 'security-code'].map((id) => field(shop, id).value);
    expect(shown).toEqual(['', '4222 0000 0628 5344', '', '123']);
  });
});

it('a complete number is prepared in a task after its last digit, and one that is changed before is not', async () => {
  const shop = await checkout();
  const prepared = () => shop.backend.calls.filter(({ call }) => call === 'prepare').length;
  type(shop, 'number', '4222000006285344');
  await Promise.resolve();
  expect(prepared()).toBe(0);
  type(shop, 'number', '4222');
  await nextTask();
  expect(prepared()).toBe(0);
  type(shop, 'number', '4222000006285344');
  await nextTask();
  expect(prepared()).toBe(1);
});
