import { CommandUsageError } from './usage-error.js';

/**
 * The address that an option has. No request is sent to an address with a user or a password.
 * @throws {CommandUsageError} for other text, and without the option
 */
export function addressOption(name: string, text: string | undefined, usage: string): string {
  if (text === undefined) throw new CommandUsageError(`--${name} is missing.`, usage);
  if (!/^https?:\/\/[^/?#]/.test(text) || !URL.canParse(text) || new URL(text).username + new URL(text).password) {
    const at = text.lastIndexOf('@');
    const shown = at < 0 ? text : `…${text.slice(at)}`;
    throw new CommandUsageError(`--${name} must be an http or https address without a user; got "${shown}".`, usage);
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
