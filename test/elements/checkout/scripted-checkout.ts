import { fixture, html } from '@open-wc/testing';
import type { ScudoCheckout } from '../../../src/index.js';
import '../../../src/index.js';
import { BackendError } from '../../../src/payment/backend-client/backend-error.js';
import type { BackendAnswer, OrderMethod, Order } from '../../../src/payment/backend-client/backend-client.js';
import { stillClock, settle, type StillClock } from '../../../demo/pages/gallery/still-clock.js';
import { outcomeOf } from '../../../src/payment/outcome.js';
import {
  OPEN_ORDER,
  PAID,
  scriptedBackend,
  UNFINISHED_ORDER,
  type ScriptedBackend,
} from '../../browser/scripted-backend.js';

export const IDEAL: OrderMethod = { code: 'ideal', ask: ['account_holder_name', 'country'] };
export const METHODS: readonly OrderMethod[] = [{ code: 'card' }, { code: 'paypal' }, IDEAL];
export const orderIn = (state: Order['state']) => (): Order => ({ ...OPEN_ORDER, methods: METHODS, state });
export const pendingOrder = (): Order => ({ ...UNFINISHED_ORDER, methods: METHODS });
export const problem =
  (
    code: 'gateway-unavailable' | 'gateway-refused' | 'order-not-open' | 'invalid-request',
    fields: { field: string; message: string }[] = [],
  ) =>
  () =>
    Promise.reject(new BackendError({ kind: 'problem', code, retryable: false, fields }, 'scripted'));

/** A `<scudo-checkout>` with three methods, a scripted backend and a driven clock. */
export interface Shop {
  readonly element: ScudoCheckout;
  readonly backend: ScriptedBackend;
  readonly clock: StillClock;
  /** The outcome events so far, as `status code`. */
  readonly reported: string[];
  /** The addresses of the redirect events so far. */
  readonly left: string[];
}

export async function rendered({ element }: Pick<Shop, 'element'>): Promise<void> {
  await settle();
  await element.updateComplete;
  await settle();
}

export async function checkout(answers: Partial<ScriptedBackend['answers']> = {}): Promise<Shop> {
  const backend = scriptedBackend({ order: orderIn('open'), ...answers });
  const clock = stillClock();
  const reported: string[] = [];
  const left: string[] = [];
  const leaving = (event: CustomEvent<{ url: string }>) => {
    event.preventDefault();
    left.push(event.detail.url);
  };
  const element = await fixture<ScudoCheckout>(html`<scudo-checkout
    order="A1"
    .adapter=${backend}
    .clock=${clock}
    @scudo-outcome=${({ detail }: CustomEvent<{ status: string; code: string }>) => reported.push(`${detail.status} ${detail.code}`)}
    @scudo-redirect=${leaving}
  ></scudo-checkout>`);
  const shop = { element, backend, clock, reported, left };
  await pass(shop, 0);
  return shop;
}

export const root = ({ element }: Shop) => element.shadowRoot!;
export const text = (shop: Shop, part: string) => root(shop).querySelector(`[part~=${part}]`)?.textContent?.trim();
export const status = (shop: Shop) => root(shop).querySelector('[part~=outcome]')?.getAttribute('data-status');
export const focused = (shop: Shop) => root(shop).activeElement?.id;
export const payButton = (shop: Shop) => root(shop).querySelector<HTMLButtonElement>('[part~=pay-button]')!;
export const field = (shop: Shop, id: string) => root(shop).querySelector<HTMLInputElement>(`#${id}`)!;
export const redirects = ({ backend }: Shop) => backend.calls.filter(({ call }) => call === 'redirect');

export async function pass(shop: Shop, ms: number): Promise<void> {
  await rendered(shop);
  await shop.clock.advance(ms);
  await rendered(shop);
}

export function type(shop: Shop, id: string, value: string): void {
  const input = field(shop, id);
  input.value = value;
  input.dispatchEvent(new Event(input.localName === 'select' ? 'change' : 'input', { bubbles: true }));
}

export function typeCard(shop: Shop): void {
  for (const [id, value] of Object.entries({
    number: '4222000006285344',
    expiry: '12/28',
    'security-code': '123',
    name: 'Ada Lovelace',
  }))
    type(shop, id, value);
}

export async function choose(shop: Shop, code: string): Promise<void> {
  root(shop).querySelector<HTMLInputElement>(`input[value=${code}]`)!.click();
  await rendered(shop);
}

export async function press(shop: Shop, name: string): Promise<void> {
  const pressed = [...root(shop).querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
  pressed.focus();
  pressed.click();
  await rendered(shop);
}

export async function payWithPaypal(shop: Shop): Promise<void> {
  await choose(shop, 'paypal');
  await press(shop, 'Continue to PayPal');
}

export async function comeBack(shop: Shop): Promise<void> {
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(shop, 0);
}

export const declined = (): BackendAnswer => ({
  result: 'outcome',
  outcome: outcomeOf('declined', { id: 'A1', state: 'open' }),
});

/** A checkout whose card was declined once. */
export async function afterDecline(): Promise<Shop> {
  const shop = await checkout({ authenticate: declined });
  typeCard(shop);
  await press(shop, 'Pay €19.99');
  await pass(shop, 0);
  shop.backend.answers.authenticate = () => PAID;
  return shop;
}
