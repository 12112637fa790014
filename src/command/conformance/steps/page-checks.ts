import { plain } from './acs-steps.js';
import type { Answer } from '../../client/answer.js';
import { expectHeader, expectStatus, expectThat } from '../bench/violation.js';

/** The message of a notification page. @throws {Violation} for a page that would not report it */
export function expectNotification(answer: Answer): Readonly<Record<string, unknown>> {
  expectStatus(answer, 200);
  const policy = expectPage(answer);
  expectThat(!policy.includes('frame-ancestors'), 'no frame-ancestors, because an ACS may be around the page', policy);
  const encoded = scriptAttribute(answer.text, 'notification.js', 'data-message');
  expectThat(encoded !== undefined, 'a script notification.js with the attribute data-message', answer.text);
  try {
    return JSON.parse(encoded) as Readonly<Record<string, unknown>>;
  } catch {
    expectThat(false, 'JSON in data-message', encoded);
  }
}

/** @throws {Violation} unless the answer is a page with a strict policy */
export function expectPage(answer: Answer): string {
  expectHeader(answer, 'content-type', /^text\/html;\s*charset=utf-8$/i);
  expectHeader(answer, 'x-content-type-options', /^nosniff$/);
  const policy = expectHeader(answer, 'content-security-policy', /default-src 'none'/);
  expectThat(!/unsafe-|data:|(?:^|\s)\*(?:\s|;|$)/.test(policy), 'a policy without wildcards', policy);
  const scripts = answer.text.split('<script').slice(1);
  const inline = scripts.filter((rest) => {
    const [attributes = '', code = ''] = rest.split('>');
    return !attributes.includes('src=') || code.trim() !== '</script';
  });
  expectThat(inline.length === 0, `${answer.call}: no inline script`, answer.text.slice(0, 300));
  return policy;
}

/** An attribute of the script of this file in a page; undefined where the page has none. */
export function scriptAttribute(page: string, file: string, name: string): string | undefined {
  const tags = page
    .split('<script')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('>')));
  const value = tags
    .find((tag) => tag.includes(`/${file}`) || tag.includes(`"${file}`))
    ?.split(`${name}="`)[1]
    ?.split('"')[0];
  return value === undefined ? undefined : plain(value);
}
