import { readFileSync } from 'node:fs';
import * as z from '../../protocol/zod.js';
import { blockedPortOf } from '../../protocol/values/blocked-port.js';
import { isLoopbackAddress, isSafeAddress, withInsecureHosts } from '../../protocol/values/web-address.js';
import { insecureAddresses } from '../../server/options/backend-addresses.js';
import { backendMistakes } from '../../server/options/backend-options.schema.js';
import type { MerchantBackendOptions } from '../../server/options/backend-options.js';
import { mistakesWithInsecureHosts } from '../../server/util/insecure-hosts.js';
import { counted } from '../../server/util/counted.js';
import { shown } from '../../server/util/option-rule.js';
import { isLike } from '../../protocol/values/similar-name.js';
import { SETTINGS, type ServeSettings, type Setting, type SettingName } from './settings.table.js';

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Wrong settings. The message has one line for each of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly mistakes: readonly string[]) {
    super(mistakes.join('\n'));
  }
}

/** Docker passes on the quotes of its env files. */
const QUOTED = /^(["'`]).*\1$/s;

/** The schema of the settings. Each value is a text of the environment, or undefined. */
const settingsSchema = z.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, one]) => [name, settingSchema(name, one)])),
);

function settingSchema(name: string, { read, isSecret, ...words }: Setting<unknown>): z.ZodMiniType {
  return z.pipe(
    z.optional(z.string()),
    z.transform((given: string | undefined, { issues }) => {
      const text = given === undefined || given === '' ? words.default : given;
      if (text !== undefined && QUOTED.test(text)) {
        const message = `${name} must have no quotes around its value. Example: ${name}=${words.example}`;
        issues.push({ code: 'custom', message, input: undefined });
        return undefined;
      }
      const value = text === undefined ? undefined : read(text);
      if (value !== undefined || (text === undefined && !words.required)) return value;
      const got = text === undefined ? 'is missing. It must be' : 'must be';
      const but =
        text === undefined ? '' : `; got ${isSecret ? `a text of ${counted(text.length, 'character')}` : shown(text)}`;
      const message = `${name} ${got} ${words.expected}${but}. Example: ${name}=${words.example}`;
      issues.push({ code: 'custom', message, input: undefined });
      return undefined;
    }),
  );
}

const NAMES = Object.keys(SETTINGS) as SettingName[];
const isSecretSetting = (name: SettingName) => (SETTINGS[name] as Setting<unknown>).isSecret === true;

/**
 * Reads the settings from the environment, and from the files that it names.
 * @param options returns the options of `createMerchantBackend`, whose rules apply to the settings as well
 * @throws {SettingsError} with each wrong setting
 */
