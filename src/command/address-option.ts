import { CommandUsageError } from './usage-error.js';

/** The address that an option has. @throws {CommandUsageError} for other text, and without the option */
export function addressOption(name: string, text: string | undefined, usage: string): string {
  if (text === undefined) throw new CommandUsageError(`--${name} is missing.`, usage);
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new CommandUsageError(`--${name} must be an http or https address; got "${text}".`, usage);
  }
  return withoutSlash(text);
}

/** Paths are appended to an address with a slash. */
export function withoutSlash(address: string): string {
  return address.endsWith('/') ? withoutSlash(address.slice(0, -1)) : address;
}
