import { fixture, html } from '@open-wc/testing';
import { describe, expect, it } from 'vitest';
import type { ScudoCheckout } from '../../../src/index.js';
import '../../../src/index.js';
import type { Order } from '../../../src/payment/backend-client/backend-client.js';
import manifest from '../../../src/elements/checkout/checkout-element.ts?raw';
import returnManifest from '../../../src/elements/return/return-element.ts?raw';
import shared from '../../../src/elements/scudo-element.ts?raw';
import scale from '../../../src/elements/themes/scale.styles.ts?raw';
import theme from '../../../src/elements/themes/theme.styles.ts?raw';
import base from '../../../src/elements/themes/base.styles.ts?raw';
import field from '../../../src/elements/themes/field.styles.ts?raw';
import form from '../../../src/elements/themes/form.styles.ts?raw';
import challenge from '../../../src/elements/themes/challenge.styles.ts?raw';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import * as scripted from './scripted-checkout.js';
import { OPEN_ORDER, scriptedBackend } from '../../browser/scripted-backend.js';

/** The parts of an element: each, and those that its description lists. A description may be wrapped. */
const partsOf = (source: string) =>
  [...source.replace(/\n \*\s+(?!@)/g, ' ').matchAll(/@csspart ([\w-]+)(?:.* for each \w+: (.*?)\.)?/g)].flatMap(
    ([, part = '', others]) => [part, ...(others?.split(', ') ?? [])],
  );
const documentedParts = partsOf(manifest);

async function checkout(order: Partial<Order> = {}): Promise<ScudoCheckout> {
  const backend = scriptedBackend({ order: () => ({ ...OPEN_ORDER, ...order }) });
  const element = await fixture<ScudoCheckout>(html`
    <scudo-checkout order="A1" .adapter=${backend}>
      <p slot="header">Two coins</p>
      <p slot="terms">By paying you agree.</p>
      <p slot="footer">Ask us.</p>
      <p slot="outcome-paid">Here is your receipt.</p>
      <p slot="outcome-declined">Call us.</p>
    </scudo-checkout>
  `);
  await settle();
  await element.updateComplete;
  return element;
}

const shown = (element: Element) =>
  [...element.children]
    .filter((child) => (child as HTMLElement).offsetParent !== null)
    .map(({ textContent }) => textContent);

describe('slotted content', () => {
  it('slotted content is shown above the checkout, above the button that pays, and below the checkout', async () => {
    const element = await checkout();
    expect(shown(element)).toEqual(['Two coins', 'By paying you agree.', 'Ask us.']);
    const top = (selector: string) => element.querySelector(selector)!.getBoundingClientRect().top;
    const pay = element.shadowRoot!.querySelector('[part~=pay-button]')!.getBoundingClientRect();
    const name = element.shadowRoot!.querySelector('#name')!.getBoundingClientRect();
    expect(top('[slot=header]')).toBeLessThan(name.top);
    expect(top('[slot=terms]')).toBeGreaterThan(name.bottom);
    expect(top('[slot=terms]')).toBeLessThan(pay.top);
    expect(top('[slot=footer]')).toBeGreaterThanOrEqual(pay.bottom);
  });

  it('express buttons and a trust line have a place only while the page has them', async () => {
    const shop = await scripted.checkout({ authenticate: () => new Promise(() => undefined) });
    const place = (part: string) => scripted.root(shop).querySelector<HTMLElement>(`[part=${part}]`)!;
    const height = (part: string) => place(part).offsetHeight;
    expect(place('express').checkVisibility({ visibilityProperty: true })).toBe(false);
    expect(place('trust').checkVisibility({ visibilityProperty: true })).toBe(false);
    const add = (slot: string, text: string) =>
      shop.element.appendChild(Object.assign(document.createElement('button'), { slot, textContent: text }));
    const button = add('express', 'Apple Pay');
    add('trust', 'Returns are free.');
    await settle();
    expect(button.getBoundingClientRect().height).toBe(scripted.payButton(shop).offsetHeight);
    expect(place('express-divider').innerText).toBe('or pay another way');
    expect([place('express').inert, height('trust') > 0]).toEqual([false, true]);
    scripted.typeCard(shop);
    scripted.payButton(shop).click();
    await scripted.pass(shop, 0);
    expect([place('express').inert, height('trust') > 0]).toEqual([true, true]);
    button.remove();
    await expect.poll(() => place('express').checkVisibility({ visibilityProperty: true })).toBe(false);
  });

  it('express buttons that the page hides, and empty containers for them, have no place until they are shown', async () => {
    const shop = await scripted.checkout();
    const place = scripted.root(shop).querySelector<HTMLElement>('[part=express]')!;
    const isShown = () => place.checkVisibility({ visibilityProperty: true });
    const form = () => scripted.root(shop).querySelector('form')!.getBoundingClientRect().height;
    const before = form();
    const [button, container] = [document.createElement('button'), document.createElement('div')];
    for (const one of [button, container]) one.slot = 'express';
    button.hidden = true;
    shop.element.append(button, container);
    await settle();
    expect([isShown(), form()]).toEqual([false, before]);
    button.hidden = false;
    await expect.poll(isShown).toBe(true);
    button.hidden = true;
    await expect.poll(isShown).toBe(false);
    container.append('Google Pay');
    await expect.poll(isShown).toBe(true);
  });

  it('an order that saves a card has no words about paying another way', async () => {
    const shop = await scripted.checkout({ order: () => ({ ...OPEN_ORDER, purpose: 'add-card' }) });
    expect(scripted.text(shop, 'express-divider')).toBe('');
  });

  it.each<[Order['state'], string[]]>([
    ['paid', ['Two coins', 'Ask us.', 'Here is your receipt.']],
    ['pending', ['Two coins', 'Ask us.']],
  ])('slotted content is shown with the outcome of its slot: %s', async (state, texts) => {
    const element = await checkout({ state });
    expect(shown(element)).toEqual(texts);
  });
});

