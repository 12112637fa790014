import { describe, expect, test } from 'vitest';
import { versionCheckResponseSchema } from '../../../../src/protocol/three-d-secure/version-check.js';
import { BASE, CARDS, checkVersion, decoded, drivenSandbox } from '../../sandbox-client.js';

const NOTIFICATION = 'http://localhost:4173/scudo/notifications/method/A1';

describe('POST /3ds2/protocol-versions', () => {
  test('a version check returns versions, transaction and method of an enrolled card', async () => {
    const { sandbox } = drivenSandbox();
    const { status, body } = await checkVersion(sandbox, CARDS.success);
    expect(status).toBe(200);
    expect(body).toEqual({
      server_trans_id: '00000000-0000-4000-8000-000000000001',
      enrolled: true,
      ds_protocol_version_start: '2.1.0',
      ds_protocol_version_end: '2.2.0',
      acs_protocol_version_start: '2.1.0',
      acs_protocol_version_end: '2.2.0',
      acs_info_indicator: ['NOT_AVAILABLE'],
      method_url: `${BASE}/acs/method`,
      method_data: {
        three_ds_server_trans_id: '00000000-0000-4000-8000-000000000001',
        three_ds_method_notification_url: NOTIFICATION,
        encoded_method_data: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
      },
    });
    expect(decoded(body.method_data.encoded_method_data)).toEqual({
      threeDSServerTransID: body.server_trans_id,
      threeDSMethodNotificationURL: NOTIFICATION,
    });
    expect(versionCheckResponseSchema.safeParse(body).success).toBe(true);
  });

  test.each([
    ['2.1.0', CARDS.visa21],
    ['2.2.0', CARDS.success],
  ])('a version check returns the ACS’s version %s', async (version, number) => {
    const { body } = await checkVersion(drivenSandbox().sandbox, number);
    expect(body).toMatchObject({ acs_protocol_version_end: version, ds_protocol_version_end: '2.2.0' });
  });

  test('a version check without a notification URL returns a method URL and no method data', async () => {
    const { body } = await checkVersion(drivenSandbox().sandbox, CARDS.success, { method_notification_url: undefined });
    expect(body.method_url).toBe(`${BASE}/acs/method`);
    expect(body).not.toHaveProperty('method_data');
  });

  test('an ACS that does not profile has no method URL', async () => {
    const { body } = await checkVersion(drivenSandbox().sandbox, CARDS.noMethod);
    expect(body.enrolled).toBe(true);
    expect(body).not.toHaveProperty('method_url');
    expect(body).not.toHaveProperty('method_data');
  });

  test.each([['4000000000000010'], ['5100000000000016'], ['9000000000000001'], ['100000000000']])(
    'the version check of a card that takes no part says only that: %s',
    async (number) => {
      expect(await checkVersion(drivenSandbox().sandbox, number)).toMatchObject({
        status: 200,
        text: '{"enrolled":false}',
      });
    },
  );

  test.each([
    [501, '4000000000000044'],
    [502, '4000000000000051'],
  ])('POST /3ds2/protocol-versions answers %i without a body', async (status, number) => {
    expect(await checkVersion(drivenSandbox().sandbox, number)).toEqual({ status, text: '', body: undefined });
  });

  test.each([
    ['number', { number: undefined }, '201'],
    ['number', { number: '4222-0000' }, '203'],
    ['number', { number: 4222000006285344 }, '203'],
    ['scheme', { scheme: undefined }, '201'],
    ['scheme', { scheme: 'GOLD' }, '203'],
    ['method_notification_url', { method_notification_url: '' }, '203'],
    ['method_notification_url', { method_notification_url: 'http://shop.example/' }, '203'],
    ['account_id', { account_id: 5 }, '203'],
    ['request_timestamp', { request_timestamp: '20261120120000' }, '203'],
  ])('POST /3ds2/protocol-versions answers 400 naming %s of %j', async (element, more, code) => {
    expect(await checkVersion(drivenSandbox().sandbox, CARDS.success, more)).toMatchObject({
      status: 400,
      body: { error_code: code, error_detail: element },
    });
  });

  test.each([
    ['MC', CARDS.mastercard],
    ['MASTERCARD', CARDS.mastercard],
    ['DINERS', '30569309025904'],
    ['DINERSCLUB', '30569309025904'],
  ])('a version check accepts the spelling %s of a scheme', async (scheme, number) => {
    expect(await checkVersion(drivenSandbox().sandbox, number, { scheme })).toMatchObject({ status: 200 });
  });

  test.each([
    [CARDS.success, 'AMEX'],
    [CARDS.mastercard, 'VISA'],
    ['378282246310005', 'MC'],
    ['6011111111111117', 'DINERSCLUB'],
    ['4000000000000010', 'JCB'],
  ])('POST /3ds2/protocol-versions answers 400 naming the scheme: %s is not of %s', async (number, scheme) => {
    expect(await checkVersion(drivenSandbox().sandbox, number, { scheme })).toMatchObject({
      status: 400,
      body: { error_code: '305', error_detail: 'scheme' },
    });
  });

  test('a card file may give a card a second scheme, and a number of no scheme has each', async () => {
    const { sandbox } = drivenSandbox({
      cards: [
        { number: '4111111111111111', scheme: 'MASTERCARD', version: '2.2.0', behaviour: 'success', label: 'Both' },
      ],
    });
    for (const scheme of ['VISA', 'MASTERCARD'])
      expect((await checkVersion(sandbox, '4111111111111111', { scheme })).status).toBe(200);
    expect((await checkVersion(sandbox, '4111111111111111', { scheme: 'JCB' })).status).toBe(400);
    expect((await checkVersion(sandbox, '9000000000000001', { scheme: 'JCB' })).body).toEqual({ enrolled: false });
  });

  test('every card of a scheme that no other range covers is enrolled', async () => {
    for (const number of [
      '4111111111111111',
      '5555555555554444',
      '2223003122003222',
      '378282246310005',
      '6011111111111117',
      '3530111333300000',
      '30569309025904',
    ]) {
      expect((await checkVersion(drivenSandbox().sandbox, number)).body).toMatchObject({
        enrolled: true,
        acs_protocol_version_end: '2.2.0',
      });
    }
  });

  test('configured ranges and cards take precedence', async () => {
    const { sandbox } = drivenSandbox({
      ranges: [{ low: '411111', high: '411112', scheme: 'VISA', version: '2.3.1', behaviour: 'success' }],
      cards: [{ number: CARDS.success, scheme: 'VISA', version: '2.2.0', behaviour: 'not-enrolled', label: 'Mine' }],
    });
    expect((await checkVersion(sandbox, '4111111111111111')).body).toMatchObject({
      acs_protocol_version_end: '2.3.1',
      ds_protocol_version_end: '2.3.1',
    });
    expect((await checkVersion(sandbox, CARDS.success)).body).toEqual({ enrolled: false });
    expect(sandbox.testCards.filter(({ number }) => number === CARDS.success)).toHaveLength(1);
  });
});
