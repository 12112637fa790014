import { createHash } from 'node:crypto';

/** The style of the pages, which the policy allows by its hash. */
export const OFFICE_STYLE = `
:root {
  --ink: light-dark(#16181d, #eef0f3);
  --quiet: light-dark(#565d68, #a8b0bc);
  --sheet: light-dark(#fff, #15181d);
  --rule: light-dark(#dfe3e8, #2a3038);
  --edge: light-dark(#767f8a, #8b949e);
  --good: light-dark(#146c2e, #6dd58c);
  --wait: light-dark(#8a5300, #f3c06b);
  --link: light-dark(#1d4ed8, #a8c1ff);
  --wrong: light-dark(#b3261e, #ffb4ab);
  color-scheme: light dark;
  color: var(--ink);
  background: light-dark(#f2f4f7, #0b0d10);
  font: 0.9375rem/1.5 system-ui, sans-serif;
  accent-color: var(--link);
}
body { margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: 0.5rem clamp(0.75rem, 2vw, 1.5rem); background: var(--sheet); border-block-end: 1px solid var(--rule); }
a { color: var(--link); text-underline-offset: 0.2em; }
nav a { color: inherit; text-decoration: none; }
nav a:first-child { font-weight: 600; }
nav a:hover { text-decoration: underline; }
nav a, main > p > a, td a { display: inline-flex; align-items: center; min-block-size: 1.5rem; min-inline-size: 1.5rem; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; margin-block-end: 1rem; }
header form { margin: 0 0 0 auto; }
main { box-sizing: border-box; max-inline-size: 80rem; margin-inline: auto; padding: 1rem clamp(0.75rem, 2vw, 1.5rem) 4rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2, summary { margin: 1.5rem 0 0.5rem; font-size: 1rem; font-weight: 600; }
summary { inline-size: fit-content; min-block-size: 1.5rem; cursor: pointer; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: end; margin-block: 0.75rem; }
article form, main > form, .rows, dl, article > ul, ol { padding: 0.75rem 1rem; border: 1px solid var(--rule); border-radius: 12px; background: var(--sheet); }
/* Forms that follow each other are one card. */
form:has(+ form) { margin-block-end: 0; border-end-start-radius: 0; border-end-end-radius: 0; }
form + form { margin-block-start: 0; border-block-start: 0; border-start-start-radius: 0; border-start-end-radius: 0; }
[role=search] label:first-child { flex: 1 1 16rem; max-inline-size: 28rem; }
label { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.125rem; min-inline-size: 0; max-inline-size: 100%; color: var(--quiet); font-size: 0.8125rem; }
input, select, button { box-sizing: border-box; min-block-size: 2.25rem; max-inline-size: 100%; padding: 0.25rem 0.625rem; border: 1px solid var(--edge); border-radius: 8px; color: var(--ink); background: var(--sheet); font: inherit; }
input, select { font-size: 0.9375rem; }
.main { border-color: transparent; color: var(--sheet); background: var(--link); }
button:hover { border-color: var(--ink); }
button { padding-inline: 0.875rem; font-weight: 600; cursor: pointer; white-space: normal; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.rows { overflow-x: auto; }
table { inline-size: 100%; border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th { color: var(--quiet); font-weight: 500; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-block-end: 1px solid var(--rule); text-align: start; vertical-align: baseline; }
tr:last-child td { border-block-end: 0; }
.amount { text-align: end; }
th.amount:last-child, td.amount:last-child { padding-inline-end: 0; }
th, .amount, td time { white-space: nowrap; }
td:is(:nth-child(2), :nth-child(3), :nth-child(4)) { min-inline-size: 7rem; }
@media (width >= 80rem) { td:nth-child(4) { min-inline-size: 10rem; } }
td.amount > span:empty::before { content: "–" / ""; color: var(--quiet); }
/* An order is a card of three lines and its further amounts. */
@media (width < 64rem) {
  table, tbody { display: block; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.125rem 1rem; align-items: baseline; padding-block: 0.75rem; border-block-end: 1px solid var(--rule); }
  tr:first-child { padding-block-start: 0; }
  tr:last-child { padding-block-end: 0; border: 0; }
  td { padding: 0; border: 0; }
  td:nth-child(2) { grid-area: 1 / 1; font-weight: 600; }
  td:nth-child(6) { grid-area: 1 / 2; font-weight: 600; }
  td:nth-child(3) { grid-area: 2 / 1; }
  td:nth-child(5) { grid-area: 2 / 2; text-align: end; }
  td:nth-child(4) { grid-area: 3 / 1; color: var(--quiet); }
  td:nth-child(1) { grid-area: 3 / 2; color: var(--quiet); }
  td:nth-child(n + 7) { grid-column: 1 / -1; text-align: start; }
  td:nth-child(n + 7)::before { content: attr(data-label) ' '; color: var(--quiet); }
  td:has(> span:empty) { display: none; }
}
.state { --state: var(--quiet); display: inline-block; padding: 0.0625rem 0.625rem; border: 1px solid transparent; border-radius: 999px; color: var(--state); background: color-mix(in srgb, var(--state) 12%, var(--sheet)); font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
.state:is([data-state=paid], [data-state=authorized], [data-state=authenticated], [data-state=partly-captured]) { --state: var(--good); }
.state:is([data-state=pending], [data-state=in-doubt]) { --state: var(--wait); }
.state[data-state=failed] { --state: var(--wrong); }
.flag { color: var(--wrong); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); gap: 0.75rem 1.5rem; margin: 0; }
dt { color: var(--quiet); font-size: 0.8125rem; }
form > small { flex-basis: 100%; color: var(--quiet); }
dd { margin: 0; }
ol, article > ul { font-size: 0.875rem; }
article > ul { list-style: none; }
li form, li form:has(+ form), li form + form { padding: 0; border: 0; margin-block: 0.5rem; }
ol { display: grid; gap: 0.5rem; margin: 0; padding-inline-start: 1rem; list-style: none; }
ol > li { display: grid; grid-template-columns: 11.5rem minmax(0, 1fr); gap: 0 1rem; }
li time { color: var(--quiet); font-variant-numeric: tabular-nums; }
@media (width < 40rem) {
  ol > li { grid-template-columns: minmax(0, 1fr); }
  dl { gap: 0.375rem; }
  dl > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0 0.75rem; align-items: baseline; }
}
[role=alert], [role=status] { padding: 0.5rem 1rem; border: 1px solid var(--edge); border-inline-start-width: 0.25rem; border-radius: 8px; background: var(--sheet); }
[role=alert] { border-color: var(--wrong); }
li, td, p, dd { overflow-wrap: anywhere; }
`;

export const OFFICE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(OFFICE_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
