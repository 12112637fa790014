import { html, render } from 'lit';
import { readFault, switchFault, type FaultChoice } from '../shared/shop-client.js';

/** The controls that disturb the next call between page, shop and gateway. */
export class FaultControls {
  /** The number of the newest request. An answer that a newer one has overtaken is not shown. */
  #newest = 0;
  #isSwitched = false;

  constructor(private readonly place: HTMLElement) {
    // A fault is gone once it has disturbed its call, which may be one between the shop and the gateway.
    setInterval(() => this.#isSwitched && document.visibilityState === 'visible' && void this.refresh(), 1000);
  }

  /** Shows the present fault. */
  refresh(): Promise<void> {
    return this.#show(readFault());
  }

  async #show(request: Promise<FaultChoice>): Promise<void> {
    const number = ++this.#newest;
    const choice = await request;
    if (number === this.#newest) this.#draw(choice);
  }

  #draw({ calls, faults, switched }: FaultChoice): void {
    this.#isSwitched = switched !== undefined;
    const words = Object.assign({}, ...Object.values(calls)) as Readonly<Record<string, string>>;
    const now = switched && `The next ${words[switched.call] ?? switched.call}: ${switched.fault}.`;
    render(
      html`<form @submit=${(event: SubmitEvent) => this.#submit(event)}>
          <label>
            Disturb the next
            <select name="call">
              ${Object.entries(calls).map(
                ([way, some]) =>
                  html`<optgroup label=${way}>
                    ${Object.entries(some).map(([call, name]) => html`<option value=${call}>${name}</option>`)}
                  </optgroup>`,
              )}
            </select>
          </label>
          <label>
            so that
            <select name="fault">
              ${faults.map((fault) => html`<option>${fault}</option>`)}
            </select>
          </label>
          <button>Disturb it</button>
          <button type="button" ?disabled=${!switched} @click=${() => void this.#switch({})}>Do not disturb</button>
        </form>
        <p role="status" class="quiet">${now ?? 'No call is disturbed.'}</p>`,
      this.place,
    );
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    void this.#switch({ call: fields.get('call') as string, fault: fields.get('fault') as string });
  }

  #switch(fault: NonNullable<FaultChoice['switched']> | Record<string, never>): Promise<void> {
    return this.#show(switchFault(fault));
  }
}
