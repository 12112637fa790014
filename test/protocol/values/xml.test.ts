import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readXml, writeXml } from '../../../src/protocol/values/xml.js';

/** Text with characters that XML can carry, white space at its ends included. */
const printable = fc.stringMatching(/^[ -~\n\t]*$/);
const fixed = { seed: 20261121 };

describe('XML', () => {
  it('XML is written in the order of its keys, with attributes and without undefined values', () => {
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

  it('carries any text with its markup and its white space', () => {
    fc.assert(
      fc.property(printable, printable, (text, attribute) => {
        const read = readXml('a', writeXml('a', { b: { '@c': attribute, '#text': text }, d: text }));
        expect(read['d']).toBe(text);
        expect((read['b'] as { '#text'?: string })['#text'] ?? '').toBe(text);
        expect((read['b'] as { '@c': string })['@c']).toBe(attribute);
      }),
      fixed,
    );
  });

  it('XML is read with the white space of its values and without that between elements', () => {
    expect(
      readXml(
        'response',
        '<response timestamp="1">\r\n  <message>AUTH CODE 12345 </message>\n\t<empty></empty>\n  <blank> </blank>\n' +
          '  <card>\n    <bank> B </bank>\n  </card>\n  <list>1</list> <list>2</list>\n  <amount currency="EUR"> 7 </amount>\n</response>\n',
      ),
    ).toEqual({
      '@timestamp': '1',
      message: 'AUTH CODE 12345 ',
      empty: '',
      blank: ' ',
      card: { bank: ' B ' },
      list: ['1', '2'],
      amount: { '@currency': 'EUR', '#text': ' 7 ' },
    });
  });

  it('XML is read with the text beside elements, so that it is not lost', () => {
    expect(readXml('response', '<response><message> a <b>c</b> </message><list>1</list>2</response>')).toEqual({
      message: { '#text': ' a  ', b: 'c' },
      list: '1',
      '#text': '2',
    });
  });

  it('XML is read with the white space inside CDATA', () => {
    expect(readXml('response', '<response>\n<message><![CDATA[ a <b> ]]></message>\n</response>')).toEqual({
      message: ' a <b> ',
    });
  });

  it('XML is read with a declaration and with CDATA, and every value is text', () => {
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

  it('XML is read with the names of the root’s namespace, and those of other ones are others', () => {
    const inner = '<result>00</result><x:result>101</x:result>';
    expect(readXml('response', `<response timestamp="1" x:timestamp="2" xmlns:x="urn:x">${inner}</response>`)).toEqual({
      '@timestamp': '1',
      '@x:timestamp': '2',
      result: '00',
      'x:result': '101',
    });
    const prefixed =
      '<r:response r:timestamp="1" xmlns:r="urn:r"><r:result r:a="1" a="2">00</r:result><r:b/><x:b/></r:response>';
    expect(readXml('response', prefixed)).toEqual({
      '@timestamp': '1',
      result: { '@r:a': '1', '@a': '2', '#text': '00' },
      b: '',
      'x:b': '',
    });
  });

  it('XML is read with characters by number, each decoded once', () => {
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
  ])('XML is refused when it is %s', (_what, text) => {
    expect(() => readXml('response', text)).toThrow(SyntaxError);
  });

  it('XML is refused with the cause of the parser and without its text', () => {
    const secret = '<response><!DOCTYPE a><a>4222000006285344</a></response>';
    expect(() => readXml('response', secret)).toThrow(
      expect.objectContaining({ message: 'Not an XML document of the interface.', cause: expect.any(Error) }),
    );
  });

  it('XML is read or refused with a SyntaxError for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          readXml('response', `<response>${text}</response>`);
          return true;
        } catch (error) {
          return error instanceof SyntaxError;
        }
      }),
      fixed,
    );
  });
});
