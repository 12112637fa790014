import { fixture, html } from '@open-wc/testing';
import { describe, expect, it, vi } from 'vitest';
import '../../../src/elements/checkout/checkout-element.js';
import type { ScudoCheckout } from '../../../src/elements/checkout/checkout-element.js';
import { stillClock, settle } from '../../../demo/pages/gallery/still-clock.js';
import { OPEN_ORDER, scriptedBackend, type ScriptedBackend } from '../../browser/scripted-backend.js';

async function inForm(backend: ScriptedBackend, { disabled = false, acceptPending = false } = {}) {
  const form = await fixture<HTMLFormElement>(html`<form>
    <fieldset ?disabled=${disabled}><input name="note" value="hello" /><scudo-checkout name="payment" ?accept-pending=${acceptPending} .adapter=${backend} .clock=${stillClock()} order="A1"></scudo-checkout></fieldset>
  </form>`);
  const checkout = form.querySelector<ScudoCheckout>('scudo-checkout')!;
  await settle();
  await checkout.updateComplete;
  const fill = (id: string, text: string) => {
    const input = checkout.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`)!;
    input.value = text;
    input.dispatchEvent(new Event('input'));
  };
  const pay = async () => {
    for (const [id, text] of [
      ['number', '4222000006285344'],
      ['expiry', '12/40'],
      ['security-code', '123'],
      ['name', 'Ada Lovelace'],
    ] as const)
      fill(id, text);
    checkout.shadowRoot!.querySelector<HTMLElement>('[type=submit]')!.click();
    await settle();
    await checkout.updateComplete;
  };
  return { form, checkout, pay };
}

describe('a checkout in a merchant’s form', () => {
  it('reports its validity and its states to the browser only when they change', async () => {
    const { checkout } = await inForm(scriptedBackend());
    const validity = vi.spyOn(ElementInternals.prototype, 'setValidity');
    const [added, removed] = [vi.spyOn(CustomStateSet.prototype, 'add'), vi.spyOn(CustomStateSet.prototype, 'delete')];
    const input = checkout.shadowRoot!.querySelector<HTMLInputElement>('#name')!;
    input.value = 'Ada';
    input.dispatchEvent(new Event('input'));
    await checkout.updateComplete;
    expect([validity, added, removed].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
    input.focus();
    await checkout.updateComplete;
    expect(added.mock.calls).toEqual([['focused']]);
    vi.restoreAllMocks();
  });

  it('asks the browser for custom states once, not at each update', async () => {
    const asked = vi.spyOn(CSS, 'supports');
    const { checkout } = await inForm(scriptedBackend());
    checkout.requestUpdate();
    await checkout.updateComplete;
    expect(asked.mock.calls.filter(([text]) => text.includes(':state')).length).toBeLessThanOrEqual(1);
    asked.mockRestore();
  });

  it('makes the form invalid until the order is paid', async () => {
    const { form, pay } = await inForm(scriptedBackend());
    expect(form.checkValidity()).toBe(false);
    await pay();
    expect(form.checkValidity()).toBe(true);
  });

  it('a checkout in a merchant’s form is valid when the order was paid before, and invalid when it failed', async () => {
    for (const [state, valid] of [
      ['paid', true],
      ['pending', false],
      ['failed', false],
      ['in-doubt', false],
    ] as const) {
      const { form } = await inForm(scriptedBackend({ order: () => ({ ...OPEN_ORDER, state }) }));
      expect(form.checkValidity(), state).toBe(valid);
    }
  });

  it('a checkout in a merchant’s form is valid with a pending order only with accept-pending', async () => {
    const backend = scriptedBackend({ order: () => ({ ...OPEN_ORDER, state: 'pending' }) });
    const { form, checkout } = await inForm(backend, { acceptPending: true });
    expect(form.checkValidity()).toBe(true);
    checkout.acceptPending = false;
    await checkout.updateComplete;
    expect(form.checkValidity()).toBe(false);
  });

  it('a checkout in a merchant’s form has no value before and after the payment, so that the form contains no card', async () => {
    const { form, pay } = await inForm(scriptedBackend());
    expect([...new FormData(form)]).toEqual([['note', 'hello']]);
    await pay();
    expect([...new FormData(form)]).toEqual([['note', 'hello']]);
  });

  it('a checkout in a merchant’s form is locked by a disabled fieldset, and unlocked with it', async () => {
    const backend = scriptedBackend();
    const { form, checkout, pay } = await inForm(backend, { disabled: true });
    expect(checkout.shadowRoot!.querySelector('[type=submit]')!.getAttribute('aria-disabled')).toBe('true');
    await pay();
    expect(backend.calls.map(({ call }) => call)).not.toContain('authenticate');
    form.querySelector('fieldset')!.disabled = false;
    await checkout.updateComplete;
    await pay();
    expect(backend.calls.map(({ call }) => call)).toContain('authenticate');
  });

  it('does not submit the merchant’s form when its own form is submitted', async () => {
    const { form, pay } = await inForm(scriptedBackend());
    let sent = 0;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      sent++;
    });
    await pay();
    expect(sent).toBe(0);
  });
});
