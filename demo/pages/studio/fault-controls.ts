import { html, render } from 'lit';
import { readFault, switchFault, type FaultChoice } from '../shared/shop-client.js';

/** The controls that disturb the next call between the shop's backend and the gateway. */
export class FaultControls {
  constructor(private readonly place: HTMLElement) {}

  /** Shows the present fault; one that has disturbed its call is gone. */
  async refresh(): Promise<void> {
    this.#draw(await readFault());
  }

  #draw({ calls, faults, switched }: FaultChoice): void {
    const now = switched && `The next ${calls[switched.call] ?? switched.call}: ${switched.fault}.`;
    render(
      html`<form @submit=${(event: SubmitEvent) => this.#submit(event)}>
          <label>
            Disturb the next
            <select name="call">
              ${Object.entries(calls).map(([call, name]) => html`<option value=${call}>${name}</option>`)}
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

  async #switch(fault: NonNullable<FaultChoice['switched']> | Record<string, never>): Promise<void> {
    this.#draw(await switchFault(fault));
  }
}
