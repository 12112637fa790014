import { describe, expect, it } from 'vitest';
import { chooseTag, shortLanguage, standardTag } from '../../../src/protocol/values/language-tag.js';

describe('languages', () => {
  it.each([
    ['en', 'en'],
    ['en-GB-oxendict', 'en-GB'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['abcdefgh', 'abcdefgh'],
    ['abcdefgh-x', 'abcdefgh'],
    ['sl-rozaj-biske-1994', 'sl-rozaj'],
    ['-abcdefghi', undefined],
    ['d!', undefined],
    ['!d', undefined],
    ['abcdefghi', undefined],
    ['', undefined],
    ['-', undefined],
    ['--', undefined],
    ['_', undefined],
    ['de-', undefined],
    ['419', undefined],
    ['de_DE', undefined],
    ['x-klingon', undefined],
    ['i-default', undefined],
    ['C', undefined],
    ['fr-CA-x-foo', 'fr-CA'],
    ['de-u-co', 'de'],
  ])('language tag “%s” is sent as %s', (tag, short) => {
    expect(shortLanguage(tag)).toBe(short);
  });
});

it.each([
  [['%%', 'deu'], ['en', 'de'], 'de'],
  [['zh_HK'], ['zh-Hans', 'zh-Hant'], 'zh-Hant'],
  [['yue-Hant-HK'], ['zh-Hans', 'zh-Hant'], 'zh-Hant'],
  [['es-MX'], ['es', 'es-419'], 'es-419'],
  [['es-MX'], ['es'], 'es'],
  [['es-GQ'], ['es', 'es-419'], 'es'],
  [['sr-Cyrl-RS', 'en'], ['en', 'sr-Latn'], 'sr-Latn'],
  [['-', '_', ''], ['en'], undefined],
])('chooseTag for %j among %j returns %s', (wanted, known, tag) => {
  expect(chooseTag(wanted, known)).toBe(tag);
});

it.each([
  ['de_AT.UTF-8', 'de-AT'],
  ['ca@valencia', 'ca'],
  ['pt BR', 'pt-BR'],
  ['deu', 'de'],
  ['zh_TW_#Hant', 'zh-TW'],
  ['pt_BR_#Latn', 'pt-BR'],
  ['fr_CA_', 'fr-CA'],
  ['zh-CHT', 'zh-Hant'],
  ['zh-cmn-Hant-TW', 'zh-Hant-TW'],
  ['zh_cmn', 'zh'],
  ['zh-yue-HK', 'yue-HK'],
  ['zh_chs', 'zh-Hans'],
  ['b+zh+Hant', 'zh-Hant'],
  ['b+sr+Latn+RS', 'sr-Latn-RS'],
  ['_sr_Latn', 'sr-Latn'],
  [' -- pt-BR', 'pt-BR'],
  ['\u200Ehe_IL\u200E', 'he-IL'],
  ['\u202Azh\u200B-Hant\u202C', 'zh-Hant'],
  ['\uFEFFde', 'de'],
  ['zh-TWN', 'zh-TW'],
  ['zh_Hant_HKG', 'zh-Hant-HK'],
  ['zho-mac', 'zh-MO'],
  ['pt-BRA', 'pt-BR'],
  ['spa-MEX', 'es-MX'],
  ['es_SLV.UTF-8', 'es-SV'],
  ['eng-USA', 'en-US'],
  ['fr-CAN', 'fr-CA'],
  ['deu-DEU', 'de'],
  ['per', 'fa'],
  ['#', '#'],
])('the language “%s” has the tag %s', (text, tag) => {
  expect(standardTag(text)).toBe(tag);
});