export function readSettings(
  env: Environment,
  options: (settings: ServeSettings) => MerchantBackendOptions,
  readFile = readTextFile,
): ServeSettings {
  const files = new Map<SettingName, string>();
  const texts = Object.fromEntries(
    NAMES.map((name) => {
      try {
        return [name, settingText(env, name, readFile)];
      } catch (error) {
        files.set(name, (error as Error).message);
        return [name, undefined];
      }
    }),
  );
  const { data, error } = settingsSchema.safeParse(texts);
  const own = (error?.issues ?? []).map(({ path, message }) => [path[0] as SettingName, message] as const);
  const settings = (data ?? valuesOf(texts)) as unknown as ServeSettings;
  const found = new Map<string, string>([...own, ...files]);
  for (const name of Object.keys(settings.SCUDO_OPTIONS ?? {}) as (keyof MerchantBackendOptions)[]) {
    const instead = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
    if (instead) found.set(name, `SCUDO_OPTIONS must not have ${name}. Set ${instead}. ${exampleOf(instead)}`);
    // The check of the options skips this name.
    if ((name as string) === '__proto__')
      found.set(name, `SCUDO_OPTIONS: ${name} is not an option. ${exampleOf('SCUDO_OPTIONS')}`);
  }
  for (const [name, message] of optionMistakes(options(settings), texts)) {
    if (!found.has(name) && !found.has(name.split('.')[0] ?? '')) found.set(name, message);
  }
  const { SCUDO_WEBHOOK_URL: receiver, SCUDO_WEBHOOK_SECRETS: secrets, SCUDO_GATEWAY_URL: gateway = '' } = texts;
  if (receiver && !isReceiver(receiver, options(settings)) && !found.has('SCUDO_WEBHOOK_URL')) {
    const { expected, example } = SETTINGS.SCUDO_WEBHOOK_URL;
    const message = `SCUDO_WEBHOOK_URL must be ${expected}; got ${shown(receiver)}. Example: SCUDO_WEBHOOK_URL=${example}`;
    found.set('SCUDO_WEBHOOK_URL', message);
  }
  if (!isLoopbackAddress(gateway)) {
    for (const name of NAMES) {
      if (!isExample(SETTINGS[name], texts[name]) || found.has(name)) continue;
      const message = `${name} must not be the example of the documentation, which is for a gateway on this machine only.`;
      const random =
        name === 'SCUDO_WEBHOOK_SECRETS' ? 'echo whsec_$(openssl rand -base64 32)' : 'openssl rand -base64 32';
      found.set(name, `${message} Make one with: ${random}`);
    }
  }
  if (secrets && !receiver && !found.has('SCUDO_WEBHOOK_URL')) {
    const { expected, example } = SETTINGS.SCUDO_WEBHOOK_URL;
    const message = `SCUDO_WEBHOOK_URL is missing. SCUDO_WEBHOOK_SECRETS requires it. It must be ${expected}.`;
    found.set('SCUDO_WEBHOOK_URL', `${message} Example: SCUDO_WEBHOOK_URL=${example}`);
  }
  const { SCUDO_LISTEN_PORT: port, SCUDO_OPERATOR_LISTEN_PORT: operatorPort } = settings;
  if (port !== 0 && port === operatorPort && settings.SCUDO_HOST === settings.SCUDO_OPERATOR_HOST) {
    const message = 'SCUDO_OPERATOR_LISTEN_PORT must be another port than SCUDO_LISTEN_PORT.';
    found.set('SCUDO_OPERATOR_LISTEN_PORT', `${message} Example: SCUDO_OPERATOR_LISTEN_PORT=3002`);
  }
  if (receiver && !secrets && !found.has('SCUDO_WEBHOOK_SECRETS')) {
    const example = SETTINGS.SCUDO_WEBHOOK_SECRETS.example;
    const message = 'SCUDO_WEBHOOK_SECRETS is missing. SCUDO_WEBHOOK_URL requires it. Example: SCUDO_WEBHOOK_SECRETS=';
    found.set('SCUDO_WEBHOOK_SECRETS', `${message}${example}`);
  }
  for (const message of unknownSettings(env)) found.set(message, message);
  if (found.size > 0) throw new SettingsError([...found.values()]);
  return settings;
}

/**
 * The text of a setting in the environment, or in the file that its variable `…_FILE` names.
 * @throws {Error} when both are set, or the file cannot be read
 */
export function settingText(env: Environment, name: SettingName, readFile = readTextFile): string | undefined {
  const variable = `${name}_FILE` as const;
  const path = env[variable];
  if (path === undefined || path === '' || !isSecretSetting(name)) return env[name]?.trim();
  if (env[name])
    throw new Error(`${name} and ${variable} are two places for one setting. Set one. ${exampleOf(variable)}`);
  try {
    return readFile(path).trim();
  } catch {
    throw new Error(`${variable} must be the path of a readable file; got ${shown(path)}. ${exampleOf(variable)}`);
  }
}

function readTextFile(path: string): string {
  return readFileSync(path, 'utf8');
}

