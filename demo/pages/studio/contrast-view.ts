import { html, nothing, type TemplateResult } from 'lit';
import { contrastRatio, gradeOf, hexText, LEAST, ratioText } from './contrast.js';
import type { ColourPair, Scheme } from './rendered-colours.js';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/** Renders the contrast of pairs of colors in light and dark, with a warning for each pair that is too low. */
export function contrastView(pairs: readonly ColourPair[]): TemplateResult {
  const names = [...new Set(pairs.map(({ name }) => name))];
  return html`
    <section class="contrast" aria-labelledby="contrast-title">
      <h2 id="contrast-title">Contrast</h2>
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col">Light</th>
            <th scope="col">Dark</th>
          </tr>
        </thead>
        <tbody>
          ${names.map(
            (name) => html`
              <tr>
                <th scope="row">${name}</th>
                ${SCHEMES.map((scheme) => cell(pairs.find((pair) => pair.name === name && pair.scheme === scheme)))}
              </tr>
            `,
          )}
        </tbody>
      </table>
      <div role="status" class="warnings">${pairs.map(warning)}</div>
    </section>
  `;
}

function cell(pair: ColourPair | undefined): TemplateResult {
  if (!pair) return html`<td></td>`;
  const ratio = contrastRatio(pair.colour, pair.ground);
  const grade = gradeOf(ratio, pair.kind);
  return html`
    <td data-grade=${grade}>
      <span
        class="sample"
        aria-hidden="true"
        .style=${`color: ${hexText(pair.colour)}; background: ${hexText(pair.ground)}`}
      >${pair.kind === 'line' ? '▭' : 'a'}</span>
      ${ratioText(ratio)} <span class="grade">${grade}</span>
    </td>
  `;
}

function warning({ name, kind, scheme, colour, ground }: ColourPair): TemplateResult | typeof nothing {
  const ratio = contrastRatio(colour, ground);
  if (gradeOf(ratio, kind) !== 'too low') return nothing;
  return html`
    <p class="warning">
      <b>${name}, ${scheme}:</b> ${hexText(colour)} on ${hexText(ground)} has a contrast of ${ratioText(ratio)}. Use at
      least ${LEAST[kind]}.
    </p>
  `;
}