it('slotted content between the groups is where its slot says, and in the button that pays', async () => {
  const element = await checkout({
    ask: ['email', 'billing_address'],
    methods: [{ code: 'card' }, { code: 'testpay' }],
  });
  const slot = (name: string) => {
    const content = document.createElement('p');
    content.slot = content.textContent = name;
    element.append(content);
    return () => content;
  };
  const piece = (selector: string) => () => element.shadowRoot!.querySelector(selector)!;
  const downwards = [
    ...[slot('before-methods'), piece('[part=method]'), slot('before-card'), piece('#name'), slot('after-card')],
    ...[piece('#email'), slot('before-address'), piece('#line1'), piece('[part~=pay-label]')],
  ];
  const tops = downwards.map((find) => find().getBoundingClientRect().top);
  expect(tops).toEqual([...new Set(tops)].sort((one, other) => one - other));
  const icon = document.createElement('img');
  icon.slot = 'pay-icon';
  element.append(icon);
  expect(icon.assignedSlot?.closest('button')?.part.contains('pay-button')).toBe(true);
});

describe('the parts', () => {
  it('the parts are on every visible element, and each is documented', async () => {
    const element = await checkout({
      ask: ['email', 'billing_address'],
      methods: [{ code: 'card' }, { code: 'testpay' }],
    });
    const pieces = [...element.shadowRoot!.querySelectorAll('*')].filter(
      (piece) => !piece.matches('option, slot, body > *, div[lang], .for-readers, svg *'),
    );
    expect(pieces.filter((piece) => piece.part.length === 0).map(({ outerHTML }) => outerHTML.slice(0, 60))).toEqual(
      [],
    );
    for (const part of pieces.flatMap((piece) => [...piece.part])) expect(documentedParts).toContain(part);
  });

  it.each<Order['state']>(['paid', 'failed', 'in-doubt'])(
    'the parts of an outcome are documented in both elements: %s',
    async (state) => {
      const adapter = scriptedBackend({ order: () => ({ ...OPEN_ORDER, state }) });
      const page = await fixture(html`<div>
        <scudo-checkout order="A1" .adapter=${adapter}></scudo-checkout>
        <scudo-return order="A1" .adapter=${adapter}></scudo-return>
      </div>`);
      await settle();
      for (const [selector, documented] of [
        ['scudo-checkout', documentedParts],
        ['scudo-return', partsOf(returnManifest)],
      ] as const) {
        const element = page.querySelector<ScudoCheckout>(selector)!;
        await element.updateComplete;
        const outcome = element.shadowRoot!.querySelector('[part~=outcome]')!;
        for (const part of [outcome, ...outcome.querySelectorAll('*')].flatMap((piece) => [...piece.part]))
          expect([selector, documented]).toEqual([selector, expect.arrayContaining([part])]);
      }
    },
  );

  it('the parts can be styled from outside', async () => {
    const element = await checkout();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('scudo-checkout::part(pay-button) { letter-spacing: 3px }');
    document.adoptedStyleSheets.push(sheet);
    expect(getComputedStyle(element.shadowRoot!.querySelector('[part~=pay-button]')!).letterSpacing).toBe('3px');
    document.adoptedStyleSheets.pop();
  });
});

