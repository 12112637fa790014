import { html } from 'hono/html';
import type { Behaviour } from '../cards/behaviours.js';
import type { Settings } from '../core/settings.js';
import { pageResponse } from '../http/page.js';

/**
 * Makes the method page for the hidden frame. Its script posts data of the browser to the ACS, at once or late. A
 * page that never posts has no form.
 */
export function methodPage(
  encodedMethodData: string,
  method: Behaviour['method'],
  settings: Settings,
): Promise<Response> {
  const delay = method === 'slow' ? settings.methodDelay : 0;
  const form = html`<form method="post" action="${settings.local('/acs/method/profile')}" data-submit-after="${delay}">
      <input type="hidden" name="threeDSMethodData" value="${encodedMethodData}">
      <input type="hidden" name="profile" value="">
      <button>Continue</button>
    </form>`;
  return pageResponse(
    {
      title: 'Sandbox Bank: device check',
      layout: 'hidden-frame',
      body: html`${method === 'never-posts' ? '' : form}`,
    },
    settings,
  );
}

/**
 * Makes the next page, which posts the notification to the merchant (3D Secure 2 Authentication Interface, Events).
 */
export function methodNotificationPage(
  notificationUrl: string,
  encodedNotification: string,
  settings: Settings,
): Promise<Response> {
  return pageResponse(
    {
      title: 'Sandbox Bank: device check',
      layout: 'hidden-frame',
      posts: notificationUrl,
      body: html`<form method="post" action="${notificationUrl}" data-submit-after="0">
      <input type="hidden" name="threeDSMethodData" value="${encodedNotification}">
      <button>Continue</button>
    </form>`,
    },
    settings,
  );
}
