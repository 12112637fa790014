import * as z from '../../protocol/zod.js';
import { checkMessage } from '../../protocol/values/field-issue.js';
import { outsideText } from '../outside-text.js';
import type { TestedBackend } from '../client/tested-backend.js';
import { findingOf, shortAnswerOf, type SetUpFault, type DoctorFinding } from './finding.js';

const checkedSchema = z.object({
  ok: z.boolean(),
  reason: z.optional(z.string()),
  clock_difference: z.optional(z.number()),
});

/** The answer of GET diagnostics. */
const diagnosticsSchema = z.object({
  now: z.string(),
  public_url: z.string(),
  forwarded_for: z.boolean(),
  trust_proxy: z.boolean(),
  store: checkedSchema,
  gateway: checkedSchema,
});
type Diagnostics = z.output<typeof diagnosticsSchema>;

/** Milliseconds by which clocks may differ: far less than every limit of a payment. */
const TOLERANCE = 30_000;

/** Checks of the data that only the backend has. */
export async function diagnosticsFindings(
  backend: TestedBackend,
  token: string,
  now: () => Date,
): Promise<readonly DoctorFinding[]> {
  let found: Diagnostics | undefined;
  const route = await findingOf('diagnostics', 'The backend answers diagnostics', async () => {
    const answer = await backend.call('diagnostics', { headers: { authorization: `Bearer ${token}` } });
    found = checkMessage(diagnosticsSchema, answer.json).data;
    if (answer.status === 200 && found) return undefined;
    const fix = 'Set the option diagnostics: { token } of the backend, and give --token the same text.';
    return { what: `${shortAnswerOf(answer)}.`, fix };
  });
  if (!found) return [route];
  const diagnostics = found;
  const check = (name: string, title: string, fault: SetUpFault | undefined) =>
    findingOf(name, title, () => Promise.resolve(fault));
  return [
    route,
    await check('option-public-url', 'publicUrl is the address of the backend', urlFault(diagnostics, backend.url)),
    await check('clock', 'The clocks of backend, store and this machine agree', clockFault(diagnostics, now())),
    await check('store', 'The store can be written', storeFault(diagnostics)),
    await check('gateway', 'The gateway accepts merchant, secret and account', gatewayFault(diagnostics)),
    await check('proxy', 'The backend knows the address of the shopper', proxyFault(diagnostics)),
  ];
}

function urlFault({ public_url: url }: Diagnostics, expected: string): SetUpFault | undefined {
  return url === expected ? undefined : { what: `publicUrl is ${outsideText(url)}.`, fix: `Set it to ${expected}.` };
}

function clockFault({ now, store }: Diagnostics, here: Date): SetUpFault | undefined {
  const fix = 'Synchronize the clocks (NTP). The gateway refuses timestamps that are far off.';
  const difference = Date.parse(now) - here.getTime();
  if (Math.abs(difference) > TOLERANCE)
    return { what: `The backend’s clock differs by ${seconds(difference)} s.`, fix };
  const ofStore = store.clock_difference ?? 0;
  return Math.abs(ofStore) > TOLERANCE
    ? { what: `The store’s clock differs by ${seconds(ofStore)} s.`, fix }
    : undefined;
}

function storeFault({ store: { ok, reason = 'unknown' } }: Diagnostics): SetUpFault | undefined {
  if (ok) return undefined;
  return {
    what: `The store fails: ${outsideText(reason)}.`,
    fix: 'Read the cause in the backend’s log, and check disk, database and rights.',
  };
}

function gatewayFault({ gateway: { ok, reason = 'unknown' } }: Diagnostics): SetUpFault | undefined {
  if (ok) return undefined;
  const fixes: Readonly<Record<string, string>> = {
    unauthorized: 'Check merchantId and secret of the option gateway, and that they belong to this gateway.',
    'not-a-gateway': 'Check baseUrl and paths of the option gateway: a call with a wrong hash is not answered 401.',
    'wrong-account': 'Check accountId of the option gateway.',
    unanswered: 'Check baseUrl of the option gateway, and that the backend may connect to it.',
  };
  return {
    what: `The gateway call fails: ${outsideText(reason)}.`,
    fix: (Object.hasOwn(fixes, reason) ? fixes[reason] : undefined) ?? 'Read docs/problems.md about the gateway.',
  };
}

function proxyFault({ forwarded_for: hasProxy, trust_proxy: isTrusted }: Diagnostics): SetUpFault | undefined {
  if (hasProxy && !isTrusted) {
    const what =
      'A proxy adds X-Forwarded-For, and the backend does not read it: all shoppers have the proxy’s address.';
    return { what, fix: 'Set trustProxy: true, if the proxy is your own.' };
  }
  if (!hasProxy && isTrusted) {
    const what = 'trustProxy is set, and no proxy adds X-Forwarded-For: a client can choose its address.';
    return { what, fix: 'Let the proxy add the header, or remove trustProxy.' };
  }
  return undefined;
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1000);
}
