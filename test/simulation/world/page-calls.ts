import type { CheckoutSnapshot } from '../../../src/payment.js';
import type { Message } from '../engine/network.js';
import type { Tab } from '../players/browser.js';
import type { Sim } from './sim.js';
import { addressOf, messageOf } from './wire.js';

/** Watches the calls that pages make: their transactions, and the idempotency keys of repeated calls. */
export interface PageCalls {
  /** The `fetch` of a tab. `at` returns the present step of its page. */
  watched(tab: Tab, at: () => StepOfPage | undefined): typeof globalThis.fetch;
  /** The transaction that a tab has paid with last. */
  transactionOf(tab: Tab): string | undefined;
  /** The last call about an order that has a key. */
  lastKeyed(order: string): Message | undefined;
  /** The newest transaction of an order. */
  lastTransaction(order: string): string | undefined;
}

/** The fields of a call to authenticate that the simulation reads. */
interface AuthenticationCall {
  readonly server_trans_id?: string;
  readonly method_url_completion?: string;
}

/** A step of a page, and the time at which it began. */
export interface StepOfPage {
  readonly step: CheckoutSnapshot['step'];
  readonly since: number;
}

export function watchCalls(sim: Sim, onAuthentication: (tab: Tab, transaction: string) => void): PageCalls {
  const ofOrder = new Map<string, string>();
  const ofTab = new Map<Tab, string>();
  const keyedOf = new Map<string, Message>();
  /** The last call of a tab that has a key. */
  const keyed = new Map<Tab, { readonly name: string; readonly key: string }>();

  function seeTransaction(tab: Tab, address: string, body: string): void {
    const { server_trans_id, method_url_completion: completion } = JSON.parse(body) as AuthenticationCall;
    if (server_trans_id === undefined) return;
    if (completion === 'YES' && !tab.methodsEnded.has(server_trans_id))
      sim.violate('true-report', `${tab.owner.name} reports a method step as completed that has no notification`);
    ofOrder.set(address.split('/').at(-2) ?? '', server_trans_id);
    ofTab.set(tab, server_trans_id);
    onAuthentication(tab, server_trans_id);
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
      if (key !== undefined) keyedOf.set(address.split('/').at(-2) ?? '', messageOf(input, init));
      if (address.endsWith('/authentications') && typeof init?.body === 'string')
        seeTransaction(tab, address, init.body);
      return tab.fetch(input, init);
    },
    lastKeyed: (order) => keyedOf.get(order),
    transactionOf: (tab) => ofTab.get(tab),
    lastTransaction: (order) => ofOrder.get(order),
  };
}
