import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml, writeXml } from '../../src/protocol/xml.js';

const printable = fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/);

describe('XML', () => {
  it('is written in the order of its keys, attributes and all', () => {
    expect(
      writeXml('request', {
        '@type': 'auth',
        merchantid: 'm',
        gone: undefined,
        amount: { '@currency': 'EUR', '#text': '001' },
        empty: '',
      }),
    ).toBe(
      '<request type="auth"><merchantid>m</merchantid><amount currency="EUR">001</amount><empty></empty></request>',
    );
  });

  it('carries any text, markup included', () => {
    fc.assert(
      fc.property(printable, printable, (text, attribute) => {
        const read = readXml('a', writeXml('a', { b: { '@c': attribute, '#text': text } }));
        return (
          (read['b'] as { '#text': string })['#text'] === text && (read['b'] as { '@c': string })['@c'] === attribute
        );
      }),
    );
  });

  it('is read with a declaration and with CDATA, values staying text', () => {
    expect(
      readXml(
        'response',
        '<?xml version="1.0" encoding="UTF-8"?>\n<response timestamp="20010403123245"><result><![CDATA[00]]></result><amount>007</amount><batchid></batchid></response>',
      ),
    ).toEqual({
      '@timestamp': '20010403123245',
      result: '00',
      amount: '007',
      batchid: '',
    });
  });

  it('is read with characters by number, once', () => {
    expect(
      readXml(
        'response',
        '<response><message>REFUS&#201; &#xc9;</message><redirecturl>https://bank.example/?a=1&#38;b=2</redirecturl><text>&amp;#201; &#38;lt;</text></response>',
      ),
    ).toEqual({
      message: 'REFUSÉ É',
      redirecturl: 'https://bank.example/?a=1&b=2',
      text: '&#201; &lt;',
    });
  });

  it.each([
    ['text', 'nothing'],
    ['an open element', '<response><result>00</response>'],
    ['another root', '<request></request>'],
    ['a document type', '<!DOCTYPE response [<!ENTITY x "y">]><response>&x;</response>'],
    ['two roots', '<response><a>1</a></response><response/>'],
    ['nothing', ''],
  ])('that is %s is refused', (_what, text) => {
    expect(() => readXml('response', text)).toThrow(SyntaxError);
  });

  it('throws nothing but a SyntaxError, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          readXml('response', `<response>${text}</response>`);
          return true;
        } catch (error) {
          return error instanceof SyntaxError;
        }
      }),
    );
  });
});
