import { describe, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox.js';
import { CHALLENGE_REQUEST, CHALLENGE_RESULT, METHOD_DATA } from '../../protocol/fields/browser-messages.js';
import { withValue } from '../../protocol/fields/field-value.js';
import type { FieldRule } from '../../protocol/fields/rule.js';
import {
  authenticateCard,
  CARDS,
  checkVersion,
  decoded,
  drivenSandbox,
  encoded,
  hiddenFields,
  postForm,
  type Json,
} from '../sandbox-client.js';

const CARD_WITH_EXTENSION = '4000000000000150';

async function challenged(more: Json = {}, options: SandboxOptions = {}) {
  const { sandbox } = drivenSandbox(options);
  const { body } = await authenticateCard(sandbox, CARDS.challenge, more);
  return { sandbox, body, creq: decoded(body.encoded_creq) };
}

/** The status of a challenge request with one field set. */
async function challengeStatus(field: string, value: unknown): Promise<number> {
  const { sandbox, creq } = await challenged();
  return (await postForm(sandbox, '/acs/challenge', { creq: encoded(withValue(creq, field, value)) })).status;
}

async function methodStatus(field: string, value: unknown): Promise<number> {
  const { sandbox } = drivenSandbox();
  const { body } = await checkVersion(sandbox, CARDS.success);
  const data = decoded(body.method_data.encoded_method_data);
  return (await postForm(sandbox, '/acs/method', { threeDSMethodData: encoded(withValue(data, field, value)) })).status;
}

/** Identifiers are those of a transaction, which tests of the whole step have. */
const rightValues = ({ field, right }: FieldRule) => (field.endsWith('ID') ? [] : right);

describe.each([
  ['POST /acs/challenge', CHALLENGE_REQUEST, challengeStatus],
  ['POST /acs/method', METHOD_DATA, methodStatus],
] as const)('%s', (path, { fields }, statusOf) => {
  it.each(fields.map((rule) => [rule.field, rule] as const))(
    `the route ${path} accepts each right %s, and answers 400 for each wrong one and without it`,
    async (field, rule) => {
      const faults: string[] = [];
      for (const value of rightValues(rule)) {
        const status = await statusOf(field, value);
        if (status !== 200) faults.push(`${JSON.stringify(value)} is answered ${status}`);
      }
      for (const value of [...rule.wrong, ['wrong'], { wrong: 'wrong' }, undefined]) {
        const status = await statusOf(field, value);
        if (status !== 400) faults.push(`${JSON.stringify(value) ?? 'no value'} is answered ${status}`);
      }
      expect(faults.join('\n')).toBe('');
    },
  );
});

/** Ends the challenge with the right code, and returns the CRes on the last page. */
async function resultOf(sandbox: Sandbox, encodedRequest: string): Promise<Json> {
  const page = await postForm(sandbox, '/acs/challenge', { creq: encodedRequest });
  const fields = { ...hiddenFields(page.text), code: '123456', action: 'confirm' };
  const last = await postForm(sandbox, '/acs/challenge/answer', fields);
  return decoded(hiddenFields(last.text)['cres']!);
}

describe('the challenge result of the sandbox', () => {
  it('a challenge result has identifiers, type, version and status of its challenge', async () => {
    const { sandbox, body, creq } = await challenged({ message_version: '2.2.0' });
    expect(await resultOf(sandbox, body.encoded_creq)).toEqual({
      threeDSServerTransID: body.server_trans_id,
      acsTransID: body.acs_trans_id,
      messageType: 'CRes',
      messageVersion: '2.2.0',
      challengeCompletionInd: 'Y',
      transStatus: 'Y',
    });
    expect(creq).toEqual({
      messageType: 'CReq',
      messageVersion: '2.2.0',
      threeDSServerTransID: body.server_trans_id,
      acsTransID: body.acs_trans_id,
      challengeWindowSize: '02',
    });
  });

  it('a challenge result has the message extension of a scheme that sends one, and is read with it', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await authenticateCard(sandbox, CARD_WITH_EXTENSION);
    const result = await resultOf(sandbox, body.encoded_creq);
    expect(result['messageExtension']).toMatchObject([{ id: expect.stringMatching(/\w/), data: expect.any(Object) }]);
    expect(CHALLENGE_RESULT.read(result)).toEqual(result);
  });
});
