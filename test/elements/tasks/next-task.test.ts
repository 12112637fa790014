import { describe, expect, it, vi } from 'vitest';
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

describe('nextTask', () => {
  it('resolves after the microtasks of the present task', async () => {
    const order: string[] = [];
    const next = nextTask().then(() => order.push('next task'));
    for (let count = 0; count < 100; count++) await Promise.resolve();
    order.push('microtasks');
    await next;
    expect(order).toEqual(['microtasks', 'next task']);
  });

  it('a checkout takes its space in the task of its connection, and renders in later ones', async () => {
    const checkout = await connected();
    const reserved = checkout.offsetHeight;
    expect(reserved).toBeGreaterThan(100);
    expect(checkout.shadowRoot!.textContent).toBe('');
    await nextTask();
    await checkout.updateComplete;
    expect(checkout.shadowRoot!.textContent).not.toBe('');
    expect(checkout.offsetHeight).toBeGreaterThanOrEqual(reserved);
    await expect.poll(() => checkout.matches(':state(ready)')).toBe(true);
    checkout.remove();
  });

  it('a checkout without a form gives up its space when it is rendered', async () => {
    const checkout = document.createElement('scudo-checkout');
    document.body.append(checkout);
    expect(checkout.offsetHeight).toBeGreaterThan(100);
    await checkout.updateComplete;
    expect(checkout.offsetHeight).toBe(0);
    checkout.remove();
  });

  it('a checkout reads the storage of the tab after its form is shown', async () => {
    const hadForm: boolean[] = [];
    const read = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      hadForm.push(checkout.shadowRoot!.querySelector('#number') !== null);
      return null;
    });
    const checkout = await connected();
    await expect.poll(() => hadForm).toEqual([true]);
    expect(read).toHaveBeenCalledWith('scudo-challenge A1');
    read.mockRestore();
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
