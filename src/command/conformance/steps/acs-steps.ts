import type { Bench } from '../bench/bench.js';
import { fetchedText, type FetchedText } from '../../client/fetched-text.js';
import type { TestGateway } from '../bench/test-gateway.js';
import { Violation } from '../bench/violation.js';

/** A form of a page, as its script or the shopper would send it. */
export interface PageForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Posts a form to a page of the gateway or the ACS and returns the form of the page that it answers.
 * @throws {Violation} for an address that is not the gateway's, or a page without a form
 */
export async function postToAcs({ gateway }: Bench, { action, fields }: PageForm): Promise<PageForm> {
  const { response, text: page } = await postForm(gateway, action, fields);
  const form = formIn(page, response.url || action);
  if (!form) {
    const text = page.split('<h1>')[1]?.split('<')[0] ?? page.slice(0, 300);
    throw new Violation(`a page of the ACS with a form at ${action}`, text);
  }
  return form;
}

/** Posts a form to a page of the gateway. @throws {Violation} for another address, which is not fetched */
export function postForm(gateway: TestGateway, address: string, fields: PageForm['fields']): Promise<FetchedText> {
  if (!address.startsWith(`${gateway.url}/`)) throw new Violation(`an address of the gateway, ${gateway.url}`, address);
  const init = { method: 'POST', body: new URLSearchParams(fields) };
  return fetchedText(`POST ${address}`, address, init);
}

/** Opens the challenge and answers it, up to the form that the ACS posts to the notification URL. */
export async function answerChallenge(
  bench: Bench,
  challenge: { readonly acs_url: string; readonly encoded_creq: string; readonly session_data?: string | undefined },
  action: 'confirm' | 'cancel' = 'confirm',
): Promise<PageForm> {
  const opened = await openAcsPage(bench, challenge);
  return postToAcs(bench, { ...opened, fields: { ...opened.fields, code: '123456', action } });
}

/** Posts the challenge request, as the challenge frame does. */
export function openAcsPage(
  bench: Bench,
  { acs_url, encoded_creq, session_data }: Parameters<typeof answerChallenge>[1],
): Promise<PageForm> {
  const session = session_data === undefined ? {} : { threeDSSessionData: session_data };
  return postToAcs(bench, { action: acs_url, fields: { creq: encoded_creq, ...session } });
}

/** Path of an address below the backend. @throws {Violation} for another address */
export function pathAtBackend({ backend }: Bench, what: string, address: string): string {
  const prefix = `${backend.url}/`;
  if (!address.startsWith(prefix)) throw new Violation(`${what} below the backend, ${backend.url}`, address);
  return address.slice(prefix.length);
}

/** The form of a page of the sandbox, whose markup is known. */
function formIn(page: string, base: string): PageForm | undefined {
  const action = /<form [^>]*action="([^"]+)"/.exec(page)?.[1];
  if (action === undefined) return undefined;
  const inputs = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return {
    action: new URL(plain(action), base).href,
    fields: Object.fromEntries(Array.from(inputs, ([, name = '', value = '']) => [name, plain(value)])),
  };
}

/** Reads the references that the pages of the sandbox and attributes of a backend's pages have. */
export function plain(markup: string): string {
  const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return markup.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([0-9a-f]+));/gi, (_, name, decimal, hex) =>
    typeof name === 'string'
      ? (NAMED[name.toLowerCase()] ?? '')
      : String.fromCodePoint(typeof decimal === 'string' ? Number(decimal) : parseInt(String(hex), 16)),
  );
}
