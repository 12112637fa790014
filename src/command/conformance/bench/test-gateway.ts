import { serve, type ServerType } from '@hono/node-server';
import { once } from 'node:events';
import { isLoopbackHost } from '../../../protocol/values/web-address.js';
import { createSandbox, type FaultyCallKind, type LoggedMessage, type SandboxFault } from '../../../sandbox.js';
import { sentPaymentSet, type SentPaymentSet } from './sent-payment-set.js';

/** The merchant account that the backend under test has. */
export interface TestAccount {
  readonly merchantId: string;
  readonly accountId: string;
  readonly secret: string;
}

/** The sandbox, as the gateway and the issuer of the backend under test. */
export interface TestGateway {
  readonly url: string;
  readonly account: TestAccount;
  /** Messages since the last `mark`, of one kind. */
  readonly messages: (kind: LoggedMessage['kind']) => readonly LoggedMessage[];
  /** Payment-sets since the last `mark`, as they came; `messages` has them with digits hidden. */
  readonly paymentSets: () => readonly SentPaymentSet[];
  /** Begins a new list of messages. */
  readonly mark: () => void;
  /** Disturbs the next call of this kind. */
  readonly disturb: (kind: FaultyCallKind, fault: SandboxFault) => void;
  /** Changes each record of the payments report. */
  readonly changeReport: (change: ReportChange) => void;
  /** Ends all disturbances and changes, and returns the kinds of calls that were not made. */
  readonly reset: () => readonly FaultyCallKind[];
  /** Puts the sandbox's clock forward by this many seconds. */
  readonly advance: (seconds: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A record of the payments report, changed. */
export type ReportChange = (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

interface TestGatewayOptions extends TestAccount {
  /** Address to which the backend under test sends its calls; the port is served on this machine. */
  readonly url: string;
  /** Host of the backend, which receives the status messages. */
  readonly merchantHost: string;
}

/**
 * Starts a sandbox on the port of the address.
 * @throws {Error} if the port cannot be served
 */
export async function startTestGateway({ url, merchantHost, ...account }: TestGatewayOptions): Promise<TestGateway> {
  const { hostname, port } = new URL(url);
  const faults = new Map<FaultyCallKind, SandboxFault>();
  let change: ReportChange | undefined;
  const sandbox = createSandbox({
    ...account,
    baseUrl: url,
    merchantHosts: [merchantHost],
    autoComplete: false,
    faults({ kind }) {
      const fault = faults.get(kind);
      faults.delete(kind);
      return fault;
    },
  });
  const host = isLoopbackHost(hostname) ? hostname.replaceAll(/[[\]]/g, '') : '0.0.0.0';
  let paymentSets: readonly SentPaymentSet[] = [];
  const answered = async (request: Request) => {
    const sent = await sentPaymentSet(request);
    if (sent) paymentSets = [...paymentSets, sent];
    const response = await sandbox.fetch(request);
    return change && isReport(request, response) ? changedReport(response, change) : response;
  };
  const server = serve({ fetch: answered, port: Number(port || '80'), hostname: host });
  await once(server, 'listening');
  let begin = 0;
  return {
    url,
    account,
    messages: (kind) =>
      sandbox.messages
        .list()
        .slice(begin)
        .filter((message) => message.kind === kind),
    paymentSets: () => paymentSets,
    mark() {
      begin = sandbox.messages.list().length;
      paymentSets = [];
    },
    disturb: (kind, fault) => void faults.set(kind, fault),
    changeReport: (wanted) => void (change = wanted),
    reset() {
      const unused = [...faults.keys()];
      faults.clear();
      change = undefined;
      return unused;
    },
    advance: (seconds) => sandbox.clock.advance(seconds).then(() => undefined),
    stop: () => stopped(server).then(() => sandbox.close()),
  };
}

function isReport({ method, url }: Request, { ok }: Response): boolean {
  return ok && method === 'GET' && new URL(url).pathname === '/payments';
}

async function changedReport(response: Response, change: ReportChange): Promise<Response> {
  const report = (await response.json()) as { readonly payments?: readonly Record<string, unknown>[] };
  return Response.json({ ...report, payments: report.payments?.map(change) });
}

async function stopped(server: ServerType): Promise<void> {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await once(server, 'close');
}
