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
  --wrong: light-dark(#b3261e, #ffb4ab);
  color-scheme: light dark;
  color: var(--ink);
  background: light-dark(#f2f4f7, #0b0d10);
  font: 0.9375rem/1.5 system-ui, sans-serif;
  accent-color: light-dark(#1d4ed8, #a8c1ff);
}
body { margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: 0.5rem clamp(0.75rem, 2vw, 1.5rem); background: var(--sheet); border-block-end: 1px solid var(--rule); }
a { color: light-dark(#1d4ed8, #a8c1ff); text-underline-offset: 0.2em; }
nav a, main > p > a, td a { display: inline-flex; align-items: center; min-block-size: 1.5rem; min-inline-size: 1.5rem; }
main { box-sizing: border-box; max-inline-size: 80rem; margin-inline: auto; padding: 1rem clamp(0.75rem, 2vw, 1.5rem) 4rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: end; margin-block: 0.75rem; }
article > form, main > form, .rows, dl, article > ul, ol { padding: 0.75rem 1rem; border: 1px solid var(--rule); border-radius: 12px; background: var(--sheet); }
label { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.125rem; min-inline-size: 0; max-inline-size: 100%; color: var(--quiet); font-size: 0.8125rem; }
input, select, button { box-sizing: border-box; min-block-size: 2.25rem; max-inline-size: 100%; padding: 0.25rem 0.625rem; border: 1px solid var(--edge); border-radius: 8px; color: var(--ink); background: var(--sheet); font: inherit; }
input, select { font-size: 0.9375rem; }
button { padding-inline: 0.875rem; font-weight: 600; cursor: pointer; white-space: normal; }
:focus-visible { outline: 2px solid light-dark(#1d4ed8, #a8c1ff); outline-offset: 2px; }
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
@media (width < 64rem) {
  table, tbody { display: block; }
  thead { position: absolute; clip-path: inset(50%); }
  tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 0.125rem 1.5rem; padding-block: 0.75rem; border-block-end: 1px solid var(--rule); }
  tr:first-child { padding-block-start: 0; }
  tr:last-child { padding-block-end: 0; border: 0; }
  td, td.amount { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 0.5rem; padding: 0; border: 0; text-align: start; }
  td::before { content: attr(data-label); color: var(--quiet); }
}
@media (width < 40rem) { td:has(> span:empty) { display: none; } }
.state { --state: var(--quiet); display: inline-block; padding: 0.0625rem 0.625rem; border: 1px solid; border-radius: 999px; color: var(--state); font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
:is([data-state=paid], [data-state=authorized], [data-state=authenticated], [data-state=partly-captured]) .state { --state: var(--good); }
:is([data-state=pending], [data-state=in-doubt]) .state { --state: var(--wait); }
[data-state=failed] .state, .flag { color: var(--wrong); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr)); gap: 0.75rem 1.5rem; margin: 0; }
dt { color: var(--quiet); font-size: 0.8125rem; }
form > small { flex-basis: 100%; color: var(--quiet); }
dd { margin: 0; }
ol, article > ul { padding-inline-start: 2.25rem; font-size: 0.875rem; }
li form { margin-block: 0.25rem; }
ol { display: grid; gap: 0.5rem; margin: 0; padding-inline-start: 1rem; list-style: none; }
ol > li { display: grid; grid-template-columns: 11.5rem minmax(0, 1fr); gap: 0 1rem; }
li time { color: var(--quiet); font-variant-numeric: tabular-nums; }
@media (width < 40rem) { ol > li { grid-template-columns: minmax(0, 1fr); } }
[role=alert], [role=status] { padding: 0.5rem 1rem; border: 1px solid var(--good); border-inline-start-width: 0.25rem; border-radius: 8px; background: var(--sheet); }
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
