import { describe, expect, it } from 'vitest';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { never } from '../../browser/scripted-backend.js';
import { withFrames, type ScriptedFrame } from '../checkout/scripted-frames.js';
import { CARD, problem, scriptedPage, type ScriptedPage } from '../checkout/scripted-page.js';

const tab = withFrames();

const ID = '3f1c1f0e-0000-4000-8000-000000000001';
const METHOD = { url: 'https://acs.example/method', data: 'eyJ9' };
const OFFERED = { enrolled: true, serverTransId: ID, method: METHOD } as const;
const NOTIFIED = { scudo: 'method-notification', server_trans_id: ID };

const preparation = ({ payment }: ScriptedPage) => payment.snapshot.preparation;
const inputOf = ({ backend }: ScriptedPage, name: string) =>
  backend.calls.filter(({ call }) => call === name).map(({ input }) => input as Record<string, unknown>);

interface MethodPage extends ScriptedPage {
  readonly frame: ScriptedFrame;
}

/** A page whose shopper has typed the number of a card with a method URL. */
async function running(answers: Parameters<typeof scriptedPage>[0] = {}): Promise<MethodPage> {
  const page = scriptedPage({ prepare: () => OFFERED, ...answers }, 'on-number', { method: () => tab.place('shop') });
  await settle();
  page.payment.enterNumber(CARD.number);
  await settle();
  expect(preparation(page)).toBe('running-method');
  return { ...page, payment: page.payment, frame: tab.frames[0]! };
}

/** Pays, and returns the fields of the authentication about the method step. */
async function reported(page: ScriptedPage): Promise<unknown> {
  await page.payment.pay(CARD);
  const [{ serverTransId, methodUrlCompletion } = {}] = inputOf(page, 'authenticate');
  return { serverTransId, methodUrlCompletion };
}

describe('the method step', () => {
  it('posts the method data in a hidden frame at the shop’s place, and reports YES after the notification', async () => {
    const page = await running();
    expect(page.frame).toMatchObject({ place: 'shop', isAttached: true, src: 'https://shop.example/scudo/frame' });
    page.frame.send({ scudo: 'frame-ready' });
    expect(page.frame.received).toEqual([
      {
        scudo: 'frame-open',
        kind: 'method',
        action: METHOD.url,
        fields: { threeDSMethodData: METHOD.data },
        title: '',
      },
    ]);
    page.frame.send(NOTIFIED);
    await settle();
    expect(preparation(page)).toBe('prepared');
    expect(page.frame.isAttached).toBe(false);
    expect(await reported(page)).toEqual({ serverTransId: ID, methodUrlCompletion: 'YES' });
  });

  it('reports NO after 10 s without a notification', async () => {
    const page = await running();
    await page.clock.advance(9_999);
    expect(preparation(page)).toBe('running-method');
    await page.clock.advance(1);
    expect(preparation(page)).toBe('prepared');
    expect(page.frame.isAttached).toBe(false);
    expect(await reported(page)).toEqual({ serverTransId: ID, methodUrlCompletion: 'NO' });
  });

  it('reports NO when a policy blocks the method frame', async () => {
    const page = await running();
    page.frame.send({ scudo: 'frame-blocked', directive: 'frame-src' });
    await settle();
    expect(await reported(page)).toEqual({ serverTransId: ID, methodUrlCompletion: 'NO' });
  });

  it('reports NO when the shop has no place for the method frame', async () => {
    const page = scriptedPage({ prepare: () => OFFERED }, 'on-number', {
      method() {
        throw new Error('There is no element.');
      },
    });
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    expect(preparation(page)).toBe('prepared');
    expect(await reported(page)).toEqual({ serverTransId: ID, methodUrlCompletion: 'NO' });
  });

  it('names an unexpected origin of a message in the trace', async () => {
    const page = await running();
    page.frame.send(NOTIFIED, 'https://evil.example');
    expect(preparation(page)).toBe('running-method');
    expect(page.payment.snapshot.trace.at(-1)).toMatchObject({ unexpectedOrigin: 'https://evil.example' });
    page.payment.stop();
  });

  it('authenticates after the end of the method step when Pay is pressed before', async () => {
    const page = await running();
    const paying = page.payment.pay(CARD);
    await settle();
    expect(page.payment.snapshot.step).toBe('awaiting-preparation');
    expect(inputOf(page, 'authenticate')).toEqual([]);
    page.frame.send(NOTIFIED);
    expect(await paying).toMatchObject({ status: 'paid' });
    expect(inputOf(page, 'prepare')).toHaveLength(1);
    expect(inputOf(page, 'authenticate')).toMatchObject([{ methodUrlCompletion: 'YES' }]);
  });

  it('removes the method frame when the shopper types another number, and ignores its notification', async () => {
    const page = await running();
    page.backend.answers.prepare = never;
    page.payment.enterNumber('4222000001227408');
    expect(preparation(page)).toBe('checking-version');
    expect(page.frame.isAttached).toBe(false);
    page.frame.send(NOTIFIED);
    await settle();
    expect(preparation(page)).toBe('checking-version');
    page.payment.stop();
  });

  it('reports UNAVAILABLE for an enrolled card without a method URL, and opens no frame', async () => {
    const page = scriptedPage({ prepare: () => ({ enrolled: true, serverTransId: ID }) });
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    expect(preparation(page)).toBe('prepared');
    expect(tab.frames).toEqual([]);
    expect(await reported(page)).toEqual({ serverTransId: ID, methodUrlCompletion: 'UNAVAILABLE' });
  });

  it('reports UNAVAILABLE and no transaction for a card that is not enrolled', async () => {
    const page = scriptedPage();
    await page.payment.pay(CARD);
    const [input] = inputOf(page, 'authenticate');
    expect(input).toMatchObject({ methodUrlCompletion: 'UNAVAILABLE' });
    expect(input).toMatchObject({ serverTransId: undefined });
  });
});

