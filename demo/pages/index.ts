import { render } from 'lit';
import { rememberTheme } from './shared/studio-address.js';
import { demoFacts, readManifest } from './shared/shop-client.js';
import { cssOf, htmlOf, pageOf, scriptOf } from './theme/theme-code.js';
import { knownNames, themeNamesIn } from './theme/theme-names.js';
import { presetSheet, presetValues } from './theme/preset-values.js';
import { queryOf, THEME_PRESETS, themeFrom, type Theme } from './theme/theme.js';
import { codeView } from './studio/code-view.js';
import { openFrame } from './studio/framed-page.js';
import { liveStage } from './studio/live-stage.js';
import { FaultControls } from './studio/fault-controls.js';
import { presetThumbnail } from './studio/preset-thumbnail.js';
import { galleryAddress, Stages } from './studio/stages.js';
import { ThemeEditor } from './studio/theme-editor.js';
import { Trial } from './studio/trial.js';

/** The studio: the live element, its theme, its states side by side, and the steps of a test payment. */
const at = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const query = new URLSearchParams(location.search);

const [names, { test_cards, sandbox }, framed, sheets] = await Promise.all([
  readManifest().then(themeNamesIn),
  demoFacts(),
  openFrame(document.querySelector<HTMLIFrameElement>('#stage')!),
  Promise.all(THEME_PRESETS.map(async (preset) => [preset, await presetSheet(preset)] as const)),
]);

const stage = liveStage(framed, () => void trial.showTimeline());
const faults = new FaultControls(at('#faults'), () => void trial.showTimeline());
const trial = new Trial(stage, test_cards, faults);
const editor = new ThemeEditor({
  place: at('#controls'),
  names,
  presets: new Map(sheets.map(([preset, sheet]) => [preset as string, presetValues(sheet)])),
  thumbnails: new Map(sheets.map(([preset, sheet]) => [preset as string, presetThumbnail(sheet)])),
  theme: themeFrom(query, knownNames(names)),
  onTheme: show,
});
const stages = new Stages({
  live: framed,
  change: (part, control) => editor.change(part, control),
  onColors: (pairs, place) => editor.showColors(pairs, place),
});

/** Returns the address of the studio with a theme, without an order. */
function addressOf(theme: Theme): string {
  const text = queryOf(theme);
  return new URL(text ? `?${text}` : location.pathname, location.href).href;
}

/** Longer addresses are refused by some servers, whose limit for all headers is 8 kB. */
const LONGEST_ADDRESS = 6000;

/** The timer of the next change of the address. Safari throws after a hundred changes in a short time. */
let addressTimer = 0;

function show(theme: Theme): void {
  stages.show(theme);
  showCode();
  document.querySelector<HTMLAnchorElement>('#gallery-link')!.href = galleryAddress(theme);
  rememberTheme(queryOf(theme));
  clearTimeout(addressTimer);
  addressTimer = window.setTimeout(() => history.replaceState(null, '', addressOf(theme)), 200);
}

/** The text that was copied last. */
let copied = '';

function showCode(): void {
  const { theme } = editor;
  document.querySelector('#copy-code')!.textContent = 'Copy code';
  const address = addressOf(theme);
  const note = address.length > LONGEST_ADDRESS ? ' (too long for some servers: remove some texts)' : '';
  const snippets = [
    { title: 'HTML', text: htmlOf(theme) },
    { title: 'checkout.css', text: cssOf(theme) },
    { title: 'checkout.js', text: scriptOf(theme) },
    { title: `A link to this theme${note}`, text: address },
  ];
  const onCopied = (text: string) => {
    copied = text;
    showCode();
  };
  render(
    codeView(
      snippets.filter(({ text }) => text !== ''),
      copied,
      onCopied,
    ),
    at('#code'),
  );
}

const copyCode = document.querySelector<HTMLButtonElement>('#copy-code')!;
copyCode.addEventListener('click', () => {
  const isCopied = (text: string) => (copyCode.textContent = text);
  navigator.clipboard.writeText(pageOf(editor.theme)).then(
    () => isCopied('Copied'),
    // Without permission the reader copies the code from its panel.
    () => document.querySelector('#export')!.scrollIntoView(),
  );
});
document.querySelector<HTMLAnchorElement>('#sandbox-link')!.href = sandbox;
rememberTheme(queryOf(editor.theme));
editor.draw();
stages.show(editor.theme);
showCode();
document.querySelector<HTMLAnchorElement>('#gallery-link')!.href = galleryAddress(editor.theme);
trial.showCards();
document.documentElement.dataset['drawn'] = 'true';
const given = query.get('order');
await (given ? trial.begin(given) : trial.newOrder());
document.documentElement.dataset['ready'] = 'true';
