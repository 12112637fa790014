import { describe, expect, it } from 'vitest';
import { AUTHORIZATION } from './sample-calls.js';
import { gatewayAnswering, hashOf } from './scripted-fetch.js';
import { TIMESTAMP } from './xml-answers.js';

const FIELDS = {
  merchantid: 'scudo',
  account: 'internet',
  orderid: 'A1',
  authcode: '071757',
  result: '00',
  message: 'Approuvé par la banque émettrice',
  pasref: '16898444372586159',
};
type Fields = typeof FIELDS;

const HASHED = ['merchantid', 'orderid', 'result', 'message', 'pasref', 'authcode'] as const;
const hashed = (fields: Fields) => hashOf([TIMESTAMP, ...HASHED.map((name) => fields[name])]);

interface Written {
  /** Differs from the values that are hashed. */
  readonly written?: Partial<Fields & { readonly sha1hash: string }>;
  readonly fields?: Partial<Fields>;
  readonly declaration?: string;
  readonly indent?: string;
  readonly more?: string;
  /** Elements before the others. */
  readonly before?: string;
  /** Text after the document. */
  readonly after?: string;
}

/** The document of a writer, with the hash over its values. */
function documentOf({
  written = {},
  fields = {},
  declaration = '',
  indent = '',
  more = '',
  before = '',
  after = '',
}: Written): string {
  const values = { ...FIELDS, ...fields };
  const elements = { ...values, sha1hash: hashed(values), ...written };
  const lines = Object.entries(elements).map(([name, value]) => `${indent}<${name}>${value}</${name}>`);
  return `${declaration}<response timestamp="${TIMESTAMP}">${before}${lines.join('')}${more}</response>${after}`;
}

