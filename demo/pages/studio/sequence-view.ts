import { html, nothing, type TemplateResult } from 'lit';
import { PARTIES, spanOf, type SequenceEntry } from './sequence.js';

const NAMES = { page: 'Page', backend: 'Backend', gateway: 'Gateway', acs: 'ACS (bank)' } as const;

/** Renders the payment as a sequence diagram, which is also a list for screen readers. */
export function sequenceView(entries: readonly SequenceEntry[]): TemplateResult {
  const began = entries[0]?.at ?? 0;
  return html`
    <div class="parties" aria-hidden="true">
      <span></span>${PARTIES.map((party) => html`<span>${NAMES[party]}</span>`)}
    </div>
    <ol class="sequence" aria-label="Steps and messages of the payment">
      ${entries.map(
        (entry) => html`
          <li class=${entry.kind}>
            <span class="time">${`+${spanOf(entry.at - began)}`}</span>
            ${entry.kind === 'step' ? step(entry) : message(entry)}
          </li>
        `,
      )}
    </ol>
  `;
}

function step({ name, lasted }: Extract<SequenceEntry, { kind: 'step' }>): TemplateResult {
  return html`
    <span class="lane note" data-from="page" data-to="page">
      <b>${name}</b> ${lasted === undefined ? nothing : html`<small>${spanOf(lasted)}</small>`}
    </span>
  `;
}

function message({
  from,
  to,
  name,
  took,
  status,
  content,
  disturbed,
}: Extract<SequenceEntry, { kind: 'message' }>): TemplateResult {
  const facts = [took === undefined ? '' : spanOf(took), status === undefined || status === 200 ? '' : String(status)]
    .filter((fact) => fact !== '')
    .join(', ');
  const words = html`
    <span class="visually-hidden">${`${NAMES[from]} to ${NAMES[to]}: `}</span>
    <b>${name}</b> ${facts ? html`<small>${facts}</small>` : nothing}
    ${disturbed === undefined ? nothing : html`<strong class="fault">disturbed: ${disturbed}</strong>`}
  `;
  const back = PARTIES.indexOf(to) < PARTIES.indexOf(from);
  return html`<div class="lane arrow" data-from=${back ? to : from} data-to=${back ? from : to} data-back=${back} ?data-disturbed=${disturbed !== undefined}>
    ${
      content === undefined
        ? html`<span class="name">${words}</span>`
        : html`
            <details>
              <summary class="name">${words}</summary>
              <pre tabindex="0">${JSON.stringify(content, null, 2)}</pre>
            </details>
          `
    }
  </div>`;
}