describe('the custom properties', () => {
  const documented = new Map(
    [...shared.matchAll(/@cssprop \[(--scudo-[\w-]+)=(.*?)\] - /g)].map(([, name = '', value = '']) => [name, value]),
  );

  it('the custom properties are documented with their defaults, without exception', () => {
    const used = new Map<string, string>();
    for (const [, name = '', value = ''] of `${theme}${base}${form}${field}${challenge}`.matchAll(
      /var\((--scudo-[\w-]+), ((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g,
    )) {
      // The first is that of the element. The dialog has a ground of its own.
      if (used.has(name)) continue;
      // A private property has the value of a public one, or one of the scale.
      used.set(
        name,
        value
          .replace(/var\(--_space\)/, 'var(--scudo-space)')
          .replace(/var\(--_radius\)/, 'var(--scudo-radius)')
          .replace(/var\((--_[\w-]+)\)/, (use, name: string) => new RegExp(`${name}: (.*?);`).exec(scale)?.[1] ?? use)
          .replace(/var\(--_[\w-]+\)/, 'derived'),
      );
    }
    expect(Object.fromEntries([...used].sort())).toEqual(Object.fromEntries([...documented].sort()));
  });

  it.each([
    ['--scudo-color-text', 'rgb(1, 2, 3)', '[part~=label]', 'color'],
    ['--scudo-color-field', 'rgb(1, 2, 3)', '[part~=input]', 'backgroundColor'],
    ['--scudo-color-placeholder', 'rgb(1, 2, 3)', '[part~=input]::placeholder', 'color'],
    ['--scudo-color-accent', 'rgb(1, 2, 3)', '[part~=pay-button]', 'backgroundColor'],
    ['--scudo-radius', '3px', '[part~=input]', 'borderTopLeftRadius'],
    ['--scudo-radius-button', '3px', '[part~=pay-button]', 'borderTopLeftRadius'],
    ['--scudo-line-width', '3px', '[part~=input]', 'borderTopWidth'],
    ['--scudo-label-weight', '300', '[part~=label]', 'fontWeight'],
    ['--scudo-control-inset', '3px', '[part~=input]', 'paddingLeft'],
    ['--scudo-control-size', '60px', '[part~=input]', 'minHeight'],
    ['--scudo-button-size', '60px', '[part~=pay-button]', 'minHeight'],
    ['--scudo-field-inset', '3px', '[part~=input]', 'paddingLeft'],
    ['--scudo-button-inset', '3px', '[part~=pay-button]', 'paddingLeft'],
    ['--scudo-field-gap', '40px', '[part~=fields]', 'rowGap'],
    ['--scudo-label-gap', '40px', '[part~=label]', 'marginBottom'],
    ['--scudo-field-shadow', 'rgb(1, 2, 3) 1px 2px 3px 0px', '[part~=input]', 'boxShadow'],
    ['--scudo-button-shadow', 'rgb(1, 2, 3) 1px 2px 3px 0px', '[part~=pay-button]', 'boxShadow'],
    ['--scudo-color-brand', 'rgb(1, 2, 3)', '[part~=pay-button]', 'backgroundColor'],
    ['--scudo-group-gap', '40px', '[part~=form]', 'rowGap'],
    ['--scudo-space', '40px', '[part~=fields]', 'rowGap'],
  ])('the custom property %s changes its documented property', async (name, value, piece, property) => {
    const element = await checkout();
    element.style.setProperty(name, value);
    for (const transition of element.shadowRoot!.getAnimations()) transition.finish();
    const [selector = '', pseudo] = piece.split('::');
    const part = element.shadowRoot!.querySelector(selector)!;
    expect(getComputedStyle(part, pseudo && `::${pseudo}`)[property as 'color']).toBe(value);
  });
});

it('a field with an error has the shadow that the page chose, which no rule for a part removes', async () => {
  const element = await checkout();
  await element.pay();
  await element.updateComplete;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('scudo-checkout::part(control) { box-shadow: none }');
  document.adoptedStyleSheets.push(sheet);
  const control = element.shadowRoot!.querySelector('[data-field=number] [part=control]')!;
  const shadow = () => getComputedStyle(control).boxShadow;
  expect(shadow()).toMatch(/ 0px 0px 0px 1px$/);
  element.style.setProperty('--scudo-invalid-shadow', '0 3px 0 0 rgb(1, 2, 3)');
  expect(shadow()).toBe('rgb(1, 2, 3) 0px 3px 0px 0px');
  document.adoptedStyleSheets.pop();
});

it.each(['none', '3px red'])('a field with an error keeps a line when a page sets its shadow to %s', async (none) => {
  const element = await checkout();
  await element.pay();
  await element.updateComplete;
  element.style.setProperty('--scudo-invalid-shadow', none);
  const control = element.shadowRoot!.querySelector('[data-field=number] [part=control]')!;
  const line = getComputedStyle(control, '::before');
  expect([getComputedStyle(control).boxShadow, line.borderBlockEndWidth, line.borderBlockEndStyle]).toEqual([
    'none',
    '1px',
    'solid',
  ]);
  expect(parseFloat(line.inlineSize)).toBeGreaterThan(100);
});

it('the direction is that of the language unless the page sets dir', async () => {
  const element = await checkout();
  element.dir = 'rtl';
  await element.updateComplete;
  expect(getComputedStyle(element.shadowRoot!.querySelector('[part~=form]')!).direction).toBe('rtl');
});

it.each(['number', 'security-code'])('the field %s has space for its mark on the side of the mark', async (name) => {
  const element = await checkout();
  for (const direction of ['ltr', 'rtl']) {
    element.dir = direction;
    await element.updateComplete;
    const input = element.shadowRoot!.querySelector<HTMLElement>(`#${name}`)!;
    const mark = input.parentElement!.querySelector('.mark')!.getBoundingClientRect();
    const { left, right } = input.getBoundingClientRect();
    const { paddingLeft, paddingRight } = getComputedStyle(input);
    expect(mark.left - left < right - mark.right, direction).toBe(parseFloat(paddingLeft) > parseFloat(paddingRight));
  }
});
