import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { encodeBase64url } from '../../src/protocol/values/base64url.js';
import { openChallenge, type ChallengeFrameEvent } from '../../src/three-d-secure/challenge-frame.js';
import { runMethod } from '../../src/three-d-secure/method-frame.js';

/**
 * The frames with a real second site, an ACS on 127.0.0.1 (second-site.ts). The real frame page and notification pages
 * of the backend are on this test's own origin, localhost.
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
  let faults: string[];
  const environment = {
    framePage,
    onUnexpectedOrigin: (origin: string) => unexpectedOrigins.push(origin),
    onFault: (fault: string) => faults.push(fault),
    ordinary: {},
    after: (ms: number, call: () => void) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
  };

  beforeEach(() => {
    closing = new AbortController();
    unexpectedOrigins = [];
    faults = [];
    host = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => {
    closing.abort();
    host.remove();
  });

  const method = (url: string, page = framePage) =>
    runMethod({
      ...environment,
      framePage: page,
      host,
      serverTransId: MINE,
      url,
      data: 'the-data',
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

    it.each<[string, string]>([
      ['another transaction’s notification', methodUrl('notify/other', OTHER)],
      [
        'a notification that cannot be read',
        address('notify/empty', { to: new URL('/scudo/notifications/method/A1/', location.href).href }),
      ],
      [
        'a link to the notification page',
        address('go/method', { to: new URL('/scudo/notifications/method', location.href).href }),
      ],
      ['a page that refuses the form', address('notify/none', { to: new URL('/no-such-page', location.href).href })],
    ])('the method step is NO at once after %s', async (_what, url) => {
      expect(await method(url)).toBe('NO');
      expect(host.querySelector('iframe')).toBe(null);
    });

    it('the method frame is out of sight and out of the tab order', async () => {
      void method(methodUrl('silent/hidden')).catch(() => undefined);
      const frame = host.querySelector('iframe')!;
      expect(frame.tabIndex).toBe(-1);
      expect(frame.getAttribute('aria-hidden')).toBe('true');
      expect(frame.getBoundingClientRect().width).toBeLessThanOrEqual(1);
    });

    for (const [name, url] of [
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
          ...environment,
          host,
          serverTransId: MINE,
          url: methodUrl('notify'),
          data: 'x',
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
    const open = (acsUrl: string, sessionData?: string, notificationOrigin?: string) => {
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
          ...environment,
          notificationOrigin,
          host,
          size: 'WINDOWED_250X400',
          title: 'Your bank',
          signal: closing.signal,
          onEvent: (event) => {
            events.push(event);
            heard();
          },
        },
      );
      return { events, next };
    };

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

    /** Resolves after the next message of the challenge frame, which has another window after a reload. */
    const nextMessage = () => new Promise((resolve) => addEventListener('message', resolve, { once: true }));
    const frame = () => host.querySelector('iframe')!;
    const ready = () =>
      dispatchEvent(
        new MessageEvent('message', {
          source: frame().contentWindow,
          origin: location.origin,
          data: { scudo: 'frame-ready' },
        }),
      );

    it.each<[string, (path: string) => unknown]>([
      ['the frame page reports ready twice', () => [ready(), ready()]],
      [
        'the frame page is moved, and loads again',
        async () => {
          const loaded = nextMessage();
          host.append(document.createElement('p').appendChild(frame()).parentElement!);
          await loaded;
        },
      ],
      [
        'the frame page reloads itself',
        async () => {
          const loaded = nextMessage();
          frame().contentWindow!.location.reload();
          await loaded;
        },
      ],
      [
        'the frame page gets the form twice',
        (path) => {
          const fields = { creq: 'another-creq' };
          const form = { scudo: 'frame-open', kind: 'challenge', action: challengeUrl(path), fields, title: '' };
          for (const message of [form, form]) frame().contentWindow!.postMessage(message, location.origin);
        },
      ],
      [
        'a notification of another transaction comes',
        async () => {
          const data = { scudo: 'challenge-notification', server_trans_id: OTHER, cres: challengeResult(OTHER) };
          const shown = frame().contentDocument!.querySelector('iframe')!.contentWindow;
          frame().contentWindow!.dispatchEvent(
            new MessageEvent('message', { source: shown, origin: location.origin, data }),
          );
          await nextMessage();
        },
      ],
    ])('the challenge frame posts no second creq when %s', async (what, happen) => {
      const path = `silent/once-${encodeURIComponent(what)}`;
      await open(challengeUrl(path)).next('loaded');
      await happen(path);
      // A second challenge that is answered proves that the first had all the time it needs.
      await open(challengeUrl('notify')).next('notified');
      expect((await posts(`/${path}`)).map(({ fields }) => fields)).toEqual([{ creq: 'the-creq' }]);
    });

    it('a notification that echoes the session data ends the challenge', async () => {
      const { next } = open(challengeUrl('notify'), 'c2Vzc2lvbg');
      expect((await next('notified')).type).toBe('notified');
    });

    const to = (path: string) => new URL(`/scudo/notifications/${path}`, location.href).href;
    const shown = new URL('/no-such-page', location.href).href;
    const cres = challengeResult(MINE);
    const page = (html: string) => new URL(`/own-page?${new URLSearchParams({ html }).toString()}`, location.href).href;
    const marked = (message: string) => page(`<script data-message='${message}'></script>`);
    const posting = (message: string) => page(`<script>parent.postMessage(${message}, '*')</script>`);

    /** Resolves after the load event of the document in the inner frame. */
    const shownInFrame = async () => {
      const inner = host.querySelector('iframe')!.contentDocument!.querySelector('iframe')!;
      const isLoading = () => inner.contentDocument !== null && inner.contentDocument.readyState !== 'complete';
      while (isLoading()) await new Promise(requestAnimationFrame);
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    };

    // A document of the backend's own origin makes the page ask the gateway, whatever it has.
    it.each<[string, string, Record<string, string>]>([
      ['other session data', 'notify', { cres, threeDSSessionData: 'b3RoZXI' }],
      ['session data as the text null', 'notify', { cres, threeDSSessionData: 'null' }],
      ['session data with padding', 'notify', { cres, threeDSSessionData: 'c2Vzc2lvbg==' }],
      ['decoded session data', 'notify', { cres, threeDSSessionData: 'session' }],
      ['the result of another transaction', 'notify', { cres: challengeResult(OTHER) }],
      ['an error message', 'notify', { cres: encodeBase64url('{"messageType":"Erro","errorCode":"203"}') }],
      ['an empty result', 'notify', { cres: '' }],
      ['no field at all', 'notify', {}],
      ['a result in Latin-1', 'notify', { cres: btoa('{"threeDSServerTransID":"é"}') }],
      ['a method notification', 'notify', { to: to('method/A1'), threeDSMethodData: methodData(MINE) }],
      ['GET instead of POST', 'notify', { method: 'get', cres }],
      ['a link instead of a form', 'go', {}],
      ['a body over the limit', 'notify', { size: '200000', cres }],
      ['a text body', 'notify', { enctype: 'text/plain', cres }],
      ['a path without the order', 'notify', { to: to('challenge/'), cres: '' }],
      ['a page that does not exist', 'notify', { to: shown, cres }],
      ['a path that the backend does not have', 'notify', { to: to('none'), cres }],
      ['a frame inside the frame', 'nested', { cres: '' }],
      ['an attribute that is no JSON', 'notify', { to: marked('{x') }],
      ['an attribute that is null', 'notify', { to: marked('null') }],
      ['an attribute that is a number', 'notify', { to: marked('1') }],
      ['an attribute with a message of the frame page', 'notify', { to: marked('{"scudo":"frame-ready"}') }],
      ['an attribute of no known kind', 'notify', { to: marked('{"scudo":["own-document"]}') }],
      ['a message of the frame page', 'notify', { to: posting('{"scudo":"frame-ready"}') }],
      ['a message of a blocked frame', 'notify', { to: posting('{"scudo":"frame-blocked","directive":"frame-src"}') }],
    ])('a notification with %s makes the page ask once, and does not end the challenge', async (what, way, fields) => {
      const { events, next } = open(
        address(`${way}/${encodeURIComponent(what)}`, { to: to('challenge/A1'), ...fields }),
        'c2Vzc2lvbg',
      );
      await next('returned');
      // The load event of the same document comes later.
      await shownInFrame();
      expect(events.filter(({ type }) => type !== 'loaded')).toEqual([{ type: 'returned' }]);
    });

    it.each<[string, Record<string, string>]>([
      ['a field in capital letters', { CRes: cres }],
      ['a slash at the end of the path', { to: to('challenge/A1/'), cres }],
      ['a multipart body', { enctype: 'multipart/form-data', cres }],
    ])('a notification with %s ends the challenge', async (what, fields) => {
      const { next } = open(address(`notify/${encodeURIComponent(what)}`, { to: to('challenge/A1'), ...fields }));
      expect(await next('notified')).toEqual({ type: 'notified', cres });
    });

    it('a notification at the origin that the order names ends the challenge behind a proxy', async () => {
      // Another origin on the same machine.
      const origin = location.origin.replace('localhost', '127.0.0.1');
      const url = address('notify/proxy', { to: `${origin}/scudo/notifications/challenge/A1`, cres });
      expect(await open(url, undefined, origin).next('notified')).toEqual({ type: 'notified', cres });
      expect(unexpectedOrigins).toEqual([]);
    });

    it('a page that is no notification page is reported as a refused notification, and a notification page is not', async () => {
      await open(address('notify/unreadable', { to: to('challenge/A1') })).next('returned');
      expect(faults).toEqual([]);
      await open(address('notify/refused', { to: shown })).next('returned');
      expect(faults).toEqual(['notification-refused']);
    });

    it('the challenge frame is as wide and high as its size says: width first', () => {
      open(challengeUrl('silent/size'));
      const { width, height } = host.querySelector('iframe')!.getBoundingClientRect();
      expect([width, height]).toEqual([250, 400]);
      expect(host.querySelector('iframe')!.title).toBe('Your bank');
    });

    it('the challenge frame may use passkeys and codes from messages, and is not sandboxed', () => {
      open(challengeUrl('silent/allow'));
      const frame = host.querySelector('iframe')!;
      for (const ability of ['payment', 'publickey-credentials-get', 'publickey-credentials-create', 'otp-credentials'])
        expect(frame.allow).toContain(`${ability} *`);
      // A sandbox would be inherited by the page of the ACS.
      expect(frame.hasAttribute('sandbox')).toBe(false);
    });

    it.each<[string, () => Promise<unknown>, string[]]>([
      [
        'the method step',
        () => posted('/silent/sandbox-method'),
        ['allow-forms', 'allow-same-origin', 'allow-scripts'],
      ],
      [
        'the challenge',
        () => posted('/silent/sandbox-challenge'),
        [
          'allow-downloads',
          'allow-forms',
          'allow-popups',
          'allow-popups-to-escape-sandbox',
          'allow-same-origin',
          'allow-scripts',
          'allow-storage-access-by-user-activation',
          'allow-top-navigation-by-user-activation',
          'allow-top-navigation-to-custom-protocols',
        ],
      ],
    ])('the page of the ACS in %s may do what it needs, and no more', async (what, loaded, abilities) => {
      if (what === 'the challenge') open(challengeUrl('silent/sandbox-challenge'));
      else void method(methodUrl('silent/sandbox-method')).catch(() => undefined);
      await loaded();
      const inner = host.querySelector('iframe')!.contentDocument!.querySelector('iframe')!;
      expect([...inner.sandbox].sort()).toEqual(abilities);
    });

    it('the page of the ACS opens no dialog and does not move the tab without a click', async () => {
      open(address('abilities', {}));
      while ((await posts('/note')).length === 0) await new Promise(requestAnimationFrame);
      expect((await posts('/note'))[0]?.fields['asked']).toBe('false');
      expect(location.pathname).not.toBe('/moved');
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
