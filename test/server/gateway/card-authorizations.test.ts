import { describe, expect, it } from 'vitest';
import { AUTHORIZATION, NUMBER } from './sample-calls.js';
import { failureOf, gatewayAnswering, hashOf } from './scripted-fetch.js';

const TIMESTAMP = '20261120222411';

/** The whole document of an answer, signed over its fields in the published order. */
function answered(fields: Record<string, string>, algorithm: 'sha1' | 'sha256' = 'sha1') {
  const {
    orderid = 'A1',
    result = '00',
    message = 'AUTHORISED',
    pasref = '16898444372586159',
    authcode = '071757',
    ...more
  } = fields;
  const hash = hashOf([TIMESTAMP, 'scudo', orderid, result, message, pasref, authcode], algorithm);
  const elements = {
    merchantid: 'scudo',
    account: 'internet',
    orderid,
    authcode,
    result,
    cvnresult: 'M',
    batchid: '',
    message,
    pasref,
    timetaken: '0',
    [`${algorithm}hash`]: hash,
    ...more,
  };
  const children = Object.entries(elements).map(([name, value]) => `<${name}>${value}</${name}>`);
  return () =>
    new Response(
      `<?xml version="1.0" encoding="UTF-8"?>\n<response timestamp="${TIMESTAMP}">\n${children.join('\n')}\n</response>`,
    );
}

const short = (fields: Record<string, string>) => () =>
  new Response(
    `<response timestamp="${TIMESTAMP}">${Object.entries(fields)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('')}</response>`,
  );

const authorize = (answer: () => Response) => gatewayAnswering(answer).gateway.cardAuthorizations.create(AUTHORIZATION);

describe('the request', () => {
  it.each([
    ['VISA', 'VISA'],
    ['MASTERCARD', 'MC'],
    ['AMEX', 'AMEX'],
    ['DINERS', 'DINERS'],
    ['DISCOVER', 'DISCOVER'],
    ['JCB', 'JCB'],
  ] as const)('has %s as %s', async (scheme, type) => {
    const { gateway, sent } = gatewayAnswering(answered({}));
    await gateway.cardAuthorizations.create({ ...AUTHORIZATION, card: { ...AUTHORIZATION.card, scheme } });
    expect(sent[0]?.text).toContain(`<type>${type}</type>`);
  });

  it.each(['sha1', 'sha256'] as const)(
    'has its elements in the document’s order, without account where there is none, with %s',
    async (hashAlgorithm) => {
      const { gateway, sent } = gatewayAnswering(answered({}, hashAlgorithm), { hashAlgorithm });
      await gateway.cardAuthorizations.create({
        ...AUTHORIZATION,
        mpi: {
          exemptStatus: 'LOW_VALUE',
          messageVersion: '2.1.0',
          authenticationValue: 'AJk=',
          dsTransId: 'd',
          eci: '5',
        },
      });
      const names = [...(sent[0]?.text ?? '').matchAll(/<([a-z_\d]+)/g)].map(([, name]) => name);
      expect(names).toEqual([
        'request',
        'merchantid',
        'orderid',
        'amount',
        'card',
        'number',
        'expdate',
        'chname',
        'type',
        'cvn',
        'number',
        'presind',
        'autosettle',
        'mpi',
        'eci',
        'ds_trans_id',
        'authentication_value',
        'message_version',
        'exempt_status',
        `${hashAlgorithm}hash`,
      ]);
      expect(sent[0]?.text).toContain(
        `<${hashAlgorithm}hash>${hashOf(['20261120222410', 'scudo', 'A1', '1999', 'EUR', NUMBER], hashAlgorithm)}<`,
      );
    },
  );
});

describe('the answer', () => {
  it.each(['sha1', 'sha256'] as const)('is believed with its %s, whatever else is in it', async (algorithm) => {
    expect(
      await authorize(answered({ srd: 'x', cardissuer: '<bank>B</bank><country>C</country>' }, algorithm)),
    ).toEqual({
      result: '00',
      message: 'AUTHORISED',
      pasref: '16898444372586159',
      authcode: '071757',
    });
  });

  it('is hashed as it says, with empty elements empty', async () => {
    expect(await authorize(answered({ result: '101', message: '', pasref: '', authcode: '' }))).toEqual({
      result: '101',
      message: '',
    });
  });

  it.each([
    ['result', '00'],
    ['message', 'X'],
    ['pasref', '1'],
    ['authcode', '1'],
  ])('is not believed when its %s was changed on the way', async (name, value) => {
    const original = await answered({ result: '101' })().text();
    const changed = original.replace(new RegExp(`<${name}>[^<]*<`), `<${name}>${value}<`);
    expect(changed).not.toBe(original);
    expect((await failureOf(authorize(() => new Response(changed)))).failure).toMatchObject({
      kind: 'bad-answer',
      issues: [{ field: 'sha1hash' }],
    });
  });

  it.each([
    ['result', short({ result: 'OK', message: 'x' })],
    ['result', short({ message: 'x' })],
    ['@timestamp', () => new Response('<response><result>505</result></response>')],
    ['sha1hash', short({ result: '00', sha1hash: 'x' })],
    ['', () => new Response('<request></request>')],
    [
      '',
      () =>
        new Response(
          '<!DOCTYPE a [<!ENTITY b "c">]><response timestamp="20261120222411"><result>505</result></response>',
        ),
    ],
  ])('that is wrong in “%s” names it', async (field, answer) => {
    expect((await failureOf(authorize(answer))).failure).toMatchObject({ kind: 'bad-answer', issues: [{ field }] });
  });
});

describe('a short document', () => {
  it.each(['301', '502', '505', '508', '561'])('%s is believed without a hash', async (result) => {
    expect(await authorize(short({ result, message: 'x', orderid: 'A1' }))).toEqual({ result, message: 'x' });
    expect(await authorize(short({ result }))).toEqual({ result, message: '' });
  });

  it('about another order is none of ours', async () => {
    expect((await failureOf(authorize(short({ result: '505', message: 'x', orderid: 'B2' })))).failure).toMatchObject({
      kind: 'bad-answer',
      issues: [{ field: 'orderid' }],
    });
  });

  it('with a hash has to have the right one', async () => {
    expect((await failureOf(authorize(short({ result: '505', sha1hash: 'a'.repeat(40) })))).failure).toMatchObject({
      kind: 'bad-answer',
      issues: [{ field: 'sha1hash' }],
    });
  });

  it.each(['00', '01', '101', '200'])('is no form of %s', async (result) => {
    expect((await failureOf(authorize(short({ result, message: 'x', orderid: 'A1' })))).failure).toMatchObject({
      kind: 'bad-answer',
      issues: [{ field: 'sha1hash', missing: true }],
    });
  });
});
