import { html, nothing, type TemplateResult } from 'lit';
import { contrastRatio, gradeOf, hexText, LEAST, ratioText } from './contrast.js';
import { PAIR_NAMES, type ColorPair, type Scheme } from './rendered-colors.js';

const SCHEMES: readonly Scheme[] = ['light', 'dark'];

/** Renders the contrast of pairs of colors in light and dark, with a warning for each pair that is too low. */
export function contrastView(pairs: readonly ColorPair[]): TemplateResult {
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
          ${PAIR_NAMES.map(
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

function cell(pair: ColorPair | undefined): TemplateResult {
  // Not measured yet, and as high as when it is.
  if (!pair) return html`<td><span class="sample" aria-hidden="true">&nbsp;</span></td>`;
  const ratio = contrastRatio(pair.color, pair.ground);
  const grade = gradeOf(ratio, pair.kind);
  return html`
    <td data-grade=${grade}>
      <span
        class="sample"
        aria-hidden="true"
        .style=${`color: ${hexText(pair.color)}; background: ${hexText(pair.ground)}`}
      >${pair.kind === 'line' ? '▭' : 'a'}</span>
      ${ratioText(ratio)} <span class="grade">${grade}</span>
    </td>
  `;
}

function warning({ name, kind, scheme, color, ground }: ColorPair): TemplateResult | typeof nothing {
  const ratio = contrastRatio(color, ground);
  if (gradeOf(ratio, kind) !== 'too low') return nothing;
  return html`
    <p class="warning">
      <b>${name}, ${scheme}:</b> ${hexText(color)} on ${hexText(ground)} has a contrast of ${ratioText(ratio)}. Use at
      least ${LEAST[kind]}.
    </p>
  `;
}
