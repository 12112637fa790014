import { html, nothing, render } from 'lit';
import { LANGUAGES } from 'scudo-checkout';
import { createOrder, demoFacts, messagesOf, readOrder, themeProperties } from './shop-client.js';
import { controls } from './studio/controls.js';
import { cssOf, htmlOf, lookFrom, queryOf, type Look } from './studio/look.js';
import { presetValues } from './studio/preset-values.js';
import { sequenceOf, type LoggedMessage } from './studio/sequence.js';
import { sequenceView } from './studio/sequence-view.js';
import { openStage } from './studio/stage.js';
import { typeCard } from './type-card.js';

/** The studio: the live element, everything that makes its look, and the payment as it goes. */
const at = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const form = document.querySelector<HTMLFormElement>('#order-form')!;
const languages = ['en', ...Object.keys(LANGUAGES)];

const [properties, { test_cards, sandbox }, stage] = await Promise.all([
  themeProperties(),
  demoFacts(),
  openStage(document.querySelector<HTMLIFrameElement>('#stage')!),
]);

let look = lookFrom(
  new URLSearchParams(location.search),
  properties.map(({ name }) => name),
);
let preset: Readonly<Record<string, string>> = {};
let messages: readonly LoggedMessage[] = [];

/** The value that holds: what one property takes from another is followed. */
function valueOf(name: string, followed = 0): string {
  const value =
    look.values[name] ?? preset[name] ?? properties.find((property) => property.name === name)?.standard ?? '';
  const other = /^var\(--scudo-([\w-]+)\)$/.exec(value)?.[1];
  // An address may have two that take from each other.
  return other && followed < properties.length ? valueOf(other, followed + 1) : value;
}

/** The address of the studio in that look; of no order. */
function addressOf(one: Look): string {
  return new URL(`?${queryOf(one)}`.replace(/^\?$/, location.pathname), location.href).href;
}

/** A slider that is dragged says more than browsers let an address change: Safari throws after a hundred times. */
let telling = 0;

async function change(part: Partial<Look>): Promise<void> {
  look = { ...look, ...part };
  clearTimeout(telling);
  telling = window.setTimeout(() => history.replaceState(null, '', addressOf(look)), 200);
  if (part.preset !== undefined) {
    const values = await presetValues(part.preset);
    // Another one may have been chosen meanwhile.
    if (part.preset !== look.preset) return;
    preset = values;
  }
  showLook();
}

function showLook(): void {
  stage.show(look);
  render(controls({ look, properties, valueOf, languages, change: (part) => void change(part) }), at('#controls'));
  showCode();
}

/** What the clipboard had last from here: what has changed since is not copied. */
let copied = '';

function showCode(): void {
  render(
    html`${snippet('HTML', htmlOf(look))} ${cssOf(look) ? snippet('checkout.css', cssOf(look)) : nothing} ${snippet('A link to this look', addressOf(look))}`,
    at('#code'),
  );
}

function snippet(title: string, text: string) {
  const copy = async ({ currentTarget }: Event) => {
    const code = (currentTarget as HTMLElement).closest('figure')!.querySelector('code')!;
    try {
      await navigator.clipboard.writeText(text);
      copied = text;
    } catch {
      // Not allowed here: then by the reader’s own keys.
      getSelection()?.selectAllChildren(code);
    }
    showCode();
  };
  const word = copied === text ? 'Copied' : 'Copy';
  return html`<figure>
    <figcaption>${title} <button type="button" @click=${copy} aria-label="${word} ${title}">${word}</button></figcaption>
    <pre tabindex="0"><code>${text}</code></pre>
  </figure>`;
}

async function showTimeline(): Promise<void> {
  const { order, trace } = stage.checkout;
  if (!order) return;
  const told = await messagesOf(order).catch(() => messages);
  // Another order may have begun meanwhile.
  if (order !== stage.checkout.order) return;
  messages = told;
  render(sequenceView(sequenceOf(trace, stage.calls, messages)), at('#timeline'));
}

async function showState(id: string): Promise<void> {
  const { state, liability_shift, authentication } = await readOrder(id);
  const eci = authentication?.eci ? `, ECI ${authentication.eci}` : '';
  // What is not paid nobody is liable for.
  const liability =
    state !== 'paid' || liability_shift === null
      ? ''
      : `, liability ${liability_shift ? 'shifted to the bank' : 'stays with the shop'}`;
  at('#order-state').textContent = `The shop has order ${id} as ${state}${eci}${liability}.`;
}

async function begin(id: string): Promise<void> {
  stage.clear();
  messages = [];
  stage.checkout.order = id;
  await showState(id);
  await showTimeline();
}

async function newOrder(): Promise<void> {
  const { amount, currency, methods, purpose } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const saved = purpose === 'add-card';
  try {
    await begin(
      await createOrder({
        currency: currency?.toUpperCase(),
        ...(saved ? { purpose, amount: '0' } : { amount, methods: methods?.split(' ').map((code) => ({ code })) }),
      }),
    );
  } catch (error) {
    at('#order-state').textContent = (error as Error).message;
  }
}

function showCards(): void {
  const wanted = document.querySelector<HTMLInputElement>('#find-card')!.value.toLowerCase();
  const found = test_cards.filter(({ label, number }) => `${label} ${number}`.toLowerCase().includes(wanted));
  render(
    html`${found.map(({ number, label }) => html`<li><button type="button" @click=${() => typeCard(stage.checkout, number)}>${label} <code>${number}</code></button></li>`)}`,
    at('#cards'),
  );
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void newOrder();
});
at('#find-card').addEventListener('input', showCards);
stage.watch(() => void showTimeline());
stage.checkout.addEventListener('scudo-outcome', ({ detail }) => void showState(detail.order.id));
document.querySelector<HTMLAnchorElement>('#sandbox-link')!.href = sandbox;
// A bank's messages come without any step of the page's.
setInterval(() => document.visibilityState === 'visible' && void showTimeline(), 2000);

const given = new URLSearchParams(location.search).get('order');
preset = await presetValues(look.preset);
showLook();
showCards();
await (given ? begin(given) : newOrder());
document.documentElement.dataset['ready'] = 'true';
