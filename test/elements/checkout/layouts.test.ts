import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { LANGUAGES, type ScudoCheckout } from '../../../src/index.js';
import { OPEN_ORDER } from '../../browser/scripted-backend.js';
import {
  choose,
  checkout,
  field,
  focused,
  METHODS,
  pass,
  root,
  type,
  typeCard,
  type Shop,
} from './scripted-checkout.js';

afterEach(() => vi.restoreAllMocks());

type Arrangement = Partial<Pick<ScudoCheckout, 'layout' | 'labels' | 'fieldOrder' | 'lang'>>;
type Order = Partial<typeof OPEN_ORDER>;

async function arranged(arrangement: Arrangement, width = 512, order: Order = { methods: METHODS }): Promise<Shop> {
  const shop = await checkout({ order: () => ({ ...OPEN_ORDER, ...order }) });
  shop.element.style.inlineSize = `${width}px`;
  Object.assign(shop.element, arrangement);
  await pass(shop, 0);
  settled(shop);
  return shop;
}

/** Ends the transitions of the fields. */
const settled = (shop: Shop) =>
  root(shop)
    .getAnimations()
    .forEach((animation) => animation.finish());
const box = (shop: Shop, selector: string) => root(shop).querySelector(selector)!.getBoundingClientRect();
const control = (shop: Shop, name: string) => box(shop, `[data-field=${name}] .control`);
const label = (shop: Shop, name: string) => box(shop, `[data-field=${name}] label`);
const names = (shop: Shop) =>
  [...root(shop).querySelectorAll('.field')].map((one) => one.getAttribute('data-field') ?? '');

describe('the accepted cards', () => {
  const FONTS = ['16px', '32px'];
  const WIDTHS = [512, 288, 220];
  const arrangements = (['accordion', 'compact'] as const).flatMap((layout) =>
    (['above', 'inset', 'floating'] as const).map((labels): Arrangement => ({ layout, labels })),
  );

  it.each(arrangements)('the accepted cards cover no label at any width and text size: %o', async (arrangement) => {
    const shop = await arranged(arrangement, 512, {});
    const cards = () => [...root(shop).querySelectorAll('[part=accepted-cards] > *')];
    expect(cards()).toHaveLength(5);
    for (const font of FONTS)
      for (const width of WIDTHS) {
        Object.assign(shop.element.style, { fontSize: font, inlineSize: `${width}px` });
        await pass(shop, 0);
        const [label, input] = [box(shop, 'label[for=number]'), box(shop, '#number')];
        const boxes = cards().map((one) => one.getBoundingClientRect());
        for (const { left, right } of boxes) {
          expect(left).toBeGreaterThanOrEqual(label.right);
          expect(right).toBeLessThanOrEqual(input.right + 1);
        }
      }
  });

  it('the accepted cards stay where they are while the shopper types', async () => {
    const shop = await arranged({}, 512, {});
    const before = box(shop, '[part=accepted-cards]');
    typeCard(shop);
    await pass(shop, 0);
    expect(box(shop, '[part=accepted-cards]')).toEqual(before);
  });

  it('the recognized brand is seen alone after the first digits', async () => {
    const shop = await arranged({}, 512, {});
    const visibility = () => getComputedStyle(root(shop).querySelector('[part=accepted-cards]')!).visibility;
    const seen: string[] = [];
    for (const number of ['', '9', '4222', '']) {
      type(shop, 'number', number);
      await pass(shop, 0);
      seen.push(visibility());
    }
    expect(seen).toEqual(['visible', 'visible', 'hidden', 'visible']);
  });
});

describe('the layout tabs', () => {
  it('tabs are in one row above the fields, and the arrow keys choose among them', async () => {
    const shop = await arranged({ layout: 'tabs' });
    const tabs = [...root(shop).querySelectorAll('[part=method]')].map((tab) => tab.getBoundingClientRect());
    expect(new Set(tabs.map(({ top }) => top)).size).toBe(1);
    for (const tab of tabs) expect(tab.bottom).toBeLessThan(label(shop, 'number').top);
    root(shop).querySelector<HTMLInputElement>('input[value=card]')!.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await pass(shop, 0);
    expect(label(shop, 'holder').top).toBeGreaterThan(tabs[0]!.bottom);
    await userEvent.keyboard('{Tab}');
    expect(focused(shop)).toBe('holder');
  });

  it('tabs wrap where there is no space, and do not scroll sideways', async () => {
    const { element } = await arranged({ layout: 'tabs' }, 200);
    expect(element.scrollWidth).toBeLessThanOrEqual(200);
  });
});

