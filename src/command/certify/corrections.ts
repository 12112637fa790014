import type { GatewayOptions, GatewayPaths, HashAlgorithms } from '../../server/gateway/gateway-options.js';
import type { GatewayNames, HashFields } from '../../server/gateway/inferred-names.js';
import type { HashSlot } from './hash-order.js';

/** Options that a test account needs, where they differ from the defaults. */
export interface Corrections {
  readonly hashAlgorithms?: Partial<HashAlgorithms>;
  readonly paths?: Partial<GatewayPaths>;
  readonly names?: Partial<GatewayNames>;
  readonly hashFields?: Readonly<Partial<Record<keyof HashFields, readonly HashSlot[]>>>;
  readonly missingSecurityCode?: 'omit';
  /** An option of the backend. */
  readonly exponents?: Readonly<Record<string, number>>;
}

/** Adds corrections; later ones win. */
export function withCorrections(found: Corrections, more: Corrections): Corrections {
  return {
    ...found,
    ...more,
    ...merged('hashAlgorithms', found, more),
    ...merged('paths', found, more),
    ...merged('names', found, more),
    ...merged('hashFields', found, more),
    ...merged('exponents', found, more),
  };
}

function merged(key: Exclude<keyof Corrections, 'missingSecurityCode'>, found: Corrections, more: Corrections) {
  return found[key] === undefined && more[key] === undefined ? {} : { [key]: { ...found[key], ...more[key] } };
}

/** The options of the gateway with corrections. */
export function correctedOptions(
  options: GatewayOptions,
  { exponents: _exponents, hashFields = {}, ...found }: Corrections,
): GatewayOptions {
  const fields = Object.entries(hashFields).map(([name, slots]) => [
    name,
    (message: Readonly<Record<string, string | undefined>>) => slots.map(({ valueOf }) => valueOf(message)),
  ]);
  return {
    ...options,
    ...found,
    hashAlgorithms: { ...options.hashAlgorithms, ...found.hashAlgorithms },
    paths: { ...options.paths, ...found.paths },
    names: { ...options.names, ...found.names },
    hashFields: { ...options.hashFields, ...(Object.fromEntries(fields) as Partial<HashFields>) },
  };
}

/** Names of the corrected options, such as `gateway.paths.xml`. */
export function correctedNames({ exponents = {}, missingSecurityCode, ...found }: Corrections): readonly string[] {
  return [
    ...Object.entries(found).flatMap(([group, options]) =>
      Object.keys(options).map((name) => `gateway.${group}.${name}`),
    ),
    ...(missingSecurityCode === undefined ? [] : ['gateway.missingSecurityCode']),
    ...Object.keys(exponents).map((code) => `exponents.${code}`),
  ];
}

/** The options as code, to paste into the call of `createMerchantBackend`; empty without corrections. */
export function codeOfCorrections({ exponents, hashFields, missingSecurityCode, ...found }: Corrections): string {
  const fields = Object.entries(hashFields ?? {}).map(
    ([name, slots]) => `    ${name}: (message) => [${slots.map(({ code }) => code).join(', ')}],\n`,
  );
  const groups = Object.entries(found).map(([group, options]) => `  ${group}: ${literal(options)},\n`);
  const gateway = [
    ...groups,
    ...(fields.length === 0 ? [] : [`  hashFields: {\n${fields.join('')}  },\n`]),
    ...(missingSecurityCode === undefined ? [] : [`  missingSecurityCode: '${missingSecurityCode}',\n`]),
  ];
  return [
    ...(gateway.length === 0
      ? []
      : [`gateway: {\n  // baseUrl, merchantId and the other options\n${gateway.join('')}},\n`]),
    ...(exponents === undefined ? [] : [`exponents: ${literal(exponents)},\n`]),
  ].join('');
}

function literal(options: object | undefined): string {
  const entries = Object.entries((options ?? {}) as Readonly<Record<string, string | number>>);
  return `{ ${entries.map(([name, value]) => `${name}: ${typeof value === 'number' ? value : quoted(value)}`).join(', ')} }`;
}

/** A text as code. Names come from the gateway, so that no character of them ends the text. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
