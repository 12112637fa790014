import { createHash } from 'node:crypto';

/** The style of the pages, which the policy allows by its hash. */
export const OFFICE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { box-sizing: border-box; max-inline-size: 80rem; margin-inline: auto; padding: 1rem clamp(0.75rem, 2vw, 1.5rem) 4rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: end; margin-block: 0.75rem; }
label { display: grid; font-size: 0.875rem; min-inline-size: 0; }
input, select, button { box-sizing: border-box; min-block-size: 2.25rem; max-inline-size: 100%; font: inherit; }
button { padding-inline: 0.75rem; }
.rows { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.375rem 1rem 0.375rem 0; border-block-end: 1px solid; text-align: start; }
td a { display: inline-block; min-block-size: 1.5rem; min-inline-size: 1.5rem; }
[role] { border-inline-start: 0.25rem solid; padding-inline-start: 0.75rem; }
li, td, p { overflow-wrap: anywhere; }
`;

export const OFFICE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(OFFICE_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
