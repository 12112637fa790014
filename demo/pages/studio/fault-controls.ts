import { html, nothing, render } from 'lit';
import { armFault, readFaults, type ArmedFault, type Disturbance, type OrderFaults } from '../shared/shop-client.js';

type Call = OrderFaults['hops'][number]['calls'][number];

/** The controls that disturb the next call of the tab's order between page, shop and gateway. */
export class FaultControls {
  #order = '';
  #faults: OrderFaults = { hops: [], disturbed: [] };
  /** The choice of the form. */
  #chosen: ArmedFault = { call: '', fault: '', lasting: false };
  /** The payment has a final result. */
  #hasEnded = false;
  /** The number of the newest request. An answer that a newer one has overtaken is not shown. */
  #newest = 0;
  /**
   * Ends when the last change of the faults has ended. They are read after it, because an earlier read does not show
   * it.
   */
  #changed: Promise<unknown> = Promise.resolve();

  /** @param onDisturbed Called after a call was disturbed. */
  constructor(
    private readonly place: HTMLElement,
    private readonly onDisturbed: () => void,
  ) {
    // A fault is gone once it has disturbed its call, which may be one between the shop and the gateway.
    setInterval(() => this.#faults.armed && document.visibilityState === 'visible' && void this.#refresh(), 1000);
  }

  /** The calls of the order that were disturbed. */
  get disturbed(): readonly Disturbance[] {
    return this.#faults.disturbed;
  }

  /** Shows the faults of an order. A fault that waits at the order before it moves to this one. */
  async follow(order: string): Promise<void> {
    const before = this.#order;
    this.#order = order;
    this.#hasEnded = false;
    if (before && before !== order && this.#faults.armed) await this.#change(moved(before, order));
    else await this.#refresh();
  }

  /** Shows that a payment has a final result. */
  async end(order: string): Promise<void> {
    if (order !== this.#order) return;
    this.#hasEnded = true;
    await this.#refresh();
  }

  #refresh(): Promise<void> {
    return this.#show(this.#changed.then(() => readFaults(this.#order)));
  }

  #change(request: Promise<OrderFaults>): Promise<void> {
    this.#changed = request.catch(() => undefined);
    return this.#show(request);
  }

  async #show(request: Promise<OrderFaults>): Promise<void> {
    const number = ++this.#newest;
    // The shop cannot be reached: what is shown stays.
    const faults = await request.catch(() => this.#faults);
    if (number !== this.#newest) return;
    const isNew = faults.disturbed.length !== this.#faults.disturbed.length;
    this.#faults = faults;
    this.#draw();
    if (isNew) this.onDisturbed();
  }

  #draw(): void {
    const { hops, armed } = this.#faults;
    const calls = this.#calls();
    const call = calls.find(({ id }) => id === this.#chosen.call) ?? calls[0];
    const chosenFault = call?.faults.find((fault) => fault === this.#chosen.fault) ?? call?.faults[0];
    const option = ({ id, name }: Call) => html`<option value=${id} .selected=${id === call?.id}>${name}</option>`;
    render(
      html`<form @submit=${(event: SubmitEvent) => this.#submit(event)} @change=${(event: Event) => this.#choose(event)}>
          <label>
            Disturb the next
            <select name="call" aria-describedby="fault-hint">
              ${hops.map((one) => html`<optgroup label=${one.hop}>${one.calls.map(option)}</optgroup>`)}
            </select>
          </label>
          <label>
            Fault
            <select name="fault">
              ${call?.faults.map((fault) => html`<option .selected=${fault === chosenFault}>${fault}</option>`)}
            </select>
          </label>
          <p id="fault-hint" class="quiet">${call ? `This call is made ${call.made}.` : nothing}</p>
          <label class="check">
            <input type="checkbox" name="lasting" .checked=${this.#chosen.lasting} />
            Disturb every such call until I stop it
          </label>
          <button>Disturb it</button>
          <button type="button" aria-disabled=${!armed} @click=${() => armed && void this.#arm(undefined)}>Stop</button>
        </form>
        <p role="status" class="quiet">${this.#report()}</p>`,
      this.place,
    );
  }

  #calls(): readonly Call[] {
    return this.#faults.hops.flatMap(({ calls }) => calls);
  }

  #report(): string {
    const { armed, disturbed } = this.#faults;
    const last = disturbed.at(-1);
    const reports = [
      ...(last ? [`“${this.#nameOf(last.call)}” was disturbed: ${last.fault}${times(last, disturbed)}.`] : []),
      ...(armed ? [this.#reportOf(armed)] : []),
    ];
    return reports.join(' ') || 'No call is disturbed.';
  }

  #reportOf({ call, fault, lasting }: ArmedFault): string {
    const name = this.#nameOf(call);
    if (lasting) return `Each “${name}” is disturbed until you stop it: ${fault}.`;
    const wait = `The next “${name}” will be disturbed: ${fault}.`;
    if (!this.#hasEnded) return wait;
    const made = this.#calls().find(({ id }) => id === call)?.made ?? '';
    return `${wait} It has not been made, and this payment has ended. It is made ${made}. The fault waits for the next payment.`;
  }

  #nameOf(call: string): string {
    return this.#calls().find(({ id }) => id === call)?.name ?? call;
  }

  #choose(event: Event): void {
    this.#chosen = choiceOf((event.target as HTMLSelectElement | HTMLInputElement).form!);
    this.#draw();
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    void this.#arm(choiceOf(event.target as HTMLFormElement));
  }

  #arm(fault: ArmedFault | undefined): Promise<void> {
    return this.#change(armFault(this.#order, fault));
  }
}

/** Moves what still waits at an order to the next one. */
async function moved(from: string, to: string): Promise<OrderFaults> {
  const { armed } = await readFaults(from);
  if (!armed) return readFaults(to);
  await armFault(from, undefined);
  return armFault(to, armed);
}

function choiceOf(form: HTMLFormElement): ArmedFault {
  const fields = new FormData(form);
  return {
    call: fields.get('call') as string,
    fault: fields.get('fault') as string,
    lasting: fields.has('lasting'),
  };
}

function times({ call, fault }: Disturbance, disturbed: readonly Disturbance[]): string {
  const count = disturbed.filter((one) => one.call === call && one.fault === fault).length;
  return count > 1 ? `, ${count} times` : '';
}
