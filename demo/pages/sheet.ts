import { html, render } from 'lit';
import { THEME_PRESETS } from './theme/theme.js';
import { SHEET_STATES, type SheetState } from './sheet/sheet-states.js';
import { openState, type StatePage } from './sheet/state-page.js';
import { stateAddress } from './studio/states.js';

/** The contact sheet: the states of a payment in one theme, each in a frame with the width of a screen. */
const CHOICES = {
  preset: THEME_PRESETS,
  width: ['390', '320', '1280'],
  scheme: ['light', 'dark'],
  font: ['own', 'fixed'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Choice = keyof typeof CHOICES;

const root = document.documentElement;
const query = new URLSearchParams(location.search);
const choice = Object.fromEntries(
  Object.entries(CHOICES).map(([name, values]: [string, readonly string[]]) => [
    name,
    values.find((value) => value === query.get(name)) ?? values[0]!,
  ]),
) as Record<Choice, string>;

/** The number of changes so far: only the last one may finish. */
let changes = 0;
/** The pages of the frames, which a change of the width replaces. */
let pages: Promise<readonly StatePage[]> | undefined;

function tile({ name, scene, isDialog }: SheetState) {
  return html`
    <figure data-scene=${scene} ?data-dialog=${isDialog}>
      <div class="screen"><iframe title=${name} src=${stateAddress(scene)}></iframe></div>
      <figcaption>${name}</figcaption>
    </figure>
  `;
}

function select(name: Choice, label: string) {
  const change = ({ currentTarget }: Event) => {
    choice[name] = (currentTarget as HTMLSelectElement).value;
    // A frame keeps the text and the window size of its first width.
    if (name === 'width') pages = undefined;
    void show();
  };
  return html`
    <label>
      ${label}
      <select name=${name} @change=${change}>
        ${CHOICES[name].map((value) => html`<option ?selected=${value === choice[name]}>${value}</option>`)}
      </select>
    </label>
  `;
}

/** Shows the chosen sheet, and sets `data-ready` when all frames have it. */
async function show(): Promise<void> {
  const change = ++changes;
  root.dataset['ready'] = 'false';
  Object.assign(root.dataset, { width: choice.width, scheme: choice.scheme, font: choice.font });
  history.replaceState(null, '', `?${new URLSearchParams(choice).toString()}`);
  const main = document.querySelector<HTMLElement>('main')!;
  if (!pages) render(html``, main);
  render(
    html`
      <form class="bar" aria-label="View" @submit=${(event: Event) => event.preventDefault()}>
        ${select('preset', 'Theme')} ${select('width', 'Width')} ${select('scheme', 'Colors')}
      </form>
      <div class="sheet">${SHEET_STATES.map(tile)}</div>
    `,
    main,
  );
  pages ??= Promise.all([...main.querySelectorAll('iframe')].map(openState));
  const shown = await pages;
  await Promise.all(shown.map((page) => page.show(choice.preset, choice.scheme, choice.font === 'fixed')));
  if (change === changes) root.dataset['ready'] = 'true';
}

await show();
