import { fixture, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ICON_DATA } from '../../../src/elements/icons/icon-data.js';
import { Icons } from '../../../src/elements/icons/icons.controller.js';
import { ICONS, PICTOGRAMS, type Icon, type IconName } from '../../../src/elements/icons/icons.js';
import { settle } from '../../../demo/pages/gallery/still-clock.js';

/** Replaces the file of icons for one test. */
const file = vi.hoisted(() => ({ load: undefined as (() => Promise<unknown>) | undefined }));
vi.mock('../../../src/elements/icons/icon-data.js', async (original) => {
  const module = await original<{ ICON_DATA: () => Promise<unknown> }>();
  return { ...module, ICON_DATA: () => (file.load ?? module.ICON_DATA)() };
});

const CARDS: Record<Exclude<IconName, (typeof PICTOGRAMS)[number]>, true> = {
  visa: true,
  mastercard: true,
  amex: true,
  discover: true,
  diners: true,
  jcb: true,
  card: true,
  'code-back': true,
  'code-front': true,
  paypal: true,
  wechatpay: true,
  testpay: true,
  redirect: true,
};

class IconHost extends LitElement {
  icon: IconName = 'lock';
  method: string | undefined;
  readonly #icons = new Icons(this);

  override render() {
    return this.method === undefined
      ? this.#icons.render(this.icon, 'pay-icon')
      : this.#icons.renderMethod(this.method, 'method-mark');
  }
}
customElements.define('test-icon-host', IconHost);

async function shown(properties: { readonly icon?: IconName; readonly method?: string }): Promise<IconHost> {
  const element = await fixture<IconHost>(html`<test-icon-host></test-icon-host>`);
  Object.assign(element, properties).requestUpdate();
  await ICON_DATA().catch(() => undefined);
  await settle();
  await element.updateComplete;
  return element;
}

const partOf = (element: IconHost) => element.shadowRoot!.querySelector('[part~=icon]');
const pathsOf = (element: IconHost) =>
  [...element.shadowRoot!.querySelectorAll('path')].map((path) => path.getAttribute('d'));

