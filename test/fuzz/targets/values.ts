import { MessageError } from '../../../src/protocol/values/field-issue.js';
import { digitsOf, maskCardNumber, passesLuhn } from '../../../src/protocol/values/card-number.js';
import { cardBrand } from '../../../src/protocol/values/card-scheme.js';
import { camelName, wireName } from '../../../src/protocol/values/camel-case.js';
import {
  decimalAmount,
  exponentOf,
  formatAmount,
  minorUnitsSchema,
  withoutLeadingZeros,
} from '../../../src/protocol/values/amount.js';
import { decodeBase64url, decodeBase64urlJson, encodeBase64url } from '../../../src/protocol/values/base64url.js';
import { isEmailAddress } from '../../../src/protocol/values/email-address.js';
import { isIpAddress } from '../../../src/protocol/values/ip-address.js';
import { shortLanguage } from '../../../src/protocol/values/language-tag.js';
import { parsePhoneNumber } from '../../../src/protocol/values/phone-number.js';
import { algorithmOf } from '../../../src/protocol/values/securehash.js';
import {
  compactTimestamp,
  isoTimestamp,
  parseCompactTimestamp,
  parseIsoTimestamp,
} from '../../../src/protocol/values/timestamp.js';
import { isInsecureAddress, isLoopbackAddress, isSafeAddress } from '../../../src/protocol/values/web-address.js';
import { readXml, writeXml } from '../../../src/protocol/values/xml.js';
import {
  decodeChallengeRequest,
  decodeChallengeResult,
} from '../../../src/protocol/three-d-secure/challenge-messages.js';
import { decodeMethodData, decodeMethodNotification } from '../../../src/protocol/three-d-secure/method-data.js';
import { withoutCardData } from '../../../src/server/util/card-data.js';
import { signedAnswer, signedMethodAnswer } from '../../server/gateway/xml-answers.js';
import * as sample from '../../protocol/samples.js';
import { asText, CARD_NUMBERS, expectEqual, expectThat, unlessRefused, type Target } from '../engine/target.js';

/** A target whose input is a text. */
function text(name: string, holds: string, seeds: readonly string[], check: (value: string) => unknown): Target {
  return { name, holds, seeds, isText: true, share: 2, run: (input) => check(asText(input)) };
}

const NUMBER = CARD_NUMBERS[0];
const encoded = (value: unknown) => encodeBase64url(JSON.stringify(value));
const answerText = async (answer: () => Response) => answer().text();
const hasPlainNames = (document: object) =>
  [...JSON.stringify(document).matchAll(/"([^"]*)":/g)].every(([, name = '']) =>
    /^(@?[a-z][\w.-]*|#text)$/i.test(name),
  );
const DECODING_ERRORS = [TypeError, SyntaxError, MessageError];

/** Decodes a message of the ACS. What is accepted is read again from its own JSON. */
const decoding = (name: string, seeds: readonly unknown[], decode: (text: string) => unknown): Target =>
  text(
    name,
    'TypeError, SyntaxError or MessageError; what is accepted is equal when it is encoded and decoded again',
    seeds.map(encoded),
    (value) => {
      const message = unlessRefused(() => decode(value), DECODING_ERRORS);
      if (message !== undefined) expectEqual(decode(encoded(message)), message, 'decoded again');
    },
  );

