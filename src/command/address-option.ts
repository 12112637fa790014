import { CommandUsageError } from './usage-error.js';

/** The address that an option has. @throws {CommandUsageError} for other text, and without the option */
export function addressOption(name: string, text: string | undefined, usage: string): string {
  if (text === undefined) throw new CommandUsageError(`--${name} is missing.`, usage);
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new CommandUsageError(`--${name} must be an http or https address; got "${text}".`, usage);
  }
  return text;
}

/** The address of an option to which paths are appended, without a slash at its end. */
export function baseAddressOption(name: string, text: string | undefined, usage: string): string {
  return withoutSlash(addressOption(name, text, usage));
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? withoutSlash(address.slice(0, -1)) : address;
}
