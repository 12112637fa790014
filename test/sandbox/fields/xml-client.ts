import { createHash } from 'node:crypto';
import type { CardScheme } from '../../../src/protocol/values/card-scheme.js';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox.js';
import { SCHEMES } from '../../protocol/fields/enumerations.js';
import { valueOf } from '../../protocol/fields/field-value.js';
import type { FieldRule } from '../../protocol/fields/rule.js';
import { BASE, CARDS, drivenSandbox, hashOf } from '../sandbox-client.js';

/** XML written apart from the project's own writer: attributes begin with `@`, `#text` is the text beside them. */
export type Element = { readonly [name: string]: unknown };

const escaped = (text: unknown) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function written(name: string, content: unknown): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map((one) => written(name, one)).join('');
  if (typeof content !== 'object' || content === null) return `<${name}>${escaped(content)}</${name}>`;
  const parts = Object.entries(content as Element).filter(([, value]) => value !== undefined);
  const attributes = parts
    .filter(([key]) => key.startsWith('@'))
    .map(([key, value]) => ` ${key.slice(1)}="${escaped(value)}"`);
  const children = parts
    .filter(([key]) => !key.startsWith('@'))
    .map(([key, value]) => (key === '#text' ? escaped(value) : written(key, value)));
  return `<${name}${attributes.join('')}>${children.join('')}</${name}>`;
}

const textAt = (message: Element, field: string) => {
  const value = valueOf(message, field);
  return typeof value === 'string' ? value : '';
};

/** The message with the hash over these fields, unless the field under test is a hash. */
export function signed(message: Element, hashed: readonly string[], underTest = ''): Element {
  if (underTest.endsWith('hash') && underTest !== 'refundhash') {
    const other = underTest === 'sha1hash' ? 'sha256hash' : 'sha1hash';
    return { ...message, [other]: undefined };
  }
  return { ...message, sha1hash: hashOf(hashed.map((field) => textAt(message, field))), sha256hash: undefined };
}

export const refundHash = (password = 'refund') => createHash('sha1').update(password).digest('hex');

export interface XmlAnswer {
  readonly status: number;
  readonly result: string;
  readonly message: string;
  readonly pasref: string;
  readonly redirect: string;
}

export async function sendXml(sandbox: Sandbox, message: Element): Promise<XmlAnswer> {
  const response = await sandbox.fetch(
    new Request(`${BASE}/epage-remote.cgi`, { method: 'POST', body: written('request', message) }),
  );
  const text = await response.text();
  const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
  return {
    status: response.status,
    result: element('result'),
    message: element('message'),
    pasref: element('pasref'),
    redirect: element('redirecturl'),
  };
}

/** The scheme under test, so that the number may have each of them. */
function schemeOfMessage(message: Element): CardScheme {
  const type = textAt(message, 'card.type').replace(/^MC$/, 'MASTERCARD');
  return SCHEMES.find((one) => one === type) ?? 'VISA';
}

/** A sandbox whose merchant and account are those that the message names. */
export function sandboxFor(message: Element, options: SandboxOptions = {}): Sandbox {
  return drivenSandbox({
    merchantId: textAt(message, 'merchantid') || 'scudo',
    accountId: textAt(message, 'account') || 'internet',
    ranges: [{ low: '0', high: '9', scheme: 'VISA', version: '2.2.0', behaviour: 'success' }],
    cards: [
      {
        number: CARDS.success,
        scheme: schemeOfMessage(message),
        version: '2.2.0',
        behaviour: 'success',
        label: 'Ours',
      },
    ],
    fetch: () => Promise.resolve(new Response(null, { status: 204 })),
    ...options,
  }).sandbox;
}

/** The path of a field in answers, such as `/request/amount/@currency`. */
export const elementPath = (field: string) => `/request/${field.replaceAll('.', '/').replace('/#text', '')}`;

/**
 * The wrong texts of an element. Without content it counts as absent, which is right where it is optional; white space
 * around a text has tests of its own (test/protocol/values/xml.test.ts).
 */
export const wrongTexts = ({ presence, wrong }: FieldRule): string[] =>
  wrong.filter(
    (value): value is string =>
      typeof value === 'string' && value === value.trim() && !(value === '' && presence === 'optional'),
  );

/** Wrong contents of an element beside wrong texts: it comes twice, or has an element in it. */
export function wrongContents(field: string): unknown[] {
  return /[@#]\w+$|^sha\d+hash$/.test(field) ? [] : [['wrong', 'wrong'], { wrong: 'wrong' }];
}
