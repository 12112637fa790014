import type { Page } from 'playwright/test';
import { card, expect, test } from './shop-test.js';

/**
 * Changes the form of the ACS that posts the challenge result, before its page sends it. A route cannot do that in
 * Firefox, where Playwright does not get the body of a form post. Returns a function that expects the change.
 */
async function changeLastForm(page: Page, change: (form: HTMLFormElement) => void): Promise<() => void> {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      const form = document.querySelector('form:has([name=cres]):has(button)');
      if (!form) return;
      observer.disconnect();
      (${String(change)})(form);
      console.info('form changed');
    }).observe(document, { childList: true, subtree: true });
  `);
  return () => expect(lines).toContain('form changed');
}

test.describe('the end of a challenge', () => {
  for (const [what, change] of [
    ['a form by GET', (form: HTMLFormElement) => void (form.method = 'get')],
    ['an empty result', (form: HTMLFormElement) => form.querySelector('[name=cres]')!.setAttribute('value', '')],
    [
      'other session data',
      (form: HTMLFormElement) => form.querySelector('[name=threeDSSessionData]')!.setAttribute('value', 'null'),
    ],
    [
      'a slash and no fields',
      (form: HTMLFormElement) => {
        form.action += '/';
        for (const field of form.querySelectorAll('input')) field.remove();
      },
    ],
  ] as const) {
    test(`the end of a challenge by ${what} pays the order without another action of the shopper`, async ({
      shop,
      open,
      checkout,
      page,
    }) => {
      const id = await shop.createOrder();
      const expectChange = await changeLastForm(page, change);
      await open(id);
      await checkout.pay(card('challenge'));
      await checkout.challenge.enterCode();
      expect(await checkout.outcomeStatus()).toBe('paid');
      expectChange();
      expect(await shop.messages(id, 'auth')).toHaveLength(1);
    });
  }

  // Firefox reports no document then, and the page asks after 30 s.
  test('the end of a challenge whose notification loses its connection pays the order', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    await page.route('**/scudo/notifications/**', (route) => route.abort('connectionreset'));
    await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('paid');
    expect(await shop.messages(id, 'auth')).toHaveLength(1);
  });

  test('the end of a challenge that a CSRF filter refuses pays the order, and the console says what to set', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await page.route('**/scudo/notifications/**', async (route) => {
      const { origin } = await route.request().allHeaders();
      if (origin === new URL(shop.url).origin) return route.continue();
      await route.fulfill({
        status: 403,
        contentType: 'text/plain',
        body: 'Cross-site POST form submissions are forbidden',
      });
    });
    await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('paid');
    expect(lines.filter((line) => line.includes('#form-posts-refused'))).toHaveLength(1);
  });

  test('the end of a challenge in the parent frame is found by a question to the gateway', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    // Browsers block the form: its parent has another origin and is not the tab.
    const expectChange = await changeLastForm(page, (form) => void (form.target = '_parent'));
    await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('paid');
    expectChange();
    expect(await shop.messages(id, 'auth')).toHaveLength(1);
  });

  test.describe('at the top level', () => {
    test.use({ locale: 'de-DE' });

    test('the end of a challenge at the top level leads back to the return page in the shopper’s language', async ({
      shop,
      open,
      checkout,
      page,
    }) => {
      const id = await shop.createOrder();
      await changeLastForm(page, (form) => {
        form.target = '_top';
        // The shopper sends the form: no script of the page may leave the top level without a press.
        delete form.dataset['submitAfter'];
      });
      // The page would otherwise ask the gateway before the shopper has pressed the button.
      await page.route('**/authorizations', (route) => route.abort());
      await open(id);
      await checkout.pay(card('challenge'));
      await checkout.challenge.enterCode();
      await checkout.challenge.issuerPage.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL(`**/notifications/challenge/${id}`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await page.getByRole('link', { name: 'Zurück zum Shop' }).click();
      await page.waitForURL(`**/return.html?order=${id}`);
    });
  });

  test('a challenge in a page with Cross-Origin-Embedder-Policy opens where frames can be credentialless, and charges nothing elsewhere', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await page.route('**/minimal.html?**', async (route) => {
      const response = await route.fetch();
      const headers = {
        ...response.headers(),
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      };
      await route.fulfill({ response, headers });
    });
    await open(id);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    const opens = await page.evaluate(() => 'credentialless' in HTMLIFrameElement.prototype);
    await checkout.pay(card('challenge'));
    if (opens) await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe(opens ? 'paid' : 'failed');
    expect(await shop.messages(id, 'auth')).toHaveLength(opens ? 1 : 0);
    expect(lines.filter((line) => line.includes('#frame-not-ready'))).toHaveLength(opens ? 0 : 1);
  });
});

// The frame pages of method and challenge have 8 seconds each to start.
test.describe('a notification that comes too early', () => {
  // The issuer's page of the sandbox allows no frames.
  test.use({ bypassCSP: true });

  test('a matching result that the gateway does not confirm leaves the challenge open, and the right code pays', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    const answered = page.waitForResponse('**/authentications');
    await checkout.pay(card('challenge'));
    const { server_trans_id, session_data } = (await (await answered).json()) as Record<string, string>;
    await checkout.challenge.code.waitFor();
    const looked = page.waitForResponse('**/authorizations');
    await checkout.challenge.code.evaluate(
      ({ ownerDocument: { body } }, { action, cres, session }) => {
        // The page allows no HTML from a text (Trusted Types).
        const added = <Tag extends keyof HTMLElementTagNameMap>(to: Element, tag: Tag, values: object) =>
          to.appendChild(Object.assign(body.ownerDocument.createElement(tag), values));
        added(body, 'iframe', { name: 'forged' });
        const form = added(body, 'form', { method: 'post', action, target: 'forged' });
        added(form, 'input', { name: 'cres', value: cres });
        added(form, 'input', { name: 'threeDSSessionData', value: session });
        form.submit();
      },
      {
        action: new URL(`/scudo/notifications/challenge/${id}`, page.url()).href,
        cres: Buffer.from(
          JSON.stringify({ messageType: 'CRes', threeDSServerTransID: server_trans_id, transStatus: 'Y' }),
        ).toString('base64url'),
        session: session_data ?? '',
      },
    );
    expect(await (await looked).json()).toEqual({ result: 'challenge-open' });
    await expect(
      checkout.challenge.dialog.getByText('Finding out what your bank decided…').filter({ visible: true }).last(),
    ).toBeVisible();
    expect(await shop.messages(id, 'auth')).toEqual([]);
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('paid');
    expect(await shop.messages(id, 'auth')).toHaveLength(1);
  });
});

/** Adds X-Frame-Options to pages of the backend, as a proxy does, and may remove a header. */
async function addXFrameOptions(page: Page, pages: RegExp, removed?: string): Promise<void> {
  await page.route(pages, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'x-frame-options': 'DENY' };
    if (removed) Reflect.deleteProperty(headers, removed);
    await route.fulfill({ response, headers });
  });
}
const FRAME_PAGE = /\/scudo\/frame$/;
const NOTIFICATION_PAGES = /\/scudo\/notifications\//;

test('X-Frame-Options of a proxy does not block the frame page, whose policy has frame-ancestors', async ({
  shop,
  open,
  checkout,
  page,
}) => {
  await addXFrameOptions(page, FRAME_PAGE);
  await open(await shop.createOrder());
  await checkout.pay(card('challenge'));
  // The frame page posts the form into this frame. Chromium lets no page of a test's route reach the sandbox.
  await expect(checkout.challenge.dialog.frameLocator('iframe').locator('iframe')).toBeAttached();
});

test('X-Frame-Options of a proxy blocks the notification pages, and a question to the gateway ends the challenge', {
  tag: '@more',
}, async ({ shop, open, checkout, page }) => {
  const id = await shop.createOrder();
  await addXFrameOptions(page, NOTIFICATION_PAGES);
  await open(id);
  await checkout.pay(card('challenge'));
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request.method_url_completion).toBe('NO');
  expect(await shop.messages(id, 'auth')).toHaveLength(1);
});

test('X-Frame-Options of a proxy that removes the policy blocks the frame page, and the console explains it', {
  tag: '@more',
}, async ({ shop, open, checkout, page }) => {
  const id = await shop.createOrder();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await addXFrameOptions(page, FRAME_PAGE, 'content-security-policy');
  const outcomes = await open(id);
  await checkout.pay(card('challenge'));
  expect(await checkout.outcomeStatus()).toBe('failed');
  expect(await outcomes()).toMatchObject([{ code: 'challenge-blocked', retryable: true }]);
  expect(lines.filter((line) => line.includes('#frame-not-ready'))).toHaveLength(1);
  expect(await shop.messages(id, 'auth')).toEqual([]);
});

test('a blocked script of the frame page ends method and challenge, and the console explains it', {
  tag: '@more',
}, async ({ shop, open, checkout, page }) => {
  const id = await shop.createOrder();
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.route('**/scudo/frame.js*', (route) => route.abort());
  const outcomes = await open(id);
  await checkout.pay(card('challenge'));
  expect(await checkout.outcomeStatus()).toBe('failed');
  expect(await outcomes()).toMatchObject([{ code: 'challenge-blocked', retryable: true }]);
  expect(lines.join('\n')).toMatch(/An extension may block frame\.js.*#frame-not-ready/);
  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request.method_url_completion).toBe('NO');
  expect(await shop.messages(id, 'auth')).toEqual([]);
});
