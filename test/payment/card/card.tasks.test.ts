import { describe, expect, it } from 'vitest';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { CHALLENGE, never, PAID } from '../../browser/scripted-backend.js';
import { CARD, problem, scriptedPage, withWindow, type ScriptedPage } from '../checkout/scripted-page.js';

withWindow();

const reports = ({ backend }: ScriptedPage) =>
  backend.calls.filter(({ call }) => call === 'authorize').map(({ input }) => input);

/** A page that waits for an authentication in the issuer's app. */
async function awaitingIssuer(answers: Parameters<typeof scriptedPage>[0]) {
  const page = scriptedPage({
    prepare: () => ({ enrolled: true, serverTransId: 'T1' }),
    authenticate: () => ({ result: 'decoupled' }),
    ...answers,
  });
  const paying = page.payment.pay(CARD);
  await settle();
  expect(page.payment.snapshot.step).toBe('awaiting-issuer');
  return { page, paying };
}

describe('the wait for an authentication in the issuer’s app', () => {
  it('continues while the backend answers that the authentication is decoupled', async () => {
    const { page, paying } = await awaitingIssuer({ authorize: () => ({ result: 'decoupled' }) });
    await page.clock.advance(4000);
    expect(page.payment.snapshot.step).toBe('awaiting-issuer');
    expect(reports(page)).toHaveLength(2);
    page.backend.answers.authorize = () => PAID;
    await page.clock.advance(2000);
    expect(await paying).toMatchObject({ status: 'paid' });
  });

  it('ends with a problem that the same call would have again', async () => {
    const { page, paying } = await awaitingIssuer({ authorize: problem('authentication-unknown') });
    await page.clock.advance(2000);
    expect(await paying).toMatchObject({ status: 'failed', code: 'backend-unavailable' });
    expect(reports(page)).toHaveLength(1);
  });

  it('names the authentication blocked after an exception of the backend client', async () => {
    const broken = () => Promise.reject(new TypeError('scripted'));
    const { page } = await awaitingIssuer({ authorize: broken });
    await page.clock.advance(2000);
    expect(reports(page)).toMatchObject([{ ended: 'returned' }, { ended: 'blocked' }]);
    expect(page.payment.snapshot).toMatchObject({ step: 'outcome', outcome: { status: 'in-doubt' } });
    page.payment.stop();
  });

  it('names no transaction when the version check has found none', async () => {
    const { page } = await awaitingIssuer({ prepare: () => ({ enrolled: false }), authorize: never });
    await page.clock.advance(2000);
    expect(reports(page)).toEqual([{ serverTransId: '', card: CARD, ended: 'returned' }]);
    page.payment.stop();
  });
});

describe('a payment after its authentication', () => {
  it('leaves the order open when fields of the call are refused, because nothing was carried out', async () => {
    const authorize = problem('invalid-request', [{ field: 'card.number', message: 'is wrong' }]);
    const page = scriptedPage({ authenticate: () => CHALLENGE, authorize });
    expect(await page.payment.pay(CARD)).toMatchObject({ code: 'backend-refused', order: { id: 'A1', state: 'open' } });
  });
});

describe('a payment without a card number', () => {
  it('shows the field that the backend refuses in the version check of an empty number', async () => {
    const page = scriptedPage({
      prepare: problem('invalid-request', [{ field: 'card.number', message: 'is missing' }]),
    });
    expect(await page.payment.pay({ ...CARD, number: '' })).toBeUndefined();
    expect(page.payment.snapshot).toMatchObject({ step: 'entering', refused: [{ field: 'card.number' }] });
    expect(page.backend.calls.filter(({ call }) => call === 'prepare')).toMatchObject([{ input: '' }]);
  });
});