/** Reads the valid settings when others are wrong; a wrong one is undefined. */
function valuesOf(texts: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    NAMES.map((name) => {
      const { default: absent, read } = SETTINGS[name] as Setting<unknown>;
      const text = texts[name] || absent;
      return [name, text === undefined ? undefined : read(text)];
    }),
  );
}

/** The example of a setting, or of the variable that names its file. */
function exampleOf(variable: SettingName | `${SettingName}_FILE`): string {
  const example = Object.hasOwn(SETTINGS, variable) ? SETTINGS[variable as SettingName].example : '/run/secrets/scudo';
  return `Example: ${variable}=${example}`;
}

/** Options that SCUDO_OPTIONS must not have, by the setting in their place. */
const ELSEWHERE: { readonly [Option in keyof MerchantBackendOptions]?: SettingName } = {
  store: 'SCUDO_STORE',
  ask: 'SCUDO_ASK',
  hiddenMethods: 'SCUDO_HIDDEN_METHODS',
};

/** The mistakes that `createMerchantBackend` finds, by setting or option, and in its words. */
function optionMistakes(
  options: MerchantBackendOptions,
  texts: Readonly<Partial<Record<SettingName, string>>>,
): (readonly [string, string])[] {
  return mistakesWithInsecureHosts(insecureAddresses(options), () => backendMistakes(options)).map(
    ({ option, message }) => {
      const name = NAMES.find((one) => {
        const { option: known, required } = SETTINGS[one] as Setting<unknown>;
        const isMeant =
          known !== undefined && (option === known || option.startsWith(`${known}[`) || option.startsWith(`${known}.`));
        return isMeant && (required === true || !texts.SCUDO_OPTIONS || texts[one]);
      });
      if (!name) {
        const words = message.replace(
          / must be a function.*$/s,
          ' is a function, which JSON cannot have. Use the handler.',
        );
        const example = words.includes(' Example: ') ? '' : ` ${exampleOf('SCUDO_OPTIONS')}`;
        return [option, `SCUDO_OPTIONS: ${words}${example}`];
      }
      const { example } = SETTINGS[name];
      const words = message.replace(option, name).replace(/\.? Example: .*$/s, '');
      return [name, `${words}. Example: ${name}=${example}`];
    },
  );
}

/** True for an address to which webhooks can be posted. */
function isReceiver(text: string, { allowInsecure }: MerchantBackendOptions): boolean {
  const isSafe = withInsecureHosts(allowInsecure === true && URL.canParse(text) ? [new URL(text).hostname] : [], () =>
    isSafeAddress(text),
  );
  return isSafe && blockedPortOf(text) === undefined;
}

/** True for a secret with a value that the documentation prints. */
function isExample({ isMadeUp, example }: Setting<unknown>, text: string | undefined): boolean {
  return isMadeUp === true && text?.split(' ').includes(example) === true;
}

/** Variables of Kubernetes for services named scudo and scudo-operator, and addresses for clients of the process. */
const FOREIGN = /^SCUDO_((OPERATOR_)?(SERVICE|PORT)_.*|(OPERATOR_)?URL)$/;

/** A line for each variable that is no setting, because it would have no effect. */
function unknownSettings(env: Environment): readonly string[] {
  const known = NAMES.flatMap((name) => (isSecretSetting(name) ? [name, `${name}_FILE` as const] : [name]));
  return Object.keys(env)
    .filter((name) => name.startsWith('SCUDO_') && env[name] !== undefined)
    .filter(
      (name) =>
        !known.some((one) => one === name) && !FOREIGN.test(name) && !/^(tcp|udp|sctp):\/\//.test(env[name] ?? ''),
    )
    .map((name) => {
      const meant = known.find((one) => isLike(name, one));
      const advice = meant
        ? `Did you mean ${meant}? ${exampleOf(meant)}`
        : 'scudo-checkout serve --help lists the settings.';
      return `${name.slice(0, 80)} is not a setting. ${advice}`;
    });
}
