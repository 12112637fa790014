import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { encodeBase64url } from '../../src/protocol/values/base64url.js';
import { openChallenge, type ChallengeFrameEvent } from '../../src/three-d-secure/challenge-frame.js';
import { runMethod } from '../../src/three-d-secure/method-frame.js';

/**
 * The frames with a real second site: an ACS on 127.0.0.1 (second-site.ts), and the real frame page
 * and notification pages of the backend on this test's own origin, localhost.
 */
const acs = inject('acs');
const framePage = new URL('/scudo/frame', location.href).href;
const MINE = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';

const methodData = (id: string) => encodeBase64url(JSON.stringify({ threeDSServerTransID: id }));
const challengeResult = (id: string) =>
  encodeBase64url(
    JSON.stringify({
      messageType: 'CRes',
      messageVersion: '2.2.0',
      threeDSServerTransID: id,
      acsTransID: OTHER,
      challengeCompletionInd: 'Y',
      transStatus: 'Y',
    }),
  );

function address(path: string, fields: Record<string, string>): string {
  return `${acs}/${path}?${new URLSearchParams(fields).toString()}`;
}
const methodUrl = (behaviour: string, id = MINE) =>
  address(behaviour, {
    to: new URL('/scudo/notifications/method/A1', location.href).href,
    threeDSMethodData: methodData(id),
  });
const challengeUrl = (behaviour: string, id = MINE) =>
  address(behaviour, {
    to: new URL('/scudo/notifications/challenge/A1', location.href).href,
    cres: challengeResult(id),
  });

async function posts(path: string): Promise<{ fields: Record<string, string> }[]> {
  const all = (await (await fetch(`${acs}/posts`)).json()) as { path: string; fields: Record<string, string> }[];
  return all.filter((post) => post.path === path);
}

/** Resolves when the ACS's page is there: it has got its post, and the frame has loaded. */
async function posted(path: string): Promise<void> {
  while ((await posts(path)).length === 0) await new Promise(requestAnimationFrame);
}

