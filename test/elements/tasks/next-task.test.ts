import { describe, expect, it } from 'vitest';
import '../../../src/elements/checkout/checkout-element.js';
import { nextTask } from '../../../src/elements/tasks/next-task.js';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { scriptedBackend } from '../../browser/scripted-backend.js';

/** Puts a checkout into the page, and lets the microtasks of this task run. */
async function connected() {
  const checkout = document.createElement('scudo-checkout');
  Object.assign(checkout, { adapter: scriptedBackend(), clock: stillClock(), order: 'A1' });
  document.body.append(checkout);
  for (let count = 0; count < 100; count++) await Promise.resolve();
  return checkout;
}

const isLoading = (checkout: Element) => checkout.shadowRoot?.textContent.includes('Loading your order');

describe('nextTask', () => {
  it('resolves after the microtasks of the present task', async () => {
    const order: string[] = [];
    const next = nextTask().then(() => order.push('next task'));
    for (let count = 0; count < 100; count++) await Promise.resolve();
    order.push('microtasks');
    await next;
    expect(order).toEqual(['microtasks', 'next task']);
  });

  it('a checkout takes its space in the task of its connection, and shows its order in a later one', async () => {
    const checkout = await connected();
    expect(checkout.offsetHeight).toBeGreaterThan(100);
    expect(isLoading(checkout)).toBe(true);
    await expect.poll(() => isLoading(checkout)).toBe(false);
    checkout.remove();
  });

  it('a checkout whose form is open renders a change in the same task', async () => {
    const checkout = await connected();
    await expect.poll(() => checkout.matches(':state(ready)')).toBe(true);
    await checkout.updateComplete;
    checkout.noButton = true;
    for (let count = 0; count < 100; count++) await Promise.resolve();
    expect(checkout.shadowRoot!.querySelector('[type=submit]')).toBeNull();
    checkout.remove();
  });
});
