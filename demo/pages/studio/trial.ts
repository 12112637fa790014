import { html, render, type TemplateResult } from 'lit';
import { createOrder, messagesOf, readOrder, type DemoFacts, type LoggedMessage } from '../shared/shop-client.js';
import { typeCard } from './type-card.js';
import type { LiveStage } from './live-stage.js';
import { minorUnits } from './minor-units.js';
import { sequenceOf } from './sequence.js';
import { sequenceView } from './sequence-view.js';

const at = (selector: string) => document.querySelector<HTMLElement>(selector)!;

/** The test payment: the order, the test cards, the state of the order, and its time line. */
export class Trial {
  #messages: readonly LoggedMessage[] = [];
  readonly #form = document.querySelector<HTMLFormElement>('#order-form')!;

  constructor(
    private readonly stage: LiveStage,
    private readonly cards: DemoFacts['test_cards'],
  ) {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.newOrder();
    });
    at('#find-card').addEventListener('input', () => this.showCards());
    stage.checkout.addEventListener('scudo-outcome', ({ detail }) => void this.#showState(detail.order.id));
    // Messages of the issuer arrive without a step of the page.
    setInterval(() => document.visibilityState === 'visible' && void this.showTimeline(), 2000);
  }

  /** Shows an order on the stage. */
  async begin(id: string): Promise<void> {
    this.stage.clear();
    this.#messages = [];
    this.stage.checkout.order = id;
    await this.#showState(id);
    await this.showTimeline();
  }

  /** Creates the order of the form. A refused order is reported, and the present one stays. */
  async newOrder(): Promise<void> {
    const fields = Object.fromEntries(new FormData(this.#form)) as Record<string, string>;
    const currency = (fields['currency'] ?? '').toUpperCase();
    const saved = fields['purpose'] === 'add-card';
    const amount = minorUnits(fields['amount'] ?? '', currency);
    if (amount === undefined && !saved) {
      this.#report(`Enter an amount in ${currency || 'a currency'}, such as 19.99.`);
      return;
    }
    const methods = fields['methods']?.split(' ').map((code) => ({ code }));
    try {
      const order = saved ? { purpose: 'add-card', amount: '0' } : { amount, methods };
      await this.begin(await createOrder({ currency, ...order }));
    } catch (error) {
      this.#report((error as Error).message);
    }
  }

  /** Shows the test cards that the search finds. */
  showCards(): void {
    const wanted = document.querySelector<HTMLInputElement>('#find-card')!.value.toLowerCase();
    const found = this.cards.filter(({ label, number }) => `${label} ${number}`.toLowerCase().includes(wanted));
    render(
      html`${found.map(
        ({ number, label }) => html`
          <li>
            <button type="button" @click=${() => typeCard(this.stage.checkout, number)}>
              ${label} <code>${number}</code>
            </button>
          </li>
        `,
      )}`,
      at('#cards'),
    );
  }

  async showTimeline(): Promise<void> {
    const { order, trace } = this.stage.checkout;
    if (!order) return;
    const read = await messagesOf(order).catch(() => this.#messages);
    // Another order may have been created meanwhile.
    if (order !== this.stage.checkout.order) return;
    this.#messages = read;
    render(sequenceView(sequenceOf(trace, this.stage.calls, read)), at('#timeline'));
  }

  async #showState(id: string): Promise<void> {
    const { state, liability_shift, authentication } = await readOrder(id);
    const eci = authentication?.eci ? `, ECI ${authentication.eci}` : '';
    // Liability exists for a paid order only.
    const liability =
      state !== 'paid' || liability_shift === null
        ? ''
        : `, liability ${liability_shift ? 'shifted to the bank' : 'stays with the shop'}`;
    this.#report(
      html`The shop has order <a href="/orders.html?order=${encodeURIComponent(id)}">${id}</a> as
        ${`${state}${eci}${liability}.`}`,
    );
  }

  #report(text: string | TemplateResult): void {
    render(text, at('#order-state'));
  }
}
