import { describe, expect, it } from 'vitest';
import * as sample from '../../protocol/samples.js';
import { failureOf, gatewayAnswering, jsonAnswer } from './scripted-fetch.js';
import { NUMBER } from './sample-calls.js';

const check = (body: unknown) =>
  gatewayAnswering(jsonAnswer(body)).gateway.versionCheck({ number: NUMBER, scheme: 'VISA' });

describe('a version check', () => {
  it('returns camelCase names and the message version', async () => {
    expect(await check(sample.VERSION_CHECK_RESPONSE)).toEqual({
      enrolled: true,
      serverTransId: sample.ID,
      dsProtocolVersionStart: '2.1.0',
      dsProtocolVersionEnd: '2.2.0',
      acsProtocolVersionStart: '2.1.0',
      acsProtocolVersionEnd: '2.2.0',
      acsInfoIndicator: ['NOT_AVAILABLE'],
      methodUrl: 'https://acs.example/method',
      methodData: {
        threeDsServerTransId: sample.ID,
        threeDsMethodNotificationUrl: 'https://shop.example/n',
        encodedMethodData: 'e30',
      },
      messageVersion: '2.2.0',
    });
  });

  it('returns only enrolled for a card that is not enrolled', async () => {
    expect(await check({ enrolled: false, server_trans_id: null })).toEqual({ enrolled: false });
  });

  it.each([
    ['2.1.0', '2.2.0', '2.1.0', '2.2.0', '2.2.0'],
    ['2.1.0', '2.1.0', '2.1.0', '2.2.0', '2.1.0'],
    ['2.1.0', '2.2.0', '2.1.0', '2.1.0', '2.1.0'],
    ['2.1.0', '2.3.1', '2.1.0', '2.2.0', '2.2.0'],
    ['2.1.0', '2.3.1', '2.1.0', '2.3.1', '2.2.0'],
    ['2.1.0', '2.3.1.1', '2.2.0', '2.3.1.1', '2.2.0'],
    [null, '2.3.1', null, null, '2.2.0'],
    [null, '2.1.0', null, null, '2.1.0'],
    // The directory's range stands in for the one of the ACS, and the document's version for both.
    [null, null, '2.1.0', '2.1.0', '2.1.0'],
    [null, null, '2.1.0', '2.2.0', '2.2.0'],
    ['', '1.0.2', null, '2.3.1', '2.2.0'],
    [null, 2, null, { version: '2.1.0' }, '2.2.0'],
    // Without a common known version, the lower of the two highest: no peer accepts a version above its own.
    ['2.3.1', '2.3.1', '2.1.0', '2.2.0', '2.2.0'],
    ['2.3.1', '2.3.1', '2.3.1', '2.3.1', '2.3.1'],
  ])(
    'a version check of an ACS from %s to %s and a directory server from %s to %s has version %s',
    async (...versions) => {
      const [acsStart, acsEnd, dsStart, dsEnd, expected] = versions;
      expect(
        await check({
          ...sample.VERSION_CHECK_RESPONSE,
          acs_protocol_version_start: acsStart,
          acs_protocol_version_end: acsEnd,
          ds_protocol_version_start: dsStart,
          ds_protocol_version_end: dsEnd,
        }),
      ).toMatchObject({ messageVersion: expected });
    },
  );

  it.each([null, ''])('reads a method URL and method data %j as absent', async (empty) => {
    const answer = await check({ ...sample.VERSION_CHECK_RESPONSE, method_url: empty, method_data: empty });
    expect(answer).not.toHaveProperty('methodUrl');
    expect(answer).not.toHaveProperty('methodData');
  });

  it.each([
    ['enrolled', {}],
    ['server_trans_id', { ...sample.VERSION_CHECK_RESPONSE, server_trans_id: null }],
  ])('a version check is a bad answer when %s is wrong', async (field, body) => {
    expect((await failureOf(check(body))).failure).toMatchObject({ kind: 'bad-answer', issues: [{ field }] });
  });

  it('names wrong input as the caller wrote it', async () => {
    const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.VERSION_CHECK_RESPONSE));
    await expect(
      gateway.versionCheck({ number: '1', scheme: 'MAESTRO' as never, methodNotificationUrl: 'shop' }),
    ).rejects.toMatchObject({ issues: [{ field: 'number' }, { field: 'scheme' }, { field: 'methodNotificationUrl' }] });
    expect(sent).toHaveLength(0);
  });
});