/** Protocol values, and the readers of texts that the ACS and the gateway send. */
export const VALUE_TARGETS: readonly Target[] = [
  text('base64url', 'TypeError or a text; each text is equal after encoding and decoding', ['e30', 'w7w='], (value) => {
    unlessRefused(() => decodeBase64url(value), [TypeError]);
    unlessRefused(() => decodeBase64urlJson(value, 1_000), [TypeError, SyntaxError]);
    expectEqual(
      decodeBase64url(encodeBase64url(value)),
      new TextDecoder('utf-8', { ignoreBOM: false }).decode(new TextEncoder().encode(value)),
      'decoded',
    );
  }),
  text(
    'iso-timestamp',
    'a date, which is equal after writing and reading, or none',
    ['2026-11-20T22:24:10.123000', '2026-11-20T22:24+01:00'],
    (value) => {
      const date = parseIsoTimestamp(value);
      if (!date) return;
      expectThat(!Number.isNaN(date.getTime()), 'an invalid date');
      if (date.getUTCFullYear() <= 9999 && date.getUTCFullYear() >= 0)
        expectEqual(parseIsoTimestamp(isoTimestamp(date)), date, 'read again');
    },
  ),
  text('compact-timestamp', 'the date of exactly this text, or none', ['20261120222410'], (value) => {
    const date = parseCompactTimestamp(value);
    if (date) expectEqual(compactTimestamp(date), value, 'written again');
  }),
  text(
    'international-phone',
    'digits of the interface’s lengths that are equal when they are read again, or none',
    ['+44 (0)20 7946 0000', 'tel:+1-202-555-0143', '0049 30 1234567'],
    (value) => {
      const phone = parsePhoneNumber(value);
      if (!phone) return;
      expectThat(/^\d{1,3}$/.test(phone.country_code) && /^\d{4,14}$/.test(phone.subscriber_number), 'not its digits');
      expectEqual(parsePhoneNumber(`+${phone.country_code}${phone.subscriber_number}`), phone, 'read again');
    },
  ),
  text('digits', 'digits only; a mask shows at most ten of them', [NUMBER, '٤٢٢٢'], (value) => {
    const digits = digitsOf(value);
    expectThat(/^\d*$/.test(digits), `not digits: ${digits}`);
    expectThat(maskCardNumber(digits).replaceAll('*', '').length <= 10, 'a mask with more than ten digits');
    expectThat(!passesLuhn('') && typeof passesLuhn(digits) === 'boolean', 'no check');
    const brand = cardBrand(digits);
    expectThat(!brand || brand.lengths.length > 0, 'a brand without lengths');
  }),
  text('email', 'an accepted address has one @, no space and at most 254 characters', ['ada@example.com'], (value) => {
    if (isEmailAddress(value)) expectThat(/^[^\s@]+@[^\s@]+$/.test(value) && value.length <= 254, 'not an address');
  }),
  text('ip-address', 'an accepted address is the host of a URL', ['203.0.113.7', '2001:db8::1'], (value) => {
    if (isIpAddress(value))
      expectThat(URL.canParse(`http://${value.includes(':') ? `[${value}]` : value}/`), 'no host');
  }),
  text(
    'web-address',
    'a safe address is https, or http of this machine, and never both safe and insecure',
    ['https://shop.example/a', 'http://localhost:1', 'http://[::1]/'],
    (value) => {
      const safe = isSafeAddress(value);
      expectThat(!(safe && isInsecureAddress(value)), 'both safe and insecure');
      isLoopbackAddress(value);
      if (!safe) return;
      const { protocol, hostname, username } = new URL(value);
      const isLocal = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
      expectThat(protocol === 'https:' || (protocol === 'http:' && isLocal), `not safe: ${protocol}//${hostname}`);
      expectThat(username === '' || value.includes('@'), 'a user name');
    },
  ),
  text('language', 'a language of Intl, or none', ['en-GB', 'zh-Hant-TW', 'x'], (value) => {
    const language = shortLanguage(value);
    if (language !== undefined) expectThat(language.length <= 8, `too long: ${language}`);
  }),
  text(
    'amount',
    'accepted minor units are digits, and equal after writing as decimals',
    ['1999', '0', '00012'],
    (value) => {
      if (!minorUnitsSchema.safeParse(value).success) return;
      for (const currency of ['EUR', 'JPY', 'BHD']) {
        const decimal = decimalAmount(value, exponentOf(currency));
        expectEqual(withoutLeadingZeros(decimal.replace('.', '')), withoutLeadingZeros(value), currency);
        formatAmount({ amount: value, currency }, 'de');
      }
    },
  ),
  text('names', 'a wire name is equal after both conversions', ['server_trans_id', 'a1_b', 'account_age'], (value) => {
    camelName(value);
    wireName(value);
    if (/^[a-z]+(_[a-z]+)*$/.test(value)) expectEqual(wireName(camelName(value)), value, 'converted');
  }),
  text(
    'hash',
    'an algorithm for 40 or 64 hex digits, and for no other text',
    ['a'.repeat(40), 'B'.repeat(64)],
    (value) => {
      const isHash = /^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(value);
      expectThat((algorithmOf(value) !== undefined) === isHash, 'another result');
    },
  ),
  {
    ...text(
      'xml',
      'SyntaxError or a document, which is equal after writing and reading',
      [
        await answerText(signedAnswer({})),
        await answerText(signedMethodAnswer({ message: '&lt;&#60;A&amp;' })),
        '<response timestamp="1"><a>1</a><a>2</a><b c="d"/></response>',
      ],
      (value) => {
        const document = unlessRefused(() => readXml('response', value), [SyntaxError]);
        // The package writes documents with its own names only, and the parser accepts names that are no names of XML.
        if (document && hasPlainNames(document))
          expectEqual(readXml('response', writeXml('response', document)), document, 'read again');
      },
    ),
    share: 4,
  },
  decoding('challenge-request', [sample.CREQ], decodeChallengeRequest),
  decoding('challenge-result', [sample.CRES, { ...sample.CRES, transStatus: 'N' }], decodeChallengeResult),
  decoding('method-data', [sample.METHOD_DATA], decodeMethodData),
  decoding('method-notification', [{ threeDSServerTransID: sample.ID }], decodeMethodNotification),
  {
    ...text(
      'masked-text',
      'no number of a test card stays, and the number of a call is found however it is written',
      [`Card ${NUMBER} refused`, '4222-0000-0628-5344', `&#52;222000006285344 ${sample.ID}`],
      (value) => {
        const masked = withoutCardData(value);
        for (const number of CARD_NUMBERS) expectThat(!masked.includes(number), `the number stays: ${masked}`);
        const cleaned = withoutCardData(value, { number: NUMBER, securityCode: '9876' });
        expectThat(!cleaned.replaceAll(/[\s-]/g, '').includes(NUMBER), `the number of the call stays: ${cleaned}`);
      },
    ),
    share: 4,
  },
];