describe('the preparation of a card', () => {
  it('checks another number that is paid with, instead of the one that was prepared', async () => {
    const page = scriptedPage();
    await settle();
    page.payment.enterNumber('4222000001227408');
    await settle();
    await page.payment.pay(CARD);
    expect(inputOf(page, 'prepare')).toEqual(['4222000001227408', CARD.number]);
  });

  it('does not repeat the version check of the number that is prepared', async () => {
    const page = scriptedPage();
    await settle();
    for (let count = 0; count < 3; count++) page.payment.enterNumber(CARD.number);
    await settle();
    page.payment.enterNumber(CARD.number);
    await page.payment.pay(CARD);
    expect(inputOf(page, 'prepare')).toEqual([CARD.number]);
  });

  it('repeats the version check on Pay when the prepared card has expired after 15 minutes', async () => {
    const page = scriptedPage();
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    await page.clock.advance(899_999);
    expect(preparation(page)).toBe('prepared');
    await page.clock.advance(1);
    expect(preparation(page)).toBe('idle');
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
    expect(inputOf(page, 'prepare')).toEqual([CARD.number, CARD.number]);
  });

  it('drops the preparation of a number that is incomplete again, and leaves no timer', async () => {
    const page = scriptedPage();
    await settle();
    page.payment.enterNumber(CARD.number);
    await settle();
    expect(page.clock.waiting).toBe(1);
    page.payment.enterNumber(undefined);
    expect(preparation(page)).toBe('idle');
    expect(page.clock.waiting).toBe(0);
  });

  it('aborts the version check of a number that is no longer typed', async () => {
    const page = scriptedPage();
    const signals: AbortSignal[] = [];
    page.backend.checkVersion = (_order, _number, { signal }) => {
      signals.push(signal);
      return never();
    };
    await settle();
    page.payment.enterNumber(CARD.number);
    page.payment.enterNumber('4222000001227408');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    page.payment.stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('reports an unanswered version check as failed on Pay, and starts it again on the next Pay', async () => {
    const page = scriptedPage({ prepare: never });
    await settle();
    page.payment.enterNumber(CARD.number);
    await page.clock.advance(30_000);
    expect(preparation(page)).toBe('faulted');
    page.backend.answers.prepare = problem('gateway-unavailable', [], true);
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'failed', code: 'gateway-unavailable' });
    expect(inputOf(page, 'prepare')).toHaveLength(2);
  });
});
