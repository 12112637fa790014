import { ICONS } from '../../../src/elements/icons/icons.js';
import { fixture, html, oneEvent } from '@open-wc/testing';
import { describe, expect, inject, it, vi } from 'vitest';
import type { ScudoCheckout } from '../../../src/index.js';
import '../../../src/index.js';
import { afterPaint } from '../../../src/elements/tasks/next-task.js';
import { encodeBase64url } from '../../../src/protocol/values/base64url.js';
import { outcomeOf } from '../../../src/payment/outcome.js';
import type { BackendAnswer } from '../../../src/payment/backend-client/backend-client.js';
import { stillClock, settle, type StillClock } from '../../../demo/pages/gallery/still-clock.js';
import { never, OPEN_ORDER, PAID, scriptedBackend, type ScriptedBackend } from '../../browser/scripted-backend.js';

/** The challenge in the element, with the backend's real frame page and an ACS on a second site. */
const ID = '11111111-1111-4111-8111-111111111111';
const CRES = encodeBase64url(JSON.stringify({ messageType: 'CRes', threeDSServerTransID: ID }));

function challengeAt(behaviour: string): BackendAnswer {
  const query = new URLSearchParams({
    to: new URL('/scudo/notifications/challenge/A1', location.href).href,
    cres: CRES,
  });
  return {
    result: 'challenge',
    challenge: { serverTransId: ID, acsUrl: `${inject('acs')}/${behaviour}?${query.toString()}`, encodedCreq: 'e30' },
  };
}

interface Challenged {
  readonly element: ScudoCheckout;
  readonly backend: ScriptedBackend;
  readonly clock: StillClock;
}

const root = ({ element }: Challenged) => element.shadowRoot!;
const dialog = (one: Challenged) => root(one).querySelector('dialog')!;
const buttons = (one: Challenged) => [...dialog(one).querySelectorAll('button')];
const press = (one: Challenged, name: string) =>
  buttons(one)
    .find(({ textContent }) => textContent === name)!
    .click();
const authorizations = ({ backend }: Challenged) =>
  backend.calls.filter(({ call }) => call === 'authorize').map(({ input }) => input);

async function rendered({ element }: Pick<Challenged, 'element'>): Promise<void> {
  await settle();
  await element.updateComplete;
  await settle();
}

/** Presses Pay with a card that gets this challenge. Resolves when the dialog is open. */
async function challenged(
  behaviour: string,
  answers: Partial<ScriptedBackend['answers']> = {},
  framePage = new URL('/scudo/frame', location.href).href,
  language = 'en',
): Promise<Challenged> {
  const backend = scriptedBackend(
    { authenticate: () => challengeAt(behaviour), authorize: never, ...answers },
    framePage,
  );
  const clock = stillClock();
  const element = await fixture<ScudoCheckout>(
    html`<scudo-checkout lang=${language} order="A1" .adapter=${backend} .clock=${clock}></scudo-checkout>`,
  );
  await rendered({ element });
  await expect.poll(() => element.shadowRoot!.querySelector<HTMLElement>('.body')?.lang).toBe(language);
  await fillAndPay(element);
  while (!element.shadowRoot!.querySelector('dialog iframe')) await rendered({ element });
  return { element, backend, clock };
}

