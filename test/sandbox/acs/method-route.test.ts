import { describe, expect, test } from 'vitest';
import {
  CARDS,
  checkVersion,
  decoded,
  drivenSandbox,
  encoded,
  hiddenFields,
  messagesOf,
  postForm,
} from '../sandbox-client.js';

const NOTIFICATION = 'http://localhost:4173/scudo/notifications/method/A1';

async function prepared(number: string, options = {}) {
  const { sandbox } = drivenSandbox(options);
  const { body } = await checkVersion(sandbox, number);
  const threeDSMethodData: string = body.method_data.encoded_method_data;
  return { sandbox, id: body.server_trans_id as string, threeDSMethodData };
}

describe('POST /acs/method', () => {
  test('the method page profiles the browser, then posts the notification to the merchant', async () => {
    const { sandbox, id, threeDSMethodData } = await prepared(CARDS.success);
    const page = await postForm(sandbox, '/acs/method', { threeDSMethodData });
    expect(page.status).toBe(200);
    expect(page.text).toContain('action="/acs/method/profile" data-submit-after="0"');
    const next = await postForm(sandbox, '/acs/method/profile', {
      ...hiddenFields(page.text),
      profile: '{"width":1920}',
    });
    expect(next.text).toContain(`action="${NOTIFICATION}" data-submit-after="0"`);
    expect(decoded(hiddenFields(next.text)['threeDSMethodData']!)).toEqual({ threeDSServerTransID: id });
    expect(next.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:4173;");
    expect(await messagesOf(sandbox, 'A1')).toMatchObject([
      { kind: 'protocol-versions' },
      {
        kind: 'method',
        request: { threeDSMethodData: { threeDSServerTransID: id, threeDSMethodNotificationURL: NOTIFICATION } },
      },
      { kind: 'method-notification', request: { url: NOTIFICATION, threeDSMethodData: { threeDSServerTransID: id } } },
    ]);
  });

  test('the method page of a card whose method never posts has no form', async () => {
    const { sandbox, threeDSMethodData } = await prepared('4000000000000028');
    for (const path of ['/acs/method', '/acs/method/profile']) {
      const page = await postForm(sandbox, path, { threeDSMethodData });
      expect([page.status, page.text.includes('<form')]).toEqual([200, false]);
    }
    expect((await messagesOf(sandbox)).map(({ kind }) => kind)).toEqual(['protocol-versions', 'method']);
  });

  test.each([
    [{}, '3000'],
    [{ methodDelay: 500 }, '500'],
  ])('the method page of a slow card posts after the given time: %j', async (options, delay) => {
    const { sandbox, threeDSMethodData } = await prepared('4000000000000036', options);
    expect((await postForm(sandbox, '/acs/method', { threeDSMethodData })).text).toContain(
      `data-submit-after="${delay}"`,
    );
  });

  test.each([
    ['nothing', ''],
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('x').toString('base64url')],
    ['no identifier', encoded({ threeDSMethodNotificationURL: NOTIFICATION })],
    [
      'an unsafe address',
      encoded({
        threeDSServerTransID: '00000000-0000-4000-8000-000000000001',
        threeDSMethodNotificationURL: 'javascript:alert(1)',
      }),
    ],
    [
      'an unknown transaction',
      encoded({
        threeDSServerTransID: '00000000-0000-4000-8000-0000000000ff',
        threeDSMethodNotificationURL: NOTIFICATION,
      }),
    ],
  ])('POST /acs/method refuses %s', async (_, threeDSMethodData) => {
    const { sandbox } = await prepared(CARDS.success);
    for (const path of ['/acs/method', '/acs/method/profile']) {
      const page = await postForm(sandbox, path, { threeDSMethodData });
      expect([page.status, page.text.includes('<form')]).toEqual([400, false]);
    }
  });

  test('the method page escapes the merchant’s address', async () => {
    const { sandbox, id } = await prepared(CARDS.success);
    const url = `https://shop.example/"><script>alert(1)</script>`;
    const page = await postForm(sandbox, '/acs/method/profile', {
      threeDSMethodData: encoded({ threeDSServerTransID: id, threeDSMethodNotificationURL: url }),
    });
    expect(page.text).not.toContain('<script>');
    expect(page.text).toContain('action="https://shop.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });
});
