import { describe, expect, it } from 'vitest';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { CARD, scriptedPage, withWindow, type ScriptedPage } from './scripted-page.js';

withWindow();

const NOON = '2026-11-20T12:00:00.000Z';
const trace = ({ payment }: ScriptedPage) => payment.snapshot.trace;
/** The entries without their times. */
const names = (page: ScriptedPage) => trace(page).map(({ at: _at, ...entry }) => Object.values(entry).join());

describe('the trace of a checkout', () => {
  it('lists each step of the payment and of the preparation in order', async () => {
    const page = scriptedPage();
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    await page.payment.pay(CARD);
    expect(names(page)).toEqual([
      'reading-order',
      'entering',
      'checking-version',
      'prepared',
      'awaiting-preparation',
      'authenticating',
      'idle',
      'outcome',
    ]);
  });

  it('names the kind and the time of each entry', async () => {
    const page = scriptedPage();
    expect(trace(page)).toEqual([{ at: NOON, step: 'reading-order' }]);
    await settle();
    await page.clock.advance(1500);
    page.payment.enterNumber(CARD.number);
    expect(trace(page).slice(1)).toEqual([
      { at: NOON, step: 'entering' },
      { at: '2026-11-20T12:00:01.500Z', preparation: 'checking-version' },
    ]);
  });

  it('shows an observation of the page at once, without reporting an outcome again', async () => {
    const page = scriptedPage();
    await page.payment.pay(CARD);
    expect(page.payment.snapshot.outcomeToReport).toBeDefined();
    page.payment.observe({ cardFrame: 'not-loaded' });
    expect(trace(page).at(-1)).toEqual({ at: NOON, cardFrame: 'not-loaded' });
    expect(page.snapshots.at(-1)).toBe(page.payment.snapshot);
    expect(page.payment.snapshot.outcomeToReport).toBeUndefined();
    expect(page.payment.snapshot.outcome).toMatchObject({ status: 'paid' });
  });

  it('keeps the first 200 entries of a page that stays open', async () => {
    const page = scriptedPage();
    await settle();
    for (let count = 1; count <= 198; count++) page.payment.observe({ fontNotLoaded: `Font ${count}` });
    expect(trace(page)).toHaveLength(200);
    page.payment.observe({ fontNotLoaded: 'Font 199' });
    expect(trace(page)).toHaveLength(200);
    expect(trace(page)[0]).toMatchObject({ step: 'reading-order' });
    expect(trace(page).at(-1)).toMatchObject({ fontNotLoaded: 'Font 198' });
  });
});
