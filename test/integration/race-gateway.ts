import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createSimulatedGateway,
  GATEWAY_URL,
  NO_FAULT,
  type Fault,
  type SimulatedGateway,
} from '../server/simulation/simulated-gateway.js';
import type { Random } from './race-random.js';

export interface RaceGateway {
  readonly books: SimulatedGateway;
  readonly url: string;
  /** Number of requests that had a fault. */
  readonly faults: () => number;
  /** Answers every request from now on. */
  recover(): void;
  /** Decides every payment that is pending: a success beside one waits for it. */
  decide(): void;
  close(): Promise<void>;
}

/** Faults of a request, as often as they are listed. */
const FAULTS: readonly Fault[] = [
  ...Array<Fault>(14).fill(NO_FAULT),
  { is: 'refused-connection' },
  { is: 'lost-request' },
  { is: 'lost-answer' },
  { is: 'lost-answer' },
  { is: 'http', status: 500 },
  { is: 'delivered-twice' },
];

/** The simulated gateway behind HTTP: loses requests and answers, and closes connections without an answer. */
export async function startRaceGateway(random: Random, now: () => Date): Promise<RaceGateway> {
  let isHealthy = false;
  let faults = 0;
  const books = createSimulatedGateway({ now, pause: () => Promise.resolve() });
  books.fault = ({ kind }) => {
    // A card is declined now and then, and authorized once the gateway has recovered.
    books.cardResult = !isHealthy && random.chance(0.3) ? '101' : '00';
    const chosen = isHealthy ? NO_FAULT : random.pick(FAULTS);
    // The books would have a repeated refund twice: a gateway recognizes authorizations only.
    const fault = chosen.is === 'delivered-twice' && kind !== 'auth' ? NO_FAULT : chosen;
    if (fault.is !== 'none') faults++;
    return fault;
  };
  const server = createServer((incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    void (async () => {
      const response = await books.fetch(await requestOf(incoming, gone.signal));
      if (!isHealthy && random.chance(0.04)) throw new Error('the connection breaks after processing');
      const body = await response.text();
      outgoing.writeHead(response.status, { 'content-type': response.headers.get('content-type') ?? 'text/plain' });
      outgoing.end(body);
    })().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    books,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: () => faults,
    recover: () => void (isHealthy = true),
    decide() {
      for (const payment of books.payments.values()) {
        if (payment.status !== 'PENDING') continue;
        payment.status = random.pick(['SUCCEEDED', 'FAILED']);
        payment.result = payment.status === 'SUCCEEDED' ? '00' : '101';
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/' } = incoming;
  const body = method === 'GET' ? {} : { body: Buffer.concat(chunks) };
  return new Request(new URL(url, GATEWAY_URL), { method, signal, ...body });
}