describe('frames', () => {
  let closing: AbortController;
  let host: HTMLElement;
  let unexpectedOrigins: string[];

  beforeEach(() => {
    closing = new AbortController();
    unexpectedOrigins = [];
    host = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => {
    closing.abort();
    host.remove();
  });

  const method = (url: string, page = framePage) =>
    runMethod({
      framePage: page,
      host,
      serverTransId: MINE,
      url,
      data: 'the-data',
      onUnexpectedOrigin: (origin) => unexpectedOrigins.push(origin),
      signal: closing.signal,
    });

  describe('method', () => {
    it('the method step is YES for this transaction’s notification, and its frame is removed', async () => {
      expect(await method(methodUrl('notify'))).toBe('YES');
      expect(host.querySelector('iframe')).toBe(null);
    });

    it('the method frame posts threeDSMethodData once', async () => {
      await method(methodUrl('notify/once'));
      expect(await posts('/notify/once')).toEqual([
        { path: '/notify/once', fields: { threeDSMethodData: 'the-data' } },
      ]);
    });

    it('the method step ends by a notification from a frame inside the ACS’s frame', async () => {
      expect(await method(methodUrl('nested'))).toBe('YES');
    });

    it('the method frame is out of sight and out of the tab order', async () => {
      void method(methodUrl('silent/hidden')).catch(() => undefined);
      const frame = host.querySelector('iframe')!;
      expect(frame.tabIndex).toBe(-1);
      expect(frame.getAttribute('aria-hidden')).toBe('true');
      expect(frame.getBoundingClientRect().width).toBeLessThanOrEqual(1);
    });

    for (const [name, url] of [
      ['another transaction’s notification', methodUrl('notify', OTHER)],
      [
        'the ACS’s own message',
        address('forge', { message: JSON.stringify({ scudo: 'method-notification', server_trans_id: MINE }) }),
      ],
      ['a load', methodUrl('silent/load')],
    ] as const) {
      it(`the method frame is not moved by ${name}`, async () => {
        let answer = 'none';
        const running = method(url).then(
          (completion) => (answer = completion),
          () => undefined,
        );
        // A second method that is answered proves that the first had all the time it needs.
        await new Promise((resolve) => addEventListener('message', resolve, { once: true }));
        const second = new AbortController();
        await runMethod({
          framePage,
          host,
          serverTransId: MINE,
          url: methodUrl('notify'),
          data: 'x',
          onUnexpectedOrigin: () => undefined,
          signal: second.signal,
        });
        expect(answer).toBe('none');
        closing.abort();
        await running;
        expect(host.querySelector('iframe')).toBe(null);
      });
    }

    it('the method frame is not moved by a message of this page', async () => {
      let answer = 'none';
      const running = method(methodUrl('silent/page')).then(
        (completion) => (answer = completion),
        () => undefined,
      );
      await posted('/silent/page');
      window.postMessage({ scudo: 'method-notification', server_trans_id: MINE }, '*');
      await new Promise((resolve) => addEventListener('message', resolve, { once: true }));
      expect(answer).toBe('none');
      closing.abort();
      await running;
    });

    it('the method step reports the origin of a well-formed message from an unexpected origin', async () => {
      const running = method(
        address('forge', { message: JSON.stringify({ scudo: 'method-notification', server_trans_id: MINE }) }),
      ).catch(() => undefined);
      while (unexpectedOrigins.length === 0) await new Promise(requestAnimationFrame);
      expect(unexpectedOrigins).toEqual([acs]);
      closing.abort();
      await running;
    });

    it('the method step rejects at once when aborted, and leaves no frame or listener', async () => {
      const running = method(methodUrl('silent/abort'));
      closing.abort(new Error('enough'));
      await running.then(
        () => expect.fail('it was aborted'),
        (error: unknown) => expect(error).toMatchObject({ message: 'enough' }),
      );
      expect(host.querySelector('iframe')).toBe(null);
    });
  });

  describe('challenge', () => {
    const open = (acsUrl: string, sessionData?: string) => {
      const events: ChallengeFrameEvent[] = [];
      let heard: () => void = () => undefined;
      const next = (type: ChallengeFrameEvent['type']) =>
        new Promise<ChallengeFrameEvent>((resolve) => {
          heard = () => {
            const found = events.find((one) => one.type === type);
            if (found) resolve(found);
          };
          heard();
        });
      openChallenge(
        { serverTransId: MINE, acsUrl, encodedCreq: 'the-creq', ...(sessionData ? { sessionData } : {}) },
        {
          framePage,
          host,
          size: 'WINDOWED_250X400',
          title: 'Your bank',
          signal: closing.signal,
          onUnexpectedOrigin: (origin) => unexpectedOrigins.push(origin),
          onEvent: (event) => {
            events.push(event);
            heard();
          },
        },
      );
      return { events, next };
    };

    /** Resolves after the challenge's own listener has had a notification of the frame page. */
    const notification = () =>
      new Promise<void>((resolve) => {
        const framePageWindow = host.querySelector('iframe')!.contentWindow;
        const onMessage = ({ data, source }: MessageEvent<{ scudo?: unknown } | null>) => {
          if (source !== framePageWindow || data?.scudo !== 'challenge-notification') return;
          removeEventListener('message', onMessage);
          resolve();
        };
        addEventListener('message', onMessage);
      });

    it('the challenge frame returns the CRes of its transaction', async () => {
      const { next } = open(challengeUrl('notify'));
      expect(await next('notified')).toEqual({ type: 'notified', cres: challengeResult(MINE) });
    });

    it('the challenge frame posts creq and session data once, and reports when a page has loaded', async () => {
      const { next } = open(challengeUrl('silent/creq'), 'c2Vzc2lvbg');
      await next('loaded');
      expect(await posts('/silent/creq')).toEqual([
        { path: '/silent/creq', fields: { creq: 'the-creq', threeDSSessionData: 'c2Vzc2lvbg' } },
      ]);
    });

    it('a notification that echoes the session data ends the challenge', async () => {
      const { next } = open(challengeUrl('notify'), 'c2Vzc2lvbg');
      expect((await next('notified')).type).toBe('notified');
    });

    for (const [what, sessionData] of [
      ['other session data', 'c2Vzc2lvbg'],
      ['session data where none was posted', undefined],
    ] as const) {
      it(`a notification with ${what} does not end the challenge`, async () => {
        const { events } = open(`${challengeUrl('notify')}&threeDSSessionData=b3RoZXI`, sessionData);
        await notification();
        expect(events.some(({ type }) => type === 'notified')).toBe(false);
      });
    }

    it('the challenge frame is as wide and high as its size says: width first', () => {
      open(challengeUrl('silent/size'));
      const { width, height } = host.querySelector('iframe')!.getBoundingClientRect();
      expect([width, height]).toEqual([250, 400]);
      expect(host.querySelector('iframe')!.title).toBe('Your bank');
    });

    it('the challenge frame may use passkeys, and is not sandboxed', () => {
      open(challengeUrl('silent/allow'));
      const frame = host.querySelector('iframe')!;
      expect(frame.allow).toContain('publickey-credentials-get *');
      expect(frame.hasAttribute('sandbox')).toBe(false);
    });

    it('a notification of another transaction does not end the challenge', async () => {
      const { events } = open(challengeUrl('notify', OTHER));
      await notification();
      expect(events.some(({ type }) => type === 'notified')).toBe(false);
    });

    it('the challenge frame is gone, with its listeners, when aborted', async () => {
      const { events, next } = open(challengeUrl('silent/gone'));
      await next('loaded');
      const before = events.length;
      const source = host.querySelector('iframe')!.contentWindow;
      closing.abort();
      expect(host.querySelector('iframe')).toBe(null);
      dispatchEvent(new MessageEvent('message', { source, origin: location.origin, data: { scudo: 'frame-loaded' } }));
      expect(events.length).toBe(before);
    });
  });
});
