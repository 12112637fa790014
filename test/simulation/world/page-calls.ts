import type { CheckoutSnapshot } from '../../../src/payment.js';
import type { Tab } from '../players/browser.js';
import type { Sim } from './sim.js';
import { addressOf } from './wire.js';

/** Watches the calls that pages make: their transactions, and the idempotency keys of repeated calls. */
export interface PageCalls {
  /** The `fetch` of a tab. `at` returns the present step of its page. */
  watched(tab: Tab, at: () => StepOfPage | undefined): typeof globalThis.fetch;
  /** The transaction that a tab has paid with last. */
  transactionOf(tab: Tab): string | undefined;
  /** The newest transaction of an order. */
  lastTransaction(order: string): string | undefined;
}

/** A step of a page, and the time at which it began. */
export interface StepOfPage {
  readonly step: CheckoutSnapshot['step'];
  readonly since: number;
}

export function watchCalls(sim: Sim): PageCalls {
  const ofOrder = new Map<string, string>();
  const ofTab = new Map<Tab, string>();
  /** The last call of a tab that has a key. */
  const keyed = new Map<Tab, { readonly name: string; readonly key: string }>();

  function seeTransaction(tab: Tab, address: string, body: string): void {
    const { server_trans_id } = JSON.parse(body) as { server_trans_id?: string };
    if (server_trans_id === undefined) return;
    ofOrder.set(address.split('/').at(-2) ?? '', server_trans_id);
    ofTab.set(tab, server_trans_id);
  }

  function seeKey(tab: Tab, name: string, key: string): void {
    const last = keyed.get(tab);
    keyed.set(tab, { name, key });
    if (last?.name === name && last.key !== key)
      sim.violate('one-key', `${tab.owner.name} repeats a call of ${name} with another key`);
  }

  return {
    watched: (tab, at) => (input, init) => {
      const address = addressOf(input);
      const key = (init?.headers as Readonly<Record<string, string>> | undefined)?.['idempotency-key'];
      const now = at();
      if (key !== undefined && now) seeKey(tab, `${address.split('/').at(-1) ?? ''} (${now.step} ${now.since})`, key);
      if (address.endsWith('/authentications') && typeof init?.body === 'string')
        seeTransaction(tab, address, init.body);
      return tab.fetch(input, init);
    },
    transactionOf: (tab) => ofTab.get(tab),
    lastTransaction: (order) => ofOrder.get(order),
  };
}