const authorize = (body: string | Uint8Array<ArrayBuffer>, contentType = 'text/xml') =>
  gatewayAnswering(
    () => new Response(body, { headers: { 'content-type': contentType } }),
  ).gateway.cardAuthorizations.create(AUTHORIZATION);

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf16 = (text: string, order: 'le' | 'be', mark: boolean) => {
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, 'utf16le');
  return Uint8Array.from(order === 'le' ? bytes : bytes.swap16());
};
const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n`;

it.each<[string, Written]>([
  ['no declaration', {}],
  ['white space before its declaration', { declaration: `\r\n\t ${declared('UTF-8')}` }],
  ['a byte order mark', { declaration: `\uFEFF${declared('UTF-8')}` }],
  ['a byte order mark after a line break', { declaration: `\n\uFEFF${declared('UTF-8')}` }],
  ['indented elements', { indent: '\n    ' }],
  ['a line break in an empty element', { fields: { authcode: '' }, written: { authcode: '\n    ' } }],
  ['a line break in an empty text', { fields: { message: '' }, written: { message: '\r\n' } }],
  [
    'padded codes, and their hash without',
    { written: { orderid: ' A1\n', result: '\n00 ', pasref: ' 16898444372586159 ' } },
  ],
  ['padded codes, and their hash with', { fields: { orderid: ' A1 ', result: ' 00 ' } }],
  [
    'a text with spaces around it, which are hashed',
    { fields: { message: ' AUTH CODE ' }, written: { result: ' 00' } },
  ],
  ['padded texts, and their hash without', { written: { message: '\n  Approuvé par la banque émettrice\n' } }],
  ['a line end of LF', { fields: { message: 'line one\nline two' } }],
  ['a line end of CR LF', { fields: { message: 'line one\r\nline two\r\n' } }],
  ['a line end of CR', { fields: { message: 'line one\rline two' } }],
  ['a line end of CR LF in a reference', { fields: { message: 'a\r\nb' }, written: { message: 'a&#13;&#10;b' } }],
  ['a text in another element as well', { more: '<message>another</message><pasref>other</pasref>' }],
  ['elements that no document has', { more: '<avs><result>M</result></avs><message2/>' }],
  ['a repeated result', { more: '<result> 00 </result>' }],
  ...[...Object.keys(FIELDS), 'sha1hash'].flatMap((name) => [
    [`an empty copy before its ${name}`, { before: `<${name}/>` }] as [string, Written],
    [`empty copies after its ${name}`, { more: `<${name}></${name}><${name} nil="true">\n  </${name}>` }] as [
      string,
      Written,
    ],
  ]),
  ...[...Object.keys(FIELDS), 'sha1hash']
    .filter((name) => name !== 'result')
    .map((name) => [`a foreign copy before its ${name}`, { before: `<${name}>other</${name}>` }] as [string, Written]),
  [
    'foreign copies of several elements',
    { before: '<pasref>1</pasref><message>a</message>', more: '<pasref>2</pasref><sha1hash>b</sha1hash>' },
  ],
  [
    'elements of reserved names',
    { more: '<constructor/><__proto__>x</__proto__><toString><result>101</result></toString>' },
  ],
  ['a DOCTYPE with only its name', { declaration: `${declared('UTF-8')}<!DOCTYPE response>\n` }],
  ['a DOCTYPE and no declaration', { declaration: '<!DOCTYPE response >' }],
  ['a DOCTYPE after a comment', { declaration: `${declared('UTF-8')}<!-- v2 -->\n<!DOCTYPE response>` }],
  ['an external DOCTYPE', { declaration: '<?pi a?><!DOCTYPE response SYSTEM "http://a.example/b.dtd">' }],
  ['a public DOCTYPE', { declaration: `<!DOCTYPE response\n PUBLIC '-//A//B' 'a.dtd' [<!ELEMENT response ANY>]>` }],
  ['a DOCTYPE in a text', { written: { message: `<![CDATA[${FIELDS.message}]]><!-- <!DOCTYPE html> -->` } }],
  ['a declaration of an entity in a comment', { more: '<!-- <!ENTITY x "y"> -->' }],
  [
    'a declaration of an entity in a text',
    { fields: { message: '<!ENTITY x "y">' }, written: { message: '<![CDATA[<!ENTITY x "y">]]>' } },
  ],
  ...['R&D & more', 'a & b; c &', 'x&y=1', '2 < 3 <= 4 <5'].map(
    (message) => [`a text that is not escaped, “${message}”`, { fields: { message } }] as [string, Written],
  ),
  [
    'a text in CDATA that needs no escapes',
    { fields: { message: '<!-- a & b' }, written: { message: '<![CDATA[<!-- a & b]]>' }, more: '<!-- c & < d -->' },
  ],
  ['an attribute that is not escaped', { more: '<avs code="1 & 2" text="a < 3"/>' }],
  ['an instruction in a text', { written: { message: `${FIELDS.message}<?page 2?>` }, more: '<?page 3?>' }],
  ['a wrapped hash', { written: { sha1hash: hashed(FIELDS).replace(/^.{16}/, '$&\r\n  ') } }],
  ['elements of another namespace', { more: '<x:result>101</x:result><x:pasref>1</x:pasref>' }],
  ['comments around it', { declaration: '<!-- <!DOCTYPE a> -->', after: '\n<!-- 0.02 s -->' }],
  ['NUL characters and line ends after it', { after: '\0\n\0\r\n' }],
  ['an attribute of the text', { written: { message: `${FIELDS.message}</message><message lang="en"/><message>` } }],
])('an answer with %s is signed', async (_what, written) => {
  expect(await authorize(documentOf(written))).toMatchObject({ trust: 'signed', result: '00' });
});

it('an answer with foreign copies of its elements has the values that the hash covers', async () => {
  const copies = ['message', 'pasref', 'authcode'].map((name) => `<${name}>other</${name}>`).join('');
  const { message, pasref, authcode } = FIELDS;
  for (const written of [{ before: copies }, { more: copies }])
    expect(await authorize(documentOf(written))).toMatchObject({ trust: 'signed', message, pasref, authcode });
  const forged = documentOf({ before: copies }).replace(/<sha1hash>.{8}/, '<sha1hash>00000000');
  expect(await authorize(forged)).toMatchObject({ trust: 'wrong-hash', message: 'other' });
  const many = '<pasref>other</pasref>'.repeat(100);
  expect(await authorize(documentOf({ before: many }))).toMatchObject({ trust: 'wrong-hash' });
});

it('an answer whose elements and attributes have the prefix of a namespace is signed', async () => {
  const document = documentOf({ more: '<extra/>' });
  const prefixed = document
    .replaceAll(/<(\/?)(?=\w)/g, '<$1rsp:')
    .replace(' timestamp', ' xmlns:rsp="urn:response" xsi:schemaLocation="a b" xmlns="urn:other" timestamp');
  expect(prefixed).toContain('</rsp:response>');
  const inRootOnly = document.replaceAll(/(<\/?)response/g, '$1r:response').replace(' timestamp', ' r:timestamp');
  for (const text of [prefixed, inRootOnly])
    expect(await authorize(text)).toMatchObject({ trust: 'signed', message: FIELDS.message });
});

it('an answer with an attribute of another namespace has the time that is signed', async () => {
  const text = documentOf({}).replace('<response ', '<response x:timestamp="20010101000000" ');
  const after = documentOf({}).replace(/(<response [^>]*)/, '$1 x:timestamp="20010101000000"');
  for (const one of [text, after]) expect(await authorize(one)).toMatchObject({ trust: 'signed', result: '00' });
});

it('an answer whose elements have attributes is signed', async () => {
  const attributes = documentOf({}).replace(
    /<(message|result|pasref|orderid|sha1hash)>/g,
    '<$1 xml:lang="fr" code="7">',
  );
  expect(await authorize(attributes)).toMatchObject({ trust: 'signed', message: FIELDS.message });
});

describe('an answer in another encoding', () => {
  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['declared ISO-8859-1', latin1(documentOf({ declaration: declared('ISO-8859-1') })), 'text/xml'],
    ['declared windows-1252', latin1(documentOf({ declaration: declared('windows-1252') })), 'application/xml'],
    ['ISO-8859-1 by its content type', latin1(documentOf({})), 'text/xml; charset="iso-8859-1"'],
    ['declared UTF-8, and Latin-1 in fact', latin1(documentOf({ declaration: declared('UTF-8') })), 'text/xml'],
    [
      'declared ISO-8859-1, and UTF-8 in fact',
      Uint8Array.from(Buffer.from(documentOf({ declaration: declared('ISO-8859-1') }))),
      'text/xml',
    ],
    ['Latin-1 after the mark of UTF-8', Buffer.concat([MARK, latin1(documentOf({}))]), 'text/xml'],
    [
      'declared ISO-8859-1 after the mark of UTF-8',
      Buffer.concat([MARK, latin1(documentOf({ declaration: declared('ISO-8859-1') }))]),
      'text/xml',
    ],
    [
      'UTF-8 with a mark after its declaration',
      Uint8Array.from(Buffer.from(documentOf({ declaration: `${declared('UTF-8')}\uFEFF` }))),
      'text/xml',
    ],
    ['of an unknown charset', latin1(documentOf({ declaration: declared('x-vendor') })), 'text/xml; charset=binary'],
    ['UTF-16 with a byte order mark', utf16(documentOf({ declaration: declared('UTF-16') }), 'le', true), 'text/xml'],
    ['UTF-16BE with a byte order mark', utf16(documentOf({ declaration: declared('UTF-16') }), 'be', true), 'text/xml'],
    ['UTF-16LE without a mark', utf16(documentOf({}), 'le', false), 'text/xml; charset=utf-16le'],
    ['UTF-16BE without a mark', utf16(documentOf({}), 'be', false), 'text/xml; charset=utf-16be'],
    [
      'declared UTF-16, and UTF-8 in fact',
      Uint8Array.from(Buffer.from(documentOf({ declaration: declared('UTF-16') }))),
      'text/xml',
    ],
  ])('an answer that is %s is signed, and its text is readable', async (_what, body, contentType) => {
    expect(await authorize(body, contentType)).toMatchObject({ trust: 'signed', message: FIELDS.message });
  });

  it('a text of windows-1251 and one of Shift_JIS are readable where they are declared', async () => {
    const cyrillic = Uint8Array.from([...latin1(documentOf({ fields: { message: 'x' } }))]);
    const at = Buffer.from(cyrillic).indexOf('<message>x') + 9;
    cyrillic[at] = 0xc4;
    expect(await authorize(cyrillic, 'text/xml; charset=windows-1251')).toMatchObject({ message: 'Д' });
    const japanese = Buffer.concat([cyrillic.subarray(0, at), Buffer.from([0x93, 0xfa]), cyrillic.subarray(at + 1)]);
    expect(await authorize(Uint8Array.from(japanese), 'text/xml; charset=shift_jis')).toMatchObject({ message: '日' });
  });
});

it.each([
  [
    'a decline that another element contradicts',
    documentOf({ fields: { result: '101' }, more: '<result>00</result>' }),
  ],
  ['elements in its result', documentOf({ written: { result: '<code>00</code>' } })],
])('an answer with %s is a bad answer', async (_what, body) => {
  await expect(authorize(body)).rejects.toMatchObject({
    failure: { kind: 'bad-answer', issues: [{ field: 'result' }] },
  });
});

it('a changed text is no layout: its answer is wrongly signed', async () => {
  for (const message of [
    'Approuvé parla banque émettrice',
    'approuvé par la banque émettrice',
    'Approuvé par la banque',
  ])
    expect(await authorize(documentOf({ written: { message } }))).toMatchObject({ trust: 'wrong-hash' });
});

describe('a short document with an empty order id', () => {
  it.each(['', '<orderid/>', '<orderid>\n  </orderid>', '<orderid nil="true"/>'])(
    'a short document with “%s” is the refusal that its result says, for an authorization and for a query',
    async (orderid) => {
      for (const [result, message] of [
        ['505', 'sha1hash incorrect'],
        ['506', 'Schema violation'],
        ['508', 'Invalid characters in order id'],
      ] as const) {
        const text = `<response timestamp="${TIMESTAMP}">${orderid}<result>${result}</result><message>${message}</message></response>`;
        expect(await authorize(text)).toMatchObject({ trust: 'unsigned', result, message });
        const { gateway } = gatewayAnswering(() => new Response(text));
        await expect(gateway.cardAuthorizations.query('A1')).rejects.toMatchObject({
          failure: { kind: 'refused', result },
        });
      }
    },
  );

  it('a success in it does not decide about the order', async () => {
    const text = `<response timestamp="${TIMESTAMP}"><orderid/><result>00</result></response>`;
    const { gateway } = gatewayAnswering(() => new Response(text));
    await expect(gateway.cardAuthorizations.query('A1')).rejects.toMatchObject({
      failure: { kind: 'bad-answer', issues: [{ field: 'orderid' }] },
    });
  });
});
