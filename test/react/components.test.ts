import { act, createElement, createRef, StrictMode, version, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { ScudoChallengeEvent, ScudoOutcomeEvent, type ScudoCheckout as CheckoutElement } from '../../src/index.js';
import { outcomeOf } from '../../src/payment/outcome.js';
import { ScudoCheckout, ScudoReturn, type CheckoutProps } from '../../src/react.js';
import { scriptedBackend } from '../browser/scripted-backend.js';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
const host = document.createElement('div');

afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
  host.remove();
  vi.restoreAllMocks();
});

async function render(node: ReactNode): Promise<CheckoutElement> {
  document.body.append(host);
  root ??= createRoot(host);
  await act(async () => root!.render(node));
  return host.firstElementChild as CheckoutElement;
}

/** Hydrates the HTML that React has made on Node. */
async function hydrate(node: ReactNode): Promise<CheckoutElement> {
  document.body.append(host);
  host.replaceChildren(document.createRange().createContextualFragment(inject('serverHtml')));
  const element = host.firstElementChild as CheckoutElement;
  await act(async () => {
    root = hydrateRoot(host, node);
  });
  expect(host.firstElementChild).toBe(element);
  return element;
}

const paid = () => new ScudoOutcomeEvent(outcomeOf('authorized', { id: 'A1', state: 'paid' }));
const footer = () => createElement('p', { slot: 'footer' }, 'Footer');

/** The props of the server, with values that only the browser has. */
const serverProps = (props: CheckoutProps): CheckoutProps => ({
  backend: '/scudo',
  order: 'A1',
  prepare: 'on-pay',
  acceptPending: true,
  className: 'checkout',
  ...props,
});

it('the project runs its version of React', () => {
  expect(inject('serverHtml')).toContain('<scudo-checkout backend="/scudo" order="A1"');
  expect(version.split('.')[0]).toBe(inject('reactVersion'));
});

it('a hydrated component has its properties, and shows their texts', async () => {
  const errors = vi.spyOn(console, 'error');
  const adapter = scriptedBackend();
  const props = serverProps({ adapter, messages: { pay: 'Buy now' } });
  const element = await hydrate(createElement(ScudoCheckout, props, footer()));
  expect(element).toMatchObject({ backend: '/scudo', order: 'A1', prepare: 'on-pay', acceptPending: true, adapter });
  expect(element.className).toBe('checkout');
  const button = () => element.shadowRoot!.querySelector('[part~=pay-button]')?.textContent?.trim();
  await expect.poll(button).toBe('Buy now');
  // Until React sets the adapter, the element calls the backend that its HTML names, and may explain its answer.
  const others = errors.mock.calls.filter(([text]) => !String(text).startsWith('scudo-checkout: The address /scudo '));
  expect(others).toEqual([]);
});

it('a hydrated component receives the events of its element', async () => {
  const onOutcome = vi.fn();
  const props = serverProps({ adapter: scriptedBackend(), onOutcome, onChallenge: (event) => event.preventDefault() });
  const element = await hydrate(createElement(ScudoCheckout, props, footer()));
  const event = paid();
  element.dispatchEvent(event);
  expect(onOutcome).toHaveBeenCalledExactlyOnceWith(event);
  expect(element.dispatchEvent(new ScudoChallengeEvent('A1'))).toBe(false);
});

it('a component calls the handlers of its last render once, in strict mode too', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const checkout = (onOutcome: () => void) =>
    createElement(
      StrictMode,
      undefined,
      createElement(ScudoCheckout, { order: 'A1', adapter: scriptedBackend(), onOutcome }),
    );
  await render(checkout(first));
  const element = await render(checkout(second));
  element.dispatchEvent(paid());
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledOnce();
});

it('a component stops listening when it is removed', async () => {
  const onOutcome = vi.fn();
  const element = await render(createElement(ScudoCheckout, { order: 'A1', adapter: scriptedBackend(), onOutcome }));
  await render(undefined);
  element.dispatchEvent(paid());
  expect(onOutcome).not.toHaveBeenCalled();
});

it('a property that a later render does not have gets its default', async () => {
  const adapter = scriptedBackend();
  const element = await render(
    createElement(ScudoCheckout, { order: 'A1', adapter, prepare: 'on-pay', challenge: 'inline', acceptPending: true }),
  );
  expect(element).toMatchObject({ prepare: 'on-pay', challenge: 'inline', acceptPending: true });
  await render(createElement(ScudoCheckout, { order: 'A1', adapter, acceptPending: false }));
  expect(element).toMatchObject({ order: 'A1', prepare: 'on-number', challenge: 'dialog', acceptPending: false });
});

it('a component whose order is null makes no call, and starts when the order is there', async () => {
  const adapter = scriptedBackend();
  const readOrder = vi.spyOn(adapter, 'readOrder');
  // Untyped pages have such values while they load an order.
  const loading = { order: null, adapter } as unknown as CheckoutProps;
  const element = await render(createElement(ScudoCheckout, loading));
  expect(element.order).toBe('');
  expect(element.hasAttribute('order')).toBe(false);
  expect(readOrder).not.toHaveBeenCalled();
  await render(createElement(ScudoCheckout, { order: 'A1', adapter }));
  await expect.poll(() => readOrder.mock.calls[0]?.[0]).toBe('A1');
  await render(createElement(ScudoCheckout, loading));
  expect(element.order).toBe('');
});

it('a ref of a component is its element', async () => {
  const ref = createRef<CheckoutElement>();
  const element = await render(createElement(ScudoCheckout, { ref, order: 'A1', adapter: scriptedBackend() }));
  expect(element.localName).toBe('scudo-checkout');
  expect(ref.current).toBe(element);
});

it('the component of the return page sets a number', async () => {
  const adapter = scriptedBackend();
  const element = await render(
    createElement(ScudoReturn, { order: 'A1', adapter, patience: 5, checkout: '/checkout' }),
  );
  expect(element).toMatchObject({ localName: 'scudo-return', patience: 5, checkout: '/checkout' });
});