describe('the layout compact', () => {
  it.each([
    [512, ['number expiry security-code', 'name']],
    [320, ['number', 'expiry security-code', 'name']],
    [200, ['number', 'expiry', 'security-code', 'name']],
  ])('a compact card of %s px has its fields in lines', async (width, lines) => {
    const shop = await arranged({ layout: 'compact' }, width, {});
    const tops = new Set(names(shop).map((name) => control(shop, name).top));
    const inLine = (top: number) => names(shop).filter((name) => control(shop, name).top === top);
    expect([...tops].map((top) => inLine(top).join(' '))).toEqual(lines);
    expect(shop.element.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('a compact card has its labels above the fields, and each error below its own field', async () => {
    const shop = await arranged({ layout: 'compact' }, 512, {});
    await shop.element.pay();
    await pass(shop, 0);
    settled(shop);
    for (const name of names(shop)) {
      const error = box(shop, `#${name}-error`);
      expect(label(shop, name).bottom).toBeLessThanOrEqual(control(shop, name).top);
      expect(error.top).toBeGreaterThanOrEqual(control(shop, name).bottom);
      expect(error.left).toBeGreaterThanOrEqual(control(shop, name).left);
      expect(error.right).toBeLessThanOrEqual(control(shop, name).right + 1);
    }
    expect(box(shop, '#expiry-error').bottom).toBeLessThanOrEqual(label(shop, 'name').top);
  });
});

describe('labels inside the fields', () => {
  it('an inset label is inside its field, above the text', async () => {
    const shop = await arranged({ labels: 'inset' });
    expect(label(shop, 'name').top).toBeGreaterThan(control(shop, 'name').top);
    const { paddingTop } = getComputedStyle(field(shop, 'name'));
    expect(label(shop, 'name').bottom).toBeLessThanOrEqual(control(shop, 'name').top + parseFloat(paddingTop) + 2);
  });

  it('a floating label is in place of the text until the field has the focus or a text', async () => {
    const shop = await arranged({ labels: 'floating' });
    const size = () => parseFloat(getComputedStyle(root(shop).querySelector('label[for=name]')!).fontSize);
    const example = () => getComputedStyle(field(shop, 'number'), '::placeholder').opacity;
    expect([size(), example()]).toEqual([16, '0']);
    field(shop, 'name').focus();
    settled(shop);
    expect(size()).toBe(12);
    type(shop, 'name', 'Ada');
    field(shop, 'number').focus();
    await pass(shop, 0);
    settled(shop);
    expect([size(), example()]).toEqual([12, '1']);
  });

  it.each(['inset', 'floating'] as const)(
    'a label is above its field where large text would cut it: %s',
    async (labels) => {
      const shop = await arranged({ labels }, 288, { ask: ['email', 'billing_address'] });
      const position = () => getComputedStyle(root(shop).querySelector('label[for=security-code]')!).position;
      expect(position()).toBe('absolute');
      shop.element.style.fontSize = '32px';
      await pass(shop, 0);
      settled(shop);
      expect(position()).toBe('static');
      for (const one of root(shop).querySelectorAll<HTMLElement>('.field label')) {
        expect(one.scrollWidth, one.textContent!).toBeLessThanOrEqual(one.clientWidth + 1);
        expect(one.getBoundingClientRect().bottom).toBeLessThanOrEqual(control(shop, one.getAttribute('for')!).top);
      }
    },
  );

  it('no label inside a field is cut in any language at 320 px', async () => {
    const shop = await arranged({ labels: 'inset' }, 320, {});
    const cut: string[] = [];
    for (const lang of ['en', ...Object.keys(LANGUAGES)]) {
      shop.element.lang = lang;
      await expect.poll(() => root(shop).querySelector('[lang]')?.getAttribute('lang')).toBe(lang);
      for (const labels of ['inset', 'floating'] as const) {
        shop.element.labels = labels;
        await pass(shop, 0);
        settled(shop);
        for (const one of root(shop).querySelectorAll<HTMLElement>('.field label'))
          if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
            cut.push(`${lang}, ${labels}: ${one.textContent}`);
      }
    }
    expect(cut).toEqual([]);
  });
});

it('a group with one field has no title beside its label, and one with two fields has it', async () => {
  const titles = async (ask: ('email' | 'mobile_phone')[]) => {
    const shop = await arranged({}, 512, { ask });
    return [...root(shop).querySelectorAll('[part~=group-contact-details] legend:not(.for-readers)')].map(
      (legend) => legend.textContent,
    );
  };
  expect(await titles(['mobile_phone'])).toEqual([]);
  expect(await titles(['email', 'mobile_phone'])).toEqual(['Contact details']);
});

describe('the order of the fields', () => {
  const ASKING: Order = { ask: ['email', 'mobile_phone'] };

  it('the order of the fields is that of the document and of the keyboard, and the first error is the upper one', async () => {
    const shop = await arranged({ fieldOrder: ['phone', 'email', 'name', 'number'] }, 512, ASKING);
    expect(names(shop)).toEqual(['phone', 'email', 'name', 'number', 'expiry', 'security-code']);
    const tops = names(shop).map((name) => control(shop, name).top);
    expect(tops).toEqual([...tops].sort((one, other) => one - other));
    field(shop, 'email').focus();
    await userEvent.keyboard('{Tab}');
    expect(focused(shop)).toBe('name');
    type(shop, 'phone', '+44 7700 900123');
    await shop.element.pay();
    await pass(shop, 0);
    expect(focused(shop)).toBe('email');
    expect(field(shop, 'security-code').enterKeyHint).toBe('go');
  });

  it('the order of the fields of a redirect payment method follows the list, too', async () => {
    const shop = await arranged({ fieldOrder: ['country', 'holder'] });
    await choose(shop, 'ideal');
    expect(names(shop)).toEqual(['country', 'holder']);
  });

  it('unknown names and values have no effect, and are reported on the console once', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const layout = 'grid' as 'tabs';
    const shop = await arranged({ layout, fieldOrder: ['postcode-x' as 'postcode', 'name'] }, 512, {});
    typeCard(shop);
    await pass(shop, 0);
    expect(names(shop)).toEqual(['name', 'number', 'expiry', 'security-code']);
    expect(error.mock.calls.flat()).toEqual([
      expect.stringContaining('has layout="grid", which is none of its values: accordion, tabs, compact.'),
      expect.stringContaining('has "postcode-x" in fieldOrder'),
    ]);
  });
});
