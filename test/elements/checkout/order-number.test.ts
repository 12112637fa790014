import { fixture, html } from '@open-wc/testing';
import { describe, expect, it } from 'vitest';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { OUTCOMES, type OutcomeCode } from '../../../src/protocol/adapter/outcome-codes.js';
import type { ScudoReturn } from '../../../src/index.js';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { OPEN_ORDER, scriptedBackend } from '../../browser/scripted-backend.js';
import { checkout, METHODS, pass, payButton, root, typeCard, type Shop } from './scripted-checkout.js';

/** An id as `orders.create` makes it. */
const ID = '0bd6fa2c-3b17-4b0e-9d6c-51b8a2d0c3f4';
/** The page continues to read the order after the others; the return page shows them below. */
const CODES = (Object.keys(OUTCOMES) as OutcomeCode[]).filter(
  (code) => !['pending', 'in-doubt'].includes(OUTCOMES[code].status),
);
const STATES = ['paid', 'authenticated', 'failed', 'in-doubt', 'pending'] as const;
const REFERENCES = ['SO-4711', 'Commande n° 17/β', undefined, ''];

const orderWith = (reference: string | undefined) => ({
  ...OPEN_ORDER,
  id: ID,
  methods: METHODS,
  ...(reference === undefined ? {} : { reference }),
});

/** The values of the details by their labels. */
function details(place: ParentNode): Record<string, string> {
  const rows = [...place.querySelectorAll('[part~=outcome-details] > div')];
  return Object.fromEntries(
    rows.map((row) => [row.querySelector('dt')!.textContent, row.querySelector('dd')!.textContent]),
  );
}

describe('the date of a payment', () => {
  const PAID_AT = '2026-11-20T12:00:00Z';

  it.each([
    [PAID_AT, 'en', 'November 20, 2026'],
    [PAID_AT, 'de', '20. November 2026'],
    [undefined, 'en', undefined],
    ['soon', 'en', undefined],
  ])('a payment of %s is shown in the language %s with the date %s', async (paidAt, lang, date) => {
    const outcome = outcomeOf('authorized', { id: ID, state: 'paid', paidAt });
    const shop: Shop = await checkout({ authenticate: () => ({ result: 'outcome', outcome }) });
    shop.element.lang = lang;
    typeCard(shop);
    payButton(shop).click();
    await pass(shop, 0);
    const label = lang === 'de' ? 'Datum' : 'Date';
    await expect.poll(() => details(root(shop))).toHaveProperty(lang === 'de' ? 'Bezahlt mit' : 'Paid with');
    expect(details(root(shop))[label]).toBe(date);
  });

  it('an order that is read again has the date of its payment while it is paid', async () => {
    for (const [state, date] of [
      ['paid', 'November 20, 2026'],
      ['refunded', undefined],
    ] as const) {
      const adapter = scriptedBackend({ order: () => ({ ...orderWith('SO-4711'), state, paidAt: PAID_AT }) });
      const element = await fixture<ScudoReturn>(
        html`<scudo-return order=${ID} .adapter=${adapter} .clock=${stillClock()}></scudo-return>`,
      );
      await pass({ element, clock: element.clock } as unknown as Shop, 0);
      expect(details(element.shadowRoot!)['Date']).toBe(date);
    }
  });
});

describe('the number of an order', () => {
  it.each(REFERENCES)('an outcome shows the reference %j and never the id of the order', async (reference) => {
    for (const code of CODES) {
      const state = OUTCOMES[code].status === 'paid' ? 'paid' : 'open';
      const outcome = outcomeOf(code, { id: ID, state });
      const shop: Shop = await checkout({
        order: () => orderWith(reference),
        authenticate: () => ({ result: 'outcome', outcome }),
      });
      typeCard(shop);
      payButton(shop).click();
      await pass(shop, 0);
      const place = root(shop);
      expect(place.querySelector(`[data-code=${code}]`), code).not.toBeNull();
      expect(place.innerHTML).not.toContain(ID);
      const shown = outcome.retryable ? undefined : reference || undefined;
      expect([code, details(place)['Order']]).toEqual([code, shown]);
      shop.element.remove();
    }
  });

  it.each(STATES)('scudo-return shows an order that is %s with its reference and without its id', async (state) => {
    for (const reference of REFERENCES) {
      const redirect = state === 'pending' ? { redirect: { method: 'paypal', unfinished: false } } : {};
      const adapter = scriptedBackend({ order: () => ({ ...orderWith(reference), ...redirect, state }) });
      const clock = stillClock();
      const element = await fixture<ScudoReturn>(
        html`<scudo-return order=${ID} .adapter=${adapter} .clock=${clock}></scudo-return>`,
      );
      await pass({ element, clock } as unknown as Shop, 60_000);
      const place = element.shadowRoot!;
      expect(place.querySelector('[part~=outcome]'), state).not.toBeNull();
      expect(place.innerHTML).not.toContain(ID);
      const shown = state === 'failed' ? undefined : reference || undefined;
      expect(details(place)['Order']).toBe(shown);
    }
  });
});
