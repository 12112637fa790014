import { html } from 'hono/html';
import type { Settings } from '../core/settings.js';
import { pageResponse } from '../http/page.js';

export interface Completion {
  /** The merchant's challenge notification URL. */
  readonly notificationUrl: string;
  readonly encodedResult: string;
  readonly sessionData: string | undefined;
  readonly layout: string;
}

/** Makes the page that posts the challenge result to the merchant, by script or else by its button. */
export function completionPage(
  { notificationUrl, encodedResult, sessionData, layout }: Completion,
  settings: Settings,
): Promise<Response> {
  return pageResponse(
    {
      title: 'Sandbox Bank: back to the shop',
      layout,
      posts: notificationUrl,
      body: html`<main>
      <header>Sandbox Bank</header>
      <h1>Back to the shop</h1>
      <form method="post" action="${notificationUrl}" data-submit-after="0">
        <input type="hidden" name="cres" value="${encodedResult}">
        ${sessionData === undefined ? '' : html`<input type="hidden" name="threeDSSessionData" value="${sessionData}">`}
        <p>You are taken back to the shop. If nothing happens, press the button.</p>
        <div class="buttons"><button>Continue</button></div>
      </form>
    </main>`,
    },
    settings,
  );
}
