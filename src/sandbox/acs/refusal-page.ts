import { html } from 'hono/html';
import type { Settings } from '../core/settings.js';
import { pageResponse } from '../http/page.js';

/** Reasons for which the ACS refuses a request. */
export const REFUSALS = {
  invalid: 'The request that brought you here is not one that this bank can read.',
  unknown: 'This bank knows nothing of such a payment.',
  'too-late': 'The request came too late. Please go back to the shop and try again.',
  repeated: 'This request has been used before. Please go back to the shop.',
} as const;
export type RefusalReason = keyof typeof REFUSALS;

export function refusalPage(reason: RefusalReason, settings: Settings): Promise<Response> {
  return pageResponse(
    {
      title: 'Sandbox Bank: not possible',
      layout: 'acs',
      status: 400,
      body: html`<main>
      <header>Sandbox Bank</header>
      <h1>This is not possible</h1>
      <p role="alert">${REFUSALS[reason]}</p>
    </main>`,
    },
    settings,
  );
}
