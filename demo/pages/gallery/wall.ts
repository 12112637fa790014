import { html, nothing, type TemplateResult } from 'lit';
import { SECTIONS } from './sections.js';
import type { StagedScene } from './staged-scene.js';
import { searchOf, type View } from './view.js';

/** The stages of a scene, and their error. */
export interface Tile {
  readonly stages: readonly StagedScene[];
  readonly wrong?: string | undefined;
}

/** Returns the sections that have a tile, each with its tiles. */
function sectionsWithTiles(tiles: readonly Tile[]) {
  return SECTIONS.map((section) => ({
    ...section,
    tiles: tiles.filter(({ stages }) => stages[0]?.scene.section === section.id),
  })).filter((section) => section.tiles.length > 0);
}

/** Renders the sections with the number of their states. */
export function index(tiles: readonly Tile[]): TemplateResult {
  return html`
    <nav class="index" aria-label="Sections">
      <ul>
        ${sectionsWithTiles(tiles).map(
          (section) => html`<li><a href="#${section.id}">${section.name}</a> <span>${section.tiles.length}</span></li>`,
        )}
      </ul>
    </nav>
  `;
}

/** Renders the tiles by section, each with its name and the address of the single tile. */
export function wall(tiles: readonly Tile[], view: View): TemplateResult[] {
  return sectionsWithTiles(tiles).map(
    ({ id, name, about, tiles: tilesOfSection }) => html`
      <section aria-labelledby=${id} data-section=${id}>
        <header>
          <h2 id=${id}><a href="#${id}">${name}</a></h2>
          <p>${about}</p>
        </header>
        <div class="tiles">${tilesOfSection.map((tile) => tileOf(tile, view))}</div>
      </section>
    `,
  );
}

function tileOf({ stages, wrong }: Tile, view: View): TemplateResult | typeof nothing {
  const scene = stages[0]?.scene;
  if (!scene) return nothing;
  return html`
    <article class="tile" id=${scene.id} data-scene=${scene.id} ?data-unreached=${wrong !== undefined}>
      <header>
        <h3>${scene.name}</h3>
        <p>${scene.note ? html`<span>${scene.note}</span>` : nothing}<a
          href=${searchOf({ ...view, only: scene.id })}>${scene.id}</a></p>
      </header>
      ${
        wrong === undefined ? nothing : html`<p class="unreached" role="alert">This state was not reached. ${wrong}</p>`
      }
      <div class="stages">${stages.map(({ place }) => place)}</div>
    </article>
  `;
}
