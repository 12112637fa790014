import { AxeBuilder } from '@axe-core/playwright';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { createBackOffice, type Staff } from '../src/back-office.js';
import { createMerchantBackend } from '../src/server.js';
import { expect, test as base } from './shop-test.js';

const HOSTILE = '<img src=x onerror="document.title=1">';

/** The back office of `scudo-checkout/back-office`, in this process. */
interface Office {
  readonly url: string;
  readonly backend: ReturnType<typeof createMerchantBackend>;
  /** Lets the next requests be those of this person. */
  readonly login: (staff: Staff | undefined) => void;
  readonly serve: (listener: RequestListener) => Promise<number>;
}

const test = base.extend<{ readonly office: Office }>({
  office: async ({ site }, use, info) => {
    const servers: ReturnType<typeof createServer>[] = [];
    const serve = async (listener: RequestListener) => {
      const server = createServer(listener);
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return (server.address() as AddressInfo).port;
    };
    const backend = createMerchantBackend({
      publicUrl: 'http://127.0.0.1/scudo',
      gateway: { baseUrl: site.sandboxUrl, merchantId: 'scudo', accountId: 'internet', secret: 'secret' },
      store: { path: info.outputPath('office.db') },
    });
    let staff: Staff | undefined = { name: 'Ada' };
    const office = createBackOffice({
      orders: backend.orders,
      authorize: () => staff,
      secret: 'a-random-text-of-32-characters-or-more',
    });
    const url = `http://127.0.0.1:${await serve(office.listener)}/staff/orders`;
    await use({ url, backend, login: (person) => void (staff = person), serve });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await backend.close();
  },
});

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(sideways)).toBe(0);
  // Orders are cards here: no row scrolls sideways, and no date breaks.
  const broken = () =>
    [
      ...[...document.querySelectorAll('.rows')].filter((rows) => rows.scrollWidth > rows.clientWidth),
      ...[...document.querySelectorAll('td time')].filter((time) => time.getClientRects().length > 1),
    ].length;
  expect(await page.evaluate(broken)).toBe(0);
}

test('a person cancels an order in the back office by keyboard, and hostile text stays text', async ({
  office,
  page,
}) => {
  const { id } = await office.backend.orders.create({
    amount: '1999',
    currency: 'EUR',
    reference: 'SO-4711',
    description: HOSTILE,
  });
  await page.goto(office.url);
  await expectAccessible(page);
  await expect(page.getByRole('cell', { name: HOSTILE })).toBeVisible();
  await page.getByRole('link', { name: 'SO-4711' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order SO-4711');
  await expectAccessible(page);
  await page.getByLabel('Reason').pressSequentially('Out of stock');
  await page.getByLabel('Reason').press('Enter');
  await expect(page.getByRole('status')).toHaveText('Cancellation (order ended): done.');
  await expect(page.getByRole('status')).toBeFocused();
  await expect(page.getByRole('listitem').last()).toContainText('by Ada');
  await expect(page.locator('img')).toHaveCount(0);
  expect((await office.backend.orders.read(id))?.state).toBe('cancelled');
});

test('the back office refuses a form of another site, and a person without authorization', async ({ office, page }) => {
  const { id } = await office.backend.orders.create({ amount: '1999', currency: 'EUR' });
  await page.goto(`${office.url}?order=${id}`);
  const token = await page.locator('[name=token]').first().inputValue();
  const port = await office.serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<form method="post" action="${office.url}?order=${id}">
      <input name="action" value="cancel"><input name="key" value="c1"><input name="reason" value="none">
      <input name="token" value="${token}"><button>Win</button></form>`);
  });
  await page.goto(`http://localhost:${port}/`);
  await page.getByRole('button', { name: 'Win' }).click();
  await expect(page.getByRole('alert')).toContainText('The form was refused');
  expect((await office.backend.orders.read(id))?.state).toBe('open');

  office.login(undefined);
  const answer = await page.goto(`${office.url}?order=${id}`);
  expect(answer?.status()).toBe(403);
  await expect(page.getByRole('alert')).toHaveText('You are not allowed to see this page.');
  await expect(page.locator('form')).toHaveCount(0);
});