async function fillAndPay(element: ScudoCheckout): Promise<void> {
  for (const [id, text] of Object.entries({
    number: '4222000001227408',
    expiry: '12/28',
    'security-code': '123',
    name: 'Ada Lovelace',
  })) {
    const input = element.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`)!;
    input.value = text;
    input.dispatchEvent(new Event('input'));
  }
  const pay = element.shadowRoot!.querySelector<HTMLButtonElement>('[part~=pay-button]')!;
  pay.focus();
  pay.click();
  await rendered({ element });
}

/** Resolves when the payment is in the step. */
async function step({ element }: Challenged, wanted: string): Promise<void> {
  while (!element.trace.some((entry) => 'step' in entry && entry.step === wanted))
    await new Promise(requestAnimationFrame);
  await rendered({ element });
}

/** Puts a checkout of the same order into a page that is loaded again. */
async function loadedAgain({ element, backend, clock }: Challenged, order = 'A1'): Promise<Challenged> {
  element.remove();
  const again = await fixture<ScudoCheckout>(
    html`<scudo-checkout lang="en" .order=${order} .adapter=${backend} .clock=${clock}></scudo-checkout>`,
  );
  await rendered({ element: again });
  // The storage of the tab is read after the form is shown.
  await afterPaint();
  await rendered({ element: again });
  return { element: again, backend, clock };
}

const interrupted = (one: Challenged) => root(one).querySelector('[part=interrupted]')?.textContent;

describe('a page that is loaded again', () => {
  it('a page that was left during a challenge says that the payment was interrupted, until the shopper pays', async () => {
    const before = await challenged('silent/reloaded');
    const one = await loadedAgain(before);
    expect(interrupted(one)).toBe('You left before your bank confirmed the payment. You can pay now.');
    expect(interrupted(await loadedAgain(one, 'A2'))).toBeUndefined();
    const again = await loadedAgain(one);
    expect(interrupted(again)).toBeDefined();
    await expect(again.element).shadowDom.to.be.accessible();
    again.backend.answers.authenticate = () => PAID;
    await fillAndPay(again.element);
    await expect.poll(() => root(again).querySelector('[part~=outcome]')?.getAttribute('data-status')).toBe('paid');
    expect(interrupted(await loadedAgain(again))).toBeUndefined();
  });

  it('a page that was left while the result was read says that the payment was interrupted', async () => {
    const before = await challenged('notify', { authorize: never });
    await step(before, 'checking-challenge');
    const one = await loadedAgain(before);
    expect(interrupted(one)).toBe('You left before your bank confirmed the payment. You can pay now.');
    one.backend.answers.order = () => ({ ...OPEN_ORDER, state: 'paid' });
    expect(interrupted(await loadedAgain(one))).toBeUndefined();
  });

  it('a page whose challenge has ended has no such text', async () => {
    const before = await challenged('notify', {
      authorize: () => ({ result: 'outcome', outcome: outcomeOf('declined', { id: 'A1', state: 'open' }) }),
    });
    await oneEvent(before.element, 'scudo-outcome');
    await rendered(before);
    expect(interrupted(before)).toBeUndefined();
    expect(interrupted(await loadedAgain(before))).toBeUndefined();
  });
});

describe('the challenge', () => {
  it('opens in a native dialog of the top layer, with title, frame title and focus inside', async () => {
    const one = await challenged('silent/dialog');
    expect(dialog(one).matches(':modal')).toBe(true);
    expect(root(one).activeElement?.textContent).toBe('Confirm with your bank');
    expect(dialog(one).querySelector('iframe')!.title).toBe('Your bank’s page');
    await step(one, 'challenging');
    await expect(one.element).shadowDom.to.be.accessible();
  });

  it('the challenge frame has a title in the language of the element', async () => {
    const one = await challenged('silent/german', {}, undefined, 'de');
    expect(dialog(one).querySelector('iframe')!.title).toBe('Die Seite Ihrer Bank');
  });

  it('ends with the outcome of the backend after a notification, and removes dialog and frame', async () => {
    const one = await challenged('notify', { authorize: () => PAID });
    const { detail } = (await oneEvent(one.element, 'scudo-outcome')) as CustomEvent;
    await rendered(one);
    expect(detail).toMatchObject({ status: 'paid' });
    expect(authorizations(one)).toMatchObject([{ ended: 'notified', cres: CRES, serverTransId: ID }]);
    expect(dialog(one).open).toBe(false);
    expect(root(one).querySelector('iframe')).toBeNull();
    expect(one.clock.waiting).toBe(0);
    expect(root(one).activeElement?.id).toBe('outcome-title');
  });

  it('stays open with a text when the gateway does not know the notified result yet, and then ends with it', async () => {
    const one = await challenged('notify', { authorize: () => ({ result: 'challenge-open' }) });
    await expect
      .poll(() => dialog(one).querySelector('[part=challenge-notice] p')?.textContent)
      .toBe('Finding out what your bank decided…');
    expect(dialog(one).open).toBe(true);
    expect(buttons(one).map(({ textContent }) => textContent)).toEqual(['Cancel payment']);
    await expect(one.element).shadowDom.to.be.accessible();
    one.backend.answers.authorize = () => PAID;
    const reported = oneEvent(one.element, 'scudo-outcome');
    await one.clock.advance(2_000);
    expect(((await reported) as CustomEvent).detail).toMatchObject({ status: 'paid' });
    expect(authorizations(one)).toMatchObject([{ ended: 'notified' }, { ended: 'returned' }]);
  });

  it('the challenge ends as blocked when no frame page has started, and the console has one line', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const blocked = () =>
      ({ result: 'outcome', outcome: outcomeOf('challenge-blocked', { id: 'A1', state: 'open' }) }) as const;
    // A frame page that does not exist never reports that it is ready.
    const framePage = new URL('/scudo/nothing-here', location.href).href;
    const one = await challenged('silent/late', { authorize: blocked }, framePage);
    const reported = oneEvent(one.element, 'scudo-outcome');
    await one.clock.advance(30_000);
    expect(((await reported) as CustomEvent).detail).toMatchObject({ code: 'challenge-blocked', retryable: true });
    expect(authorizations(one)).toMatchObject([{ ended: 'blocked' }]);
    await vi.waitFor(() => expect(log.mock.calls.flat().join()).toContain(`${framePage} did not start`));
    log.mockRestore();
  });

  it('lasts ten minutes, however often the shopper returns to the tab, and then the backend decides', async () => {
    const one = await challenged('silent/long', { authorize: () => ({ result: 'challenge-open' }) });
    await step(one, 'challenging');
    await one.clock.advance(285_000);
    const asked = authorizations(one).length;
    document.dispatchEvent(new Event('visibilitychange'));
    await rendered(one);
    expect(authorizations(one)).toHaveLength(asked + 1);
    expect(dialog(one).open).toBe(true);
    await one.clock.advance(314_999);
    expect(dialog(one).open).toBe(true);
    one.backend.answers.authorize = () => ({
      result: 'outcome',
      outcome: outcomeOf('challenge-timed-out', { id: 'A1', state: 'open' }),
    });
    const reported = oneEvent(one.element, 'scudo-outcome');
    await one.clock.advance(1);
    expect(((await reported) as CustomEvent).detail).toMatchObject({ code: 'challenge-timed-out' });
  });

  it('ends when the shopper returns and the issuer has approved meanwhile', async () => {
    const one = await challenged('silent/returned', { authorize: () => PAID });
    await step(one, 'challenging');
    const reported = oneEvent(one.element, 'scudo-outcome');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(((await reported) as CustomEvent).detail).toMatchObject({ status: 'paid' });
  });

  it('the challenge asks for confirmation before a cancel, and continues when the shopper declines', async () => {
    const one = await challenged('silent/asked');
    const frame = dialog(one).querySelector('iframe');
    press(one, 'Cancel payment');
    await rendered(one);
    expect(root(one).activeElement?.textContent).toBe('Back to your bank');
    press(one, 'Back to your bank');
    await rendered(one);
    expect(root(one).activeElement?.textContent).toBe('Cancel payment');
    expect(dialog(one).querySelector('iframe')).toBe(frame);
    expect(authorizations(one)).toEqual([]);
  });

  it('the challenge has one button, at its head and after the issuer’s page in the order of Tab, that asks and keeps the size of the dialog', async () => {
    const one = await challenged('silent/crossed');
    const close = dialog(one).querySelector<HTMLButtonElement>('[part=challenge-close]')!;
    expect(buttons(one)).toEqual([close]);
    const { width, height } = close.getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const frame = dialog(one).querySelector('iframe')!;
    expect(frame.compareDocumentPosition(close)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const before = dialog(one).getBoundingClientRect();
    close.click();
    await rendered(one);
    expect(root(one).activeElement?.textContent).toBe('Back to your bank');
    expect(dialog(one).getBoundingClientRect()).toEqual(before);
    press(one, 'Cancel payment');
    await expect.poll(() => authorizations(one)).toMatchObject([{ ended: 'cancelled' }]);
  });

  it('the button at the head of the dialog shows a cross when the icons are not there', async () => {
    ICONS['close'] = { viewBox: 'not valid;', shapes: [] };
    try {
      const one = await challenged('silent/crossed');
      const close = dialog(one).querySelector('[part=challenge-close]')!;
      expect(close.querySelector('svg')).toBeNull();
      expect(getComputedStyle(close, '::before').content).toBe('"×"');
    } finally {
      Reflect.deleteProperty(ICONS, 'close');
    }
  });

  it('shows what the backend answers after a cancel, because another page may have paid', async () => {
    const one = await challenged('silent/cancelled', { authorize: () => PAID });
    const reported = oneEvent(one.element, 'scudo-outcome');
    press(one, 'Cancel payment');
    await rendered(one);
    press(one, 'Cancel payment');
    expect(((await reported) as CustomEvent).detail).toMatchObject({ status: 'paid' });
    expect(authorizations(one)).toMatchObject([{ ended: 'cancelled' }]);
  });

  it('stays open and asks when the browser closes the dialog by itself', async () => {
    const one = await challenged('silent/closed');
    dialog(one).close();
    await new Promise((resolve) => dialog(one).addEventListener('close', resolve, { once: true }));
    await rendered(one);
    expect(dialog(one).open).toBe(true);
    expect(buttons(one).map(({ textContent }) => textContent)).toEqual(['Back to your bank', 'Cancel payment']);
  });

  describe('with a page that stays blank', () => {
    // A frame page that does not exist never reports that it is ready.
    const blank = (answers: Partial<ScriptedBackend['answers']> = {}) =>
      challenged('silent/blank', answers, new URL('/scudo/nothing-here', location.href).href);
    const offered = ['Keep waiting', 'Open it again', 'Cancel payment'];
    const names = (one: Challenged) => buttons(one).map(({ textContent }) => textContent);

    it('offers help after 15 s, not before, without taking the focus', async () => {
      const one = await blank();
      await one.clock.advance(14_999);
      await rendered(one);
      expect(names(one)).toEqual(['Cancel payment']);
      await one.clock.advance(1);
      await rendered(one);
      expect(names(one)).toEqual(offered);
      expect(dialog(one).querySelector('[role=alert]')!.textContent).toBe(
        'Your bank’s page is taking a long time to appear.',
      );
      expect(root(one).activeElement?.id).toBe('challenge-title');
      await expect(one.element).shadowDom.to.be.accessible();
    });

    it('keeps waiting when the shopper chooses to', async () => {
      const one = await blank();
      await one.clock.advance(15_000);
      await rendered(one);
      buttons(one)[0]!.focus();
      press(one, 'Keep waiting');
      await rendered(one);
      expect(names(one)).toEqual(['Cancel payment']);
      expect(root(one).activeElement?.textContent).toBe('Cancel payment');
      expect(authorizations(one)).toEqual([]);
    });

    it('a blank challenge is opened again as another authentication after the gateway has confirmed that the first had no result, without an outcome in between', async () => {
      const one = await blank({
        authorize: () => ({
          result: 'outcome',
          outcome: outcomeOf('challenge-too-late', { id: 'A1', state: 'open' }),
        }),
      });
      const reported: string[] = [];
      one.element.addEventListener('scudo-outcome', ({ detail }) => reported.push(detail.status));
      const first = dialog(one).querySelector('iframe');
      await one.clock.advance(15_000);
      await rendered(one);
      press(one, 'Open it again');
      while (!dialog(one).querySelector('iframe') || dialog(one).querySelector('iframe') === first) await rendered(one);
      expect(authorizations(one)).toMatchObject([{ ended: 'too-late' }]);
      const cards = one.backend.calls
        .filter(({ call }) => call === 'authenticate')
        .map(({ input }) => (input as { card: unknown }).card);
      expect(cards).toHaveLength(2);
      expect(cards[0]).toEqual(cards[1]);
      expect(reported).toEqual([]);
      expect(dialog(one).open).toBe(true);
      expect(names(one)).toEqual(['Cancel payment']);
    });

    it.each([
      ['paid', PAID],
      ['declined', { result: 'outcome', outcome: outcomeOf('declined', { id: 'A1', state: 'open' }) } as const],
    ])('does not pay again when the result of the first one is %s', async (status, answer) => {
      const one = await blank({ authorize: () => answer });
      await one.clock.advance(15_000);
      await rendered(one);
      const reported = oneEvent(one.element, 'scudo-outcome');
      press(one, 'Open it again');
      expect(((await reported) as CustomEvent).detail).toMatchObject({ status });
      await rendered(one);
      expect(one.backend.calls.filter(({ call }) => call === 'authenticate')).toHaveLength(1);
    });

    it('does not pay by itself when the page is left and shown again meanwhile', async () => {
      const one = await blank();
      await one.clock.advance(15_000);
      await rendered(one);
      press(one, 'Open it again');
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await rendered(one);
      await rendered(one);
      expect(root(one).querySelector('[part~=pay-button]')!.ariaDisabled).toBe('false');
      expect(one.backend.calls.filter(({ call }) => call === 'authenticate')).toHaveLength(1);
    });

    it('keeps an open question, and removes the help when the page loads', async () => {
      const one = await challenged('silent/late-help');
      press(one, 'Cancel payment');
      await step(one, 'challenging');
      await one.clock.advance(15_000);
      await rendered(one);
      expect(names(one)).toEqual(['Back to your bank', 'Cancel payment']);
      press(one, 'Back to your bank');
      await rendered(one);
      expect(names(one)).toEqual(['Cancel payment']);
    });
  });

  it('the challenge is removed with the element: frame, dialog and limits', async () => {
    const one = await challenged('silent/removed');
    one.element.remove();
    expect(root(one).querySelector('iframe')).toBeNull();
    expect(one.clock.waiting).toBe(0);
  });
});