describe('icons', () => {
  afterEach(() => {
    file.load = undefined;
    for (const name of Object.keys(ICONS)) Reflect.deleteProperty(ICONS, name);
  });

  it('the package has an icon of each name, pictograms of 24 units and cards of 34 by 24', async () => {
    const icons = (await ICON_DATA()) as ReadonlyMap<string, { readonly viewBox: string }>;
    const boxes = Object.fromEntries(Array.from(icons, ([name, { viewBox }]) => [name, viewBox]));
    expect(boxes).toEqual({
      ...Object.fromEntries(PICTOGRAMS.map((name) => [name, '0 0 24 24'])),
      ...Object.fromEntries(Object.keys(CARDS).map((name) => [name, '0 0 34 24'])),
    });
  });

  it('an icon is drawn, and is hidden from screen readers and from the keyboard', async () => {
    const element = await shown({ icon: 'visa' });
    const icon = partOf(element)!;
    expect(icon).toBeInstanceOf(SVGSVGElement);
    expect(icon.getAttribute('part')).toBe('icon icon-visa pay-icon');
    expect([icon.getAttribute('aria-hidden'), icon.getAttribute('focusable')]).toEqual(['true', 'false']);
    expect(icon.querySelectorAll('title, text')).toHaveLength(0);
    const { width, height } = icon.getBoundingClientRect();
    expect([width, height]).toEqual([34, 24]);
    const drawn = [...icon.querySelectorAll('path')].map((path) => path.getBoundingClientRect().width);
    expect(Math.min(...drawn)).toBeGreaterThan(20);
    await expect(element).shadowDom.to.be.accessible();
  });

  it('an icon takes the color of the text around it', async () => {
    const element = await shown({ icon: 'lock' });
    element.style.color = 'rgb(1, 2, 3)';
    const path = element.shadowRoot!.querySelector('path')!;
    expect(getComputedStyle(path).stroke).toBe('rgb(1, 2, 3)');
    expect(getComputedStyle(path).fill).toBe('none');
  });

  it.each<[IconName, number]>([
    ['lock', 24],
    ['visa', 34],
  ])('the place of %s is %d pixels wide before the icons are loaded', async (icon, width) => {
    file.load = () => new Promise(() => undefined);
    const element = await fixture<IconHost>(html`<test-icon-host .icon=${icon}></test-icon-host>`);
    await element.updateComplete;
    expect(partOf(element)!.getBoundingClientRect().width).toBe(width);
    expect(pathsOf(element)).toEqual([]);
  });

  it.each([
    [null],
    [undefined],
    ['M0 0'],
    [[]],
    [{}],
    [{ d: 7 }],
    [{ fill: 'red' }],
    [{ d: 'M0 0', fill: 'url(x:y)' }],
  ])('an icon with the shape %j is not shown', async (shape) => {
    ICONS['lock'] = { viewBox: '0 0 24 24', shapes: [shape] } as unknown as Icon;
    expect(partOf(await shown({ icon: 'lock' }))).toBeNull();
  });

  it('a failed load leaves nothing, and no error', async () => {
    const onError = vi.fn();
    addEventListener('unhandledrejection', onError);
    file.load = () => Promise.reject(new Error('gone'));
    const element = await shown({ icon: 'lock' });
    expect(element.shadowRoot!.childElementCount).toBe(0);
    removeEventListener('unhandledrejection', onError);
    expect(onError).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ['a text', 'M0 0'],
    ['null', null],
    ['no paths', { viewBox: '0 0 24 24' }],
    ['a text as its paths', { viewBox: '0 0 24 24', shapes: 'M0 0' }],
    ['an object as its path', { viewBox: '0 0 24 24', shapes: [{ d: { toString: 'M0 0' } }] }],
    ['markup in its path', { viewBox: '0 0 24 24', shapes: [{ d: '"><script>alert(1)</script>' }] }],
  ])('a file whose icon is or has %s leaves nothing', async (_title, icon) => {
    file.load = () => Promise.resolve(new Map([['lock', icon]]));
    expect((await shown({ icon: 'lock' })).shadowRoot!.childElementCount).toBe(0);
  });

  it('the icons are loaded again when the element is connected after a failure', async () => {
    file.load = () => Promise.reject(new Error('gone'));
    const element = await shown({ icon: 'lock' });
    file.load = undefined;
    element.parentElement!.append(element);
    await ICON_DATA();
    await settle();
    await element.updateComplete;
    expect(pathsOf(element)).toHaveLength(2);
  });

  it('a page replaces an icon by a drawing', async () => {
    ICONS['lock'] = {
      viewBox: '0 0 10 10',
      shapes: [{ d: 'M1 1h8', stroke: 'oklch(0.5 0.2 20)', strokeWidth: 2, opacity: 0.5, transform: 'rotate(45 5 5)' }],
    };
    const element = await shown({ icon: 'lock' });
    expect(pathsOf(element)).toEqual(['M1 1h8']);
    const path = element.shadowRoot!.querySelector('path')!;
    expect(getComputedStyle(path).strokeWidth).toBe('2px');
    expect(path.getAttribute('transform')).toBe('rotate(45 5 5)');
  });

  it('a page replaces an icon by an image without an alternative text', async () => {
    const src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"/>';
    ICONS['lock'] = { src };
    const image = partOf(await shown({ icon: 'lock' })) as HTMLImageElement;
    expect([image.localName, image.getAttribute('src'), image.getAttribute('alt')]).toEqual(['img', src, '']);
  });

  it.each<[string, Icon]>([
    ['a script as its address', { src: 'javascript:alert(1)' }],
    ['an address without a host', { src: 'https://' }],
    ['markup in its view box', { viewBox: '0 0 1 1"><script>alert(1)</script>', shapes: [] }],
    ['a paint server as its color', { viewBox: '0 0 1 1', shapes: [{ d: 'M0 0', fill: 'url(https://x.example/#a)' }] }],
    ['markup in its path', { viewBox: '0 0 1 1', shapes: [{ d: '<img src=x onerror=alert(1)>' }] }],
    ['a function as its transform', { viewBox: '0 0 1 1', shapes: [{ d: 'M0 0', transform: 'url(//x.example)' }] }],
  ])('an icon of the page with %s is not shown', async (_title, icon) => {
    ICONS['lock'] = icon;
    expect((await shown({ icon: 'lock' })).shadowRoot!.childElementCount).toBe(0);
  });

  it.each([
    ['testpay', 'M10.5 12h13'],
    ['eps', 'M10.5 10 17 6'],
    ['constructor', 'M10.5 10 17 6'],
  ])('the payment method %s has its own icon, else the neutral one', async (method, path) => {
    const element = await shown({ method });
    expect(partOf(element)!.getAttribute('part')).toBe(`icon icon-${method} method-mark`);
    expect(pathsOf(element)[1]).toContain(path);
  });

  it('a page adds the icon of a payment method by its code, and other methods keep theirs', async () => {
    ICONS['eps'] = { viewBox: '0 0 34 24', shapes: [{ d: 'M1 1h8', fill: '#fff' }] };
    ICONS['redirect'] = { viewBox: '0 0 34 24', shapes: [{ d: 'M2 2h8', fill: '#fff' }] };
    expect(pathsOf(await shown({ method: 'eps' }))).toEqual(['M1 1h8']);
    expect(pathsOf(await shown({ method: 'trustly' }))).toEqual(['M2 2h8']);
    expect(pathsOf(await shown({ method: 'testpay' }))[1]).toContain('M10.5 12h13');
  });
});
