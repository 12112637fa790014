import type { Answer } from '../client/answer.js';
import { outsideText } from '../outside-text.js';
import { testedBackend } from '../client/tested-backend.js';
import { findingOf, shortAnswerOf, type SetUpFault, type DoctorFinding } from './finding.js';

/** Files that scudo.js loads from its own folder: one of each kind, which a shop may forget to copy. */
const BESIDE_SCUDO = ['late.js', 'locales/de.json', 'data/icons.json'];

/**
 * Checks the page's Content-Security-Policy (the element calls the backend, and embeds its frame), and the files beside
 * scudo.js if the page loads it.
 */
export async function pageFindings(
  page: string,
  backend: string,
  fetch: typeof globalThis.fetch,
): Promise<readonly DoctorFinding[]> {
  let text = '';
  const policy = await findingOf(
    'page-policy',
    'The policy of the page allows calls and frames of the backend',
    async () => {
      const answer = await answerOf(page, fetch);
      if (answer.status !== 200)
        return { what: `${shortAnswerOf(answer)}.`, fix: 'Give --page the address of the checkout page.' };
      text = answer.text;
      const header = answer.headers.get('content-security-policy') ?? '';
      return policyFaultOf([...header.split(','), ...policiesIn(text)], backend, new URL(page).origin);
    },
  );
  const script = scriptIn(text, page);
  if (script === undefined) return [policy];
  const files = findingOf('page-files', 'The files that scudo.js loads are served beside it', () =>
    fileFault(script, fetch),
  );
  return [policy, await files];
}

function answerOf(address: string, fetch: typeof globalThis.fetch): Promise<Answer> {
  const { origin, pathname, search } = new URL(address);
  return testedBackend(origin, fetch).call(`${pathname}${search}`.slice(1));
}

/** The address of scudo.js; undefined for a page whose bundler has it. */
function scriptIn(page: string, address: string): URL | undefined {
  const [, source = ''] = /<script\s(?:[^>]*\s)?src\s*=\s*["']?([^"'\s>]*\bscudo\.js\b[^"'\s>]*)/i.exec(page) ?? [];
  return source !== '' && URL.canParse(source, address) ? new URL(source, address) : undefined;
}

async function fileFault(script: URL, fetch: typeof globalThis.fetch): Promise<SetUpFault | undefined> {
  for (const file of BESIDE_SCUDO) {
    const answer = await answerOf(new URL(file, script).href, fetch);
    const type = answer.headers.get('content-type') ?? '';
    if (answer.status === 200 && type.includes(file.endsWith('.js') ? 'javascript' : 'json')) continue;
    const fix = `Serve the folder dist of the package at ${new URL('.', script).href} (docs/quick-start.md).`;
    return { what: `${shortAnswerOf(answer)}.`, fix };
  }
  return undefined;
}

function policyFaultOf(policies: readonly string[], backend: string, page: string): SetUpFault | undefined {
  const { origin } = new URL(backend);
  for (const policy of policies) {
    for (const [name, ...fallbacks] of [
      ['connect-src', 'default-src'],
      ['frame-src', 'child-src', 'default-src'],
    ] as const) {
      const sources = [name, ...fallbacks].map((one) => sourcesOf(policy, one)).find((found) => found !== undefined);
      if (sources === undefined || allows(sources, origin, page)) continue;
      const what = `The page's policy has no ${origin === page ? "'self'" : origin} in ${name}: "${outsideText(sources.join(' '))}".`;
      return { what, fix: `Add ${origin === page ? "'self'" : origin} to ${name} (docs/security.md).` };
    }
  }
  return undefined;
}

/** The sources of a directive; undefined where the policy does not have it. */
function sourcesOf(policy: string, name: string): readonly string[] | undefined {
  const directives = policy.split(';').map((one) => one.trim().split(/\s+/));
  return directives.find(([first]) => first?.toLowerCase() === name)?.slice(1);
}

/** Policies of meta elements. */
function policiesIn(page: string): readonly string[] {
  const metas = page.match(/<meta\b[^>]*>/gi) ?? [];
  return metas
    .filter((meta) => /http-equiv\s*=\s*["']?content-security-policy["'\s/>]/i.test(meta))
    .map((meta) => /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(meta))
    .map((found) => found?.[1] ?? found?.[2] ?? '');
}

function allows(sources: readonly string[], origin: string, page: string): boolean {
  const { protocol, host } = new URL(origin);
  return sources
    .map((source) => source.toLowerCase())
    .some((source) => {
      if (source === "'self'") return origin === page;
      if (source === '*' || source === protocol) return true;
      const [, scheme = protocol, sourceHost = ''] = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/]+)/.exec(source) ?? [];
      if (scheme !== protocol) return false;
      // A wildcard stands for one or more labels, not for the name itself.
      return sourceHost.startsWith('*.') ? host.endsWith(sourceHost.slice(1)) : sourceHost === host;
    });
}
