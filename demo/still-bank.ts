import { Hono } from 'hono';
import { html, raw } from 'hono/html';

/**
 * Policy of the bank's page: no script, and no form that is sent. The sandbox gives it an origin of its own, because
 * the checkout takes a document of the shop's origin for the end of a challenge.
 */
export const BANK_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-scripts";

/** A bank's page that does not respond, for the gallery's challenges. */
export const stillBank = new Hono()
  .post('/', (context) =>
    context.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>A bank that stands still</title>
          <style>
            ${raw(SHEET)}
          </style>
        </head>
        <body>
          <main>
            <p>Bank of Stillness</p>
            <h1>Confirm it is you</h1>
            <dl>
              <dt>Shop</dt>
              <dd>The gallery</dd>
              <dt>Amount</dt>
              <dd>€19.99</dd>
              <dt>Card</dt>
              <dd>•••• 5344</dd>
            </dl>
            <label for="code">One-time code</label>
            <input id="code" inputmode="numeric" autocomplete="one-time-code" />
            <button type="button">Confirm</button>
          </main>
        </body>
      </html>`),
  )
  // 204 leaves the frame blank.
  .post('/silent', (context) => context.body(null, 204));

const SHEET = `
html { color-scheme: light; color: #1d2430; background: #ffffff; font: 15px/1.45 'Liberation Sans', Arial, sans-serif; }
body { margin: 0; }
main { padding: 18px; }
p { margin: 0 0 14px; padding-block-end: 12px; border-block-end: 2px solid #14606b; color: #14606b; font-weight: 700; }
h1 { margin: 0 0 10px; font-size: 18px; line-height: 1.25; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 14px; margin: 0 0 14px; }
dt { color: #57606a; }
dd { margin: 0; text-align: end; }
label { display: block; margin-block-end: 4px; font-weight: 700; }
input, button {
  box-sizing: border-box;
  inline-size: 100%;
  min-block-size: 44px;
  padding: 8px 12px;
  border: 1px solid #57606a;
  border-radius: 4px;
  font: inherit;
}
button { margin-block-start: 10px; border-color: #14606b; color: #ffffff; background: #14606b; font-weight: 700; }
`;
