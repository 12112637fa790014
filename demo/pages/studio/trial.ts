import { html, nothing, render, type TemplateResult } from 'lit';
import {
  createOrder,
  messagesOf,
  newReference,
  readOrder,
  type DemoFacts,
  type LoggedMessage,
} from '../shared/shop-client.js';
import { typeCard, typeHolder } from './type-card.js';
import type { FaultControls } from './fault-controls.js';
import type { LiveStage } from './live-stage.js';
import { MessageReader } from './message-reader.js';
import { minorUnits } from './minor-units.js';
import { callsFor, sequenceOf } from './sequence.js';
import { sequenceView } from './sequence-view.js';

const at = (selector: string) => document.querySelector<HTMLElement>(selector)!;

/** The states of an order whose payment is final. */
const FINAL = ['paid', 'authenticated', 'failed', 'partly-refunded', 'refunded'];

/** The outcomes of a payment whose result is not yet known. */
const UNKNOWN = ['pending', 'in-doubt'];

/** The test payment: the order, the test cards, the state of the order, and its time line. */
export class Trial {
  readonly #messages = new MessageReader(messagesOf, (messages) => this.#drawTimeline(messages));
  /** The number of the newest order of this tab. */
  #begun = 0;
  readonly #form = document.querySelector<HTMLFormElement>('#order-form')!;

  constructor(
    private readonly stage: LiveStage,
    private readonly cards: DemoFacts['test_cards'],
    private readonly faults: FaultControls,
  ) {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.newOrder();
    });
    at('#find-card').addEventListener('input', () => this.showCards());
    stage.checkout.addEventListener('scudo-outcome', ({ detail }) => {
      void this.#showState(detail.order.id);
      if (!UNKNOWN.includes(detail.status)) void this.faults.end(detail.order.id);
    });
    stage.checkout.addEventListener('scudo-step', ({ detail }) => {
      // The dialog of the bank opens at the top of the stage, and the list of cards is below it on small screens.
      const isHidden = at('#stage').getBoundingClientRect().top < 0;
      if (detail.step === 'authenticating' && isHidden) at('#stage').scrollIntoView({ block: 'start' });
    });
    // Messages of the issuer arrive without a step of the page.
    setInterval(() => document.visibilityState === 'visible' && void this.#messages.poll(), 2000);
  }

  /** Shows an order on the stage. An unknown order is reported. */
  async begin(id: string): Promise<void> {
    const { checkout } = this.stage;
    const begun = ++this.#begun;
    // The fault may be one of the call that reads the order.
    await this.faults.follow(id);
    if (begun !== this.#begun) return;
    this.stage.clear();
    this.#messages.begin(id);
    checkout.order = id;
    // Until then the trace is that of the previous order.
    await checkout.updateComplete;
    if (id === checkout.order) this.#drawTimeline([]);
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
    const methods = fields['methods']?.split(' ').map((method) => {
      const [code, brands] = method.split(':');
      return brands ? { code, brands: brands.split(',') } : { code };
    });
    try {
      const order = saved ? { purpose: 'add-card', amount: '0' } : { amount, methods };
      await this.begin(await createOrder({ currency, reference: newReference(), ...order }));
    } catch (error) {
      this.#report((error as Error).message);
    }
  }

  /** Shows the test cards that the search finds. */
  showCards(): void {
    const wanted = document.querySelector<HTMLInputElement>('#find-card')!.value.toLowerCase();
    const found = this.cards.filter(({ label, number }) => `${label} ${number}`.toLowerCase().includes(wanted));
    render(
      html`${'testpay: account holder ada lovelace'.includes(wanted) ? this.#holderItem() : nothing}${found.map(
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

  #holderItem(): TemplateResult {
    return html`<li>
      <button type="button" @click=${() => void typeHolder(this.stage.checkout)}>
        Testpay: account holder <code>Ada Lovelace</code>
      </button>
    </li>`;
  }

  /** Shows the steps, calls and messages so far. */
  async showTimeline(): Promise<void> {
    await this.#messages.refresh();
  }

  #drawTimeline(messages: readonly LoggedMessage[]): void {
    const { order, trace } = this.stage.checkout;
    const entries = sequenceOf(trace, callsFor(order, this.stage.calls), messages, this.faults.disturbed);
    render(sequenceView(entries), at('#timeline'));
  }

  async #showState(id: string): Promise<void> {
    const report = await this.#stateReport(id).catch(
      (error: unknown) =>
        html`The state of order ${id} cannot be read: ${(error as Error).message}
          <button type="button" @click=${() => void this.#showState(id)}>Read it again</button>`,
    );
    // Another order may have been created meanwhile.
    if (id === this.stage.checkout.order) this.#report(report);
  }

  async #stateReport(id: string): Promise<TemplateResult> {
    const order = await readOrder(id);
    const isFinal = order === undefined || FINAL.includes(order.state);
    if (isFinal && id === this.stage.checkout.order) this.#messages.settle();
    if (order === undefined)
      return html`There is no order ${id}.
        <button type="button" @click=${() => void this.newOrder()}>Create a new order</button>`;
    const { reference = id, state, liability_shift, authentication } = order;
    const eci = authentication?.eci ? `, ECI ${authentication.eci}` : '';
    // Liability exists for a paid order only.
    const liability =
      state !== 'paid' || liability_shift === null
        ? ''
        : `, liability ${liability_shift ? 'shifted to the bank' : 'stays with the shop'}`;
    return html`The shop has order <a href="./orders.html?order=${encodeURIComponent(id)}">${reference}</a> as
      ${`${state}${eci}${liability}.`}`;
  }

  #report(text: string | TemplateResult): void {
    render(text, at('#order-state'));
  }
}
