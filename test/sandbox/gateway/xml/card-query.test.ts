import { describe, expect, test } from 'vitest';
import { BASE, drivenSandbox, hashOf, START } from '../../sandbox-client.js';
import { cardAuthorization, cardQuery } from '../../card-client.js';
import { compact, send } from '../../method-client.js';

const STAMP = compact(START);

/** Every order in which a client could hash the fields of the answer, the authorization's included. */
function* arrangements(fields: readonly string[]): Generator<readonly string[]> {
  yield [];
  for (const [index, field] of fields.entries()) {
    const others = [...fields.slice(0, index), ...fields.slice(index + 1)];
    for (const rest of arrangements(others)) yield [field, ...rest];
  }
}

describe('query', () => {
  test('answers with the order id, result, message, pasref, authcode and srd of the authorization, and no amount', async () => {
    const { sandbox } = drivenSandbox();
    const authorized = await send(sandbox, cardAuthorization());
    const { sha1hash, text: _, status: __, ...found } = await send(sandbox, cardQuery('A1'));
    const { pasref, authcode } = authorized as unknown as Record<'pasref' | 'authcode', string>;
    expect(found).toEqual({
      '@timestamp': STAMP,
      merchantid: 'scudo',
      account: 'internet',
      orderid: 'A1',
      result: '00',
      message: '[ test system ] AUTHORISED',
      pasref,
      authcode,
      batchid: '-1',
      srd: 'SCHEME000000000',
    });
    expect(sha1hash).toMatch(/^[0-9a-f]{40}$/);
  });

  test('answers with a hash that no arrangement of the answer’s fields produces', async () => {
    const { sandbox } = drivenSandbox();
    await send(sandbox, cardAuthorization());
    const found = (await send(sandbox, cardQuery('A1'))) as unknown as Record<string, string>;
    const { sha1hash, message, pasref, authcode } = found;
    for (const fields of arrangements([STAMP, 'scudo', 'A1', '00', message!, pasref!, authcode!]))
      expect(hashOf(fields)).not.toBe(sha1hash);
  });

  test('answers like an authorization or without a hash where the option says so', async () => {
    const signed = drivenSandbox({ queryHash: 'authorization' }).sandbox;
    await send(signed, cardAuthorization());
    const found = (await send(signed, cardQuery('A1', { algorithm: 'sha256' }))) as unknown as Record<string, string>;
    const { pasref = '', authcode = '', message = '' } = found;
    expect(found['sha256hash']).toBe(
      hashOf([STAMP, 'scudo', 'A1', '00', message, pasref, authcode], 'secret', 'sha256'),
    );
    const unsigned = drivenSandbox({ queryHash: 'none' }).sandbox;
    await send(unsigned, cardAuthorization());
    expect(await send(unsigned, cardQuery('A1'))).not.toHaveProperty('sha1hash');
  });

  test('counts an empty element as absent, as the other types do', async () => {
    const { sandbox } = drivenSandbox();
    const withEmpty = (xml: string) => xml.replace('<account>internet</account>', '<account></account><channel/>');
    expect(await send(sandbox, withEmpty(cardAuthorization()))).toMatchObject({ result: '00', account: 'internet' });
    expect(await send(sandbox, withEmpty(cardQuery('A1')))).toMatchObject({ result: '00', account: 'internet' });
  });

  test('answers with the result of a declined authorization', async () => {
    const { sandbox } = drivenSandbox();
    await send(sandbox, cardAuthorization({ amount: '1101' }));
    expect(await send(sandbox, cardQuery('A1'))).toMatchObject({ result: '101', authcode: '' });
  });

  test('finds an authorization whose answer was lost', async () => {
    const { sandbox } = drivenSandbox();
    const giveUp = AbortSignal.abort();
    await sandbox.fetch(
      new Request(`${BASE}/epage-remote.cgi`, {
        method: 'POST',
        body: cardAuthorization({ amount: '1408' }),
        signal: giveUp,
      }),
    );
    expect(await send(sandbox, cardQuery('A1'))).toMatchObject({ result: '00' });
  });

  test('answers an unknown order id with a short document without hash', async () => {
    const { text } = await send(drivenSandbox().sandbox, cardQuery('never'));
    expect(text).toBe(
      `<response timestamp="${STAMP}"><result>508</result><message>Original transaction not found.</message><orderid>never</orderid></response>`,
    );
  });

  test.each([
    [
      'a wrong secret',
      cardQuery('A1', { secret: 'wrong' }),
      '505',
      'sha1hash incorrect - check your code and the Developers Documentation',
    ],
    [
      'an unknown merchant',
      cardQuery('A1', { merchantid: 'stranger' }),
      '505',
      'sha1hash incorrect - check your code and the Developers Documentation',
    ],
    ['no hash', cardQuery('A1', { hash: '' }), '502', 'Mandatory Fields missing: [/request/sha1hash]'],
    ['a wrong order id', cardQuery('not an id!'), '508', 'Invalid characters in order id'],
  ])('a query with %s is refused', async (_, xml, result, message) => {
    expect(await send(drivenSandbox().sandbox, xml)).toMatchObject({ result, message });
  });
});
