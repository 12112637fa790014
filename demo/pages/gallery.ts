import 'scudo-checkout';
import { html, nothing, render } from 'lit';
import { bar } from './gallery/bar.js';
import { keepScrollPosition } from './gallery/scroll-position.js';
import { scenesOf } from './gallery/scenes.js';
import { stagedScene } from './gallery/staged-scene.js';
import { searchOf, studioAddress, viewOf, type View } from './gallery/view.js';
import { index, wall, type Tile } from './gallery/wall.js';
import { readManifest } from './shared/shop-client.js';
import { applyPreset } from './theme/preset-link.js';
import { PLAIN, themeFrom, type Theme } from './theme/theme.js';
import { knownNames, themeNamesIn } from './theme/theme-names.js';
import { themeSheet } from './theme/themed-page.js';

/** The gallery: the real elements in each of their states, with a stopped clock. */
const main = document.querySelector<HTMLElement>('main')!;
const { dataset } = document.documentElement;
let view = viewOf(location.search);
let tiles: readonly Tile[] = [];
/** The error of the preset. */
let missing: string | undefined;

/** Parameters that create all elements again. A preset and a color scheme only restyle them. */
const STAGED: readonly (keyof View)[] = ['lang', 'width', 'only', 'font', 'theme'];

const fillSheet = themeSheet(document);
let theme: Theme = PLAIN;

/** Reads the theme of a view. Only a theme needs the manifest, which has the names that a theme may use. */
async function themeOf(query: string): Promise<Theme> {
  if (query === '') return PLAIN;
  return themeFrom(new URLSearchParams(query), knownNames(themeNamesIn(await readManifest())));
}

function draw(): void {
  document.querySelector<HTMLAnchorElement>('#studio-link')!.href = studioAddress(view);
  Object.assign(dataset, { scheme: view.scheme, width: view.width, font: view.font });
  render(
    html`
      ${index(tiles)} ${bar(view, (change) => void show({ ...view, ...change }))}
      ${missing === undefined ? nothing : html`<p class="missing" role="alert">${missing}</p>`}
      ${
        view.theme === ''
          ? nothing
          : html`<p class="themed">
              All states have a theme of the studio. <a href=${studioAddress(view)}>Edit the theme</a>
              <a href=${searchOf({ ...view, theme: '' })}>Show the preset alone</a>
            </p>`
      }
      ${
        tiles.length === 0
          ? html`<p class="missing">There is no such state. <a href="?">See all of them.</a></p>`
          : html`<div class="wall">${wall(tiles, view)}</div>`
      }
    `,
    main,
  );
}

/** Shows the gallery in a view, and sets `data-ready` when all scenes are reached. */
async function show(next: View, anew = false): Promise<void> {
  const before = view;
  view = next;
  dataset['ready'] = 'false';
  history.replaceState(null, '', searchOf(next) + location.hash);
  const restoreScrollPosition = keepScrollPosition(main);
  if (
    anew ||
    STAGED.some((name) => next[name] !== before[name]) ||
    (next.scheme === 'both') !== (before.scheme === 'both')
  ) {
    const schemes = next.scheme === 'both' ? ['light', 'dark'] : [''];
    tiles = scenesOf(next.only).map((scene) => ({
      stages: schemes.map((scheme) => stagedScene(scene, next.lang, scheme, theme)),
    }));
  }
  draw();
  const [notLoaded, played] = await Promise.all([applyPreset(next.preset), Promise.all(tiles.map(withVerdict))]);
  // Another view may have been chosen meanwhile.
  if (view !== next) return;
  missing = notLoaded;
  tiles = played;
  draw();
  // An inline challenge scrolls itself onto the screen before the page is drawn again.
  await new Promise(requestAnimationFrame);
  if (view !== next) return;
  restoreScrollPosition();
  dataset['ready'] = 'true';
}

async function withVerdict({ stages }: Tile): Promise<Tile> {
  const wrong = await Promise.all(stages.map(({ play }) => play()));
  return { stages, wrong: wrong.find((words) => words !== undefined) };
}

// The elements start again when the page comes from the back/forward cache, and so do their scenes.
window.addEventListener('pageshow', ({ persisted }) => persisted && void show(view, true));

theme = await themeOf(view.theme);
fillSheet(theme);
await show(view, true);
document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
