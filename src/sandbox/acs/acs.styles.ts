/**
 * Styles of the ACS pages, from 250 x 400 (EMV's smallest window) to a full screen. Contrast is at least 4.5:1 in
 * both colour schemes; buttons and fields are at least 44 px high.
 */
export const acsStyles = `
:root {
  color-scheme: light dark;
  --ground: #f3f5f9; --paper: #ffffff; --ink: #1a2233; --soft: #4a5468; --line: #8a94a8;
  --accent: #0b4f8a; --on-accent: #ffffff; --alert: #a1121f; --alert-ground: #fdecee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f141d; --paper: #18202d; --ink: #edf1f8; --soft: #b4bfd1; --line: #7d8aa1;
    --accent: #8cc4ff; --on-accent: #06223d; --alert: #ffb3b8; --alert-ground: #3b1519;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-block-size: 100vh;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.4 system-ui, sans-serif;
}
main {
  display: flow-root;
  inline-size: 100%;
  max-inline-size: 30rem;
  margin-inline: auto;
  padding: 1.5rem;
  overflow-wrap: anywhere;
}
header {
  margin-block-end: 1rem;
  padding-block-end: .6rem;
  border-block-end: 3px solid var(--accent);
  color: var(--accent);
  font-weight: 700;
  font-size: 1.1rem;
}
h1 { margin: 0 0 .75rem; font-size: 1.35rem; line-height: 1.2; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); }
dl { margin: 0 0 1rem; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding-block: .15rem; }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; }
label { display: block; margin-block-end: .25rem; font-weight: 600; }
input:not([type=hidden]) {
  inline-size: 100%;
  min-block-size: 44px;
  padding: .4rem .75rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--paper);
  color: var(--ink);
  font: inherit;
  font-size: 1.15rem;
  letter-spacing: .12em;
}
select {
  inline-size: 100%;
  min-block-size: 44px;
  margin-block-end: .75rem;
  padding: .4rem .75rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--paper);
  color: var(--ink);
  font: inherit;
}
input[aria-invalid=true] { border: 2px solid var(--alert); }
.hint { margin: .35rem 0 .75rem; color: var(--soft); font-size: .875rem; }
[role=alert] {
  padding: .5rem .75rem;
  border-radius: 6px;
  background: var(--alert-ground);
  color: var(--alert);
  font-weight: 600;
}
.buttons { display: flex; flex-wrap: wrap; gap: .6rem; }
button {
  flex: 1 1 auto;
  min-block-size: 44px;
  min-inline-size: 44px;
  padding: .5rem 1rem;
  border: 2px solid var(--accent);
  border-radius: 6px;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button.quiet { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[data-auto-note] { margin-block: .6rem 0; }
.hidden-frame { background: none; }

/* 250 x 400 and 390 x 400: one column, everything without scrolling. */
:is(.window-01, .window-02) main { padding: .6rem .75rem; }
:is(.window-01, .window-02) header { margin-block-end: .4rem; padding-block-end: .2rem; font-size: .95rem; }
:is(.window-01, .window-02) h1 { margin-block-end: .3rem; font-size: 1.05rem; }
:is(.window-01, .window-02) dl { margin-block-end: .4rem; font-size: .875rem; }
:is(.window-01, .window-02) dl div { padding-block: 0; }
:is(.window-01, .window-02) .hint { margin-block: .2rem .4rem; font-size: .8125rem; }
:is(.window-01, .window-02) [role=alert] { margin-block-end: .4rem; padding: .3rem .5rem; font-size: .8125rem; }
:is(.window-01, .window-02) [data-auto-note] { margin-block: .4rem 0; }

/* 600 x 400: amount beside the form. */
@media (min-width: 34rem) {
  .window-04 main {
    display: grid;
    grid-template-columns: 1fr 1.25fr;
    gap: 0 1.5rem;
    align-items: start;
    max-inline-size: none;
    padding: 1.25rem 1.5rem;
  }
  .window-04 :is(header, h1) { grid-column: 1 / -1; }
}

/* The whole screen: a card on the bank's ground. */
@media (min-width: 34rem) and (min-height: 34rem) {
  .window-05 { padding-block: 8vh; background: var(--ground); }
  .window-05 main { padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: 12px; }
}

/* The sandbox's own page. */
.home { background: var(--ground); }
.home main { max-inline-size: 68rem; padding: clamp(1rem, 4vw, 2.5rem); }
.home h1 { max-inline-size: 24ch; font-size: clamp(1.5rem, 1rem + 2.5vw, 2.25rem); letter-spacing: -.02em; }
.home .lead { color: var(--soft); }
.home nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-block: 1rem; }
.home nav a { display: inline-flex; align-items: center; min-block-size: 2rem; }
.home section {
  margin-block-end: 1rem;
  padding: 1rem clamp(.75rem, 3vw, 1.5rem);
  border: 1px solid color-mix(in srgb, var(--line) 40%, transparent);
  border-radius: 14px;
  background: var(--paper);
}
.home h2 { margin-block-start: 0; }
.home section p { max-inline-size: 70ch; color: var(--soft); }
.home table { border-collapse: collapse; inline-size: 100%; font-variant-numeric: tabular-nums; }
.home tr:hover { background: color-mix(in srgb, var(--accent) 6%, transparent); }
.home :is(th, td) {
  padding: .45rem .75rem .45rem 0;
  border-block-end: 1px solid color-mix(in srgb, var(--line) 35%, transparent);
  text-align: start;
  vertical-align: top;
}
.home tr:last-child td { border-block-end: 0; }
.home section form { max-inline-size: 24rem; }
.home section form + form { margin-block-start: 1.5rem; }
.home code { font-size: .95em; }
@media (max-width: 34rem) {
  .home td { display: block; padding-block-end: 0; border: 0; }
  .home td:last-child { padding-block: 0 .6rem; color: var(--soft); }
}
`;
