import type { CDPSession, Frame, Page } from 'playwright/test';
import type { ScudoRedirectEvent } from '../src/index.js';
import { CheckoutPage, TestpayPage } from '../src/playwright.js';
import { asPrinted, card, expect, test } from './shop-test.js';

/**
 * The card in the memory of page and frame, as a heap snapshot after a forced collection shows it. Another program of
 * the device, a crash report or a later fault of the browser can read what is there.
 */

const TYPED = { expiry: '11 / 37', code: '907', name: 'Grace Brewster Hopper' };
type Secret = keyof typeof TYPED | 'number';
const SECRETS: readonly Secret[] = ['number', 'expiry', 'code', 'name'];

/** The parts of a heap snapshot that name its texts. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
      readonly edge_fields: readonly string[];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/** The texts of the heap, each of them once. */
async function heapTexts(session: CDPSession): Promise<ReadonlySet<string>> {
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.enable');
  for (const _time of [1, 2]) await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const { snapshot, nodes, edges, strings } = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types, edge_fields: edgeFields } = snapshot.meta;
  const [type, name, count] = ['type', 'name', 'edge_count'].map((field) => fields.indexOf(field)) as number[];
  const typeAt = (at: number) => types[0][nodes[at + type!]!]!;
  // A number of the engine, such as the id of a function, has its digits as a text.
  const ofNumbers = new Set<number>();
  for (let at = 0, edge = 0; at < nodes.length; at += fields.length)
    for (let left = nodes[at + count!]!; left > 0; left--, edge += edgeFields.length)
      if (typeAt(at) === 'number') ofNumbers.add(edges[edge + edgeFields.indexOf('to_node')]!);
  const texts = new Set<string>();
  for (let at = 0; at < nodes.length; at += fields.length)
    if (typeAt(at).endsWith('string') && !ofNumbers.has(at)) texts.add(strings[nodes[at + name!]!]!);
  return texts;
}

/** True for a form that is no part of a longer number or id: a port, a time or a UUID may have the digits of a date. */
function isApart(form: string, text: string): boolean {
  return new RegExp(String.raw`(?<![\w-])${form}(?![\w-])`).test(text);
}

/** The secrets of a card that the heap of the page or of its frame holds, in any form that the form has. */
async function heldSecrets(page: Page, number: string): Promise<readonly Secret[]> {
  const forms: Readonly<Record<Secret, readonly string[]>> = {
    number: [number, asPrinted(number)],
    expiry: [TYPED.expiry, '11/37', '1137', '11/2037'],
    code: [TYPED.code],
    name: [TYPED.name],
  };
  const frame = page.frames().find((one) => one.url().endsWith('/fields'));
  const places: readonly (Page | Frame)[] = frame ? [page, frame] : [page];
  const held = new Set<Secret>();
  for (const place of places) {
    const texts = await heapTexts(await page.context().newCDPSession(place));
    for (const secret of SECRETS) {
      const isHeld = [...texts].some((text) =>
        forms[secret].some((form) => (secret === 'code' ? text === form : text.includes(form) && isApart(form, text))),
      );
      if (isHeld) held.add(secret);
    }
  }
  return SECRETS.filter((secret) => held.has(secret));
}

/** Types a card as a shopper does. Texts that Playwright fills in stay in its own objects. */
async function typeCard(checkout: CheckoutPage, number: string): Promise<void> {
  for (const [field, text] of [
    ['number', number],
    ['expiry', '1137'],
    ['security-code', TYPED.code],
    ['name', TYPED.name],
  ] as const)
    await (await checkout.cardField(field)).pressSequentially(text);
}

const STATUSES = {
  challenge: 'paid',
  success: 'paid',
  'declined-101': 'declined',
  rejected: 'not-authenticated',
} as const;

for (const fields of ['inline', 'isolated'] as const) {
  for (const [name, kept] of [
    ['challenge', []],
    ['success', []],
    // The same card may be tried: its code goes.
    ['declined-101', ['number', 'expiry', 'name']],
    // This card is refused for good.
    ['rejected', []],
  ] as const) {
    test(`after the card ${name} the memory of ${fields} fields holds ${kept.join(', ') || 'nothing'} of it`, {
      tag: name === 'success' ? '@more' : [],
    }, async ({ shop, checkout, page }) => {
      const id = await shop.createOrder();
      await page.goto(`${shop.url.replace('localhost', 'shop.localhost')}/isolated.html?order=${id}&fields=${fields}`);
      const { number } = card(name);
      await typeCard(checkout, number);
      await checkout.payButton.click();
      if (name === 'challenge') await checkout.challenge.enterCode();
      expect(await checkout.outcomeStatus()).toBe(STATUSES[name]);
      expect(await heldSecrets(page, number)).toEqual(kept);
    });
  }
}

for (const way of ['this page opens in another window', 'another page begins'] as const) {
  test(`after a redirect payment that ${way} the memory holds nothing of a card that was typed before`, async ({
    shop,
    checkout,
    page,
    context,
  }) => {
    const id = await shop.createOrder({ methods: [{ code: 'card' }, { code: 'testpay' }] });
    const url = `${shop.url.replace('localhost', 'shop.localhost')}/isolated.html?order=${id}&fields=inline`;
    await page.goto(url);
    const { number } = card('success');
    await typeCard(checkout, number);
    const other = await context.newPage();
    if (way === 'this page opens in another window') {
      const opened = page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            document.addEventListener('scudo-redirect', (event) => {
              event.preventDefault();
              resolve((event as ScudoRedirectEvent).detail.url);
            });
          }),
      );
      await checkout.payWith('Testpay');
      await other.goto(await opened);
    } else {
      await other.goto(url);
      await new CheckoutPage(other).payWith('Testpay');
    }
    await new TestpayPage(other).answer();
    await other.waitForURL(/return\.html/);
    await page.bringToFront();
    await page.evaluate(() => document.querySelector('scudo-checkout')!.refresh());
    expect(await checkout.outcomeStatus()).toBe('paid');
    expect(await heldSecrets(page, number)).toEqual([]);
  });
}
