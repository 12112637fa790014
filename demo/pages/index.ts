import { html, nothing, render } from 'lit';
import { LANGUAGES } from 'scudo-checkout';
import {
  createOrder,
  demoFacts,
  messagesOf,
  readManifest,
  readOrder,
  type LoggedMessage,
} from './shared/shop-client.js';
import { themePropertiesIn } from './studio/theme-properties.js';
import { controls } from './studio/controls.js';
import { cssOf, htmlOf, themeFrom, queryOf, type Theme } from './studio/theme.js';
import { presetValues } from './studio/preset-values.js';
import { sequenceOf } from './studio/sequence.js';
import { sequenceView } from './studio/sequence-view.js';
import { openStage } from './studio/stage-frame.js';
import { typeCard } from './type-card.js';

/** The studio: the live element, the controls of its theme, and the steps of the payment. */
const at = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const form = document.querySelector<HTMLFormElement>('#order-form')!;
const languages = ['en', ...Object.keys(LANGUAGES)];

const [properties, { test_cards, sandbox }, stage] = await Promise.all([
  readManifest().then(themePropertiesIn),
  demoFacts(),
  openStage(document.querySelector<HTMLIFrameElement>('#stage')!),
]);

let theme = themeFrom(
  new URLSearchParams(location.search),
  properties.map(({ name }) => name),
);
let preset: Readonly<Record<string, string>> = {};
let messages: readonly LoggedMessage[] = [];

/** Returns the value of a property. A reference to another property is followed. */
function valueOf(name: string, followed = 0): string {
  const value =
    theme.values[name] ?? preset[name] ?? properties.find((property) => property.name === name)?.standard ?? '';
  const other = /^var\(--scudo-([\w-]+)\)$/.exec(value)?.[1];
  // An address may have two properties that refer to each other.
  return other && followed < properties.length ? valueOf(other, followed + 1) : value;
}

/** Returns the address of the studio with a theme, without an order. */
function addressOf(one: Theme): string {
  return new URL(`?${queryOf(one)}`.replace(/^\?$/, location.pathname), location.href).href;
}

/** The timer of the next change of the address. Safari throws after a hundred changes in a short time. */
let addressTimer = 0;

async function change(part: Partial<Theme>): Promise<void> {
  theme = { ...theme, ...part };
  clearTimeout(addressTimer);
  addressTimer = window.setTimeout(() => history.replaceState(null, '', addressOf(theme)), 200);
  if (part.preset !== undefined) {
    const values = await presetValues(part.preset);
    // Another preset may have been chosen meanwhile.
    if (part.preset !== theme.preset) return;
    preset = values;
  }
  showTheme();
}

function showTheme(): void {
  stage.show(theme);
  render(controls({ theme, properties, valueOf, languages, change: (part) => void change(part) }), at('#controls'));
  showCode();
}

/** The text that was copied last. A changed text counts as not copied. */
let copied = '';

function showCode(): void {
  render(
    html`
      ${snippet('HTML', htmlOf(theme))} ${cssOf(theme) ? snippet('checkout.css', cssOf(theme)) : nothing}
      ${snippet('A link to this theme', addressOf(theme))}
    `,
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
      // Without permission the text is selected, so that the reader can copy it.
      getSelection()?.selectAllChildren(code);
    }
    showCode();
  };
  const label = copied === text ? 'Copied' : 'Copy';
  return html`<figure>
    <figcaption>
      ${title} <button type="button" @click=${copy} aria-label="${label} ${title}">${label}</button>
    </figcaption>
    <pre tabindex="0"><code>${text}</code></pre>
  </figure>`;
}

async function showTimeline(): Promise<void> {
  const { order, trace } = stage.checkout;
  if (!order) return;
  const read = await messagesOf(order).catch(() => messages);
  // Another order may have been created meanwhile.
  if (order !== stage.checkout.order) return;
  messages = read;
  render(sequenceView(sequenceOf(trace, stage.calls, messages)), at('#timeline'));
}

async function showState(id: string): Promise<void> {
  const { state, liability_shift, authentication } = await readOrder(id);
  const eci = authentication?.eci ? `, ECI ${authentication.eci}` : '';
  // Liability exists for a paid order only.
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
    html`${found.map(
      ({ number, label }) => html`
        <li>
          <button type="button" @click=${() => typeCard(stage.checkout, number)}>
            ${label} <code>${number}</code>
          </button>
        </li>
      `,
    )}`,
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
// Messages of the issuer arrive without a step of the page.
setInterval(() => document.visibilityState === 'visible' && void showTimeline(), 2000);

const given = new URLSearchParams(location.search).get('order');
preset = await presetValues(theme.preset);
showTheme();
showCards();
await (given ? begin(given) : newOrder());
document.documentElement.dataset['ready'] = 'true';
