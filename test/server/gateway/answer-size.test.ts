import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { authorizationsAt, isXml, json, pay, queriesAt, shop } from '../scripted-gateway.js';
import { CALLS } from './sample-calls.js';
import { failureOf, gatewayAnswering } from './scripted-fetch.js';

const LIMIT = 262_144;
const TOO_LARGE = { kind: 'bad-answer', issues: [{ field: '', message: 'is larger than 262144 bytes' }] };

/** A body that never ends, and the number of its chunks that were read. */
function endless(chunk: Uint8Array) {
  const state = { chunks: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        state.chunks++;
        controller.enqueue(chunk);
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}

/** JSON that is padded to a number of bytes. */
const padded = (content: object, bytes: number) => {
  const text = JSON.stringify(content);
  return text + ' '.repeat(bytes - text.length);
};

const CALL_NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

describe.each(CALL_NAMES)('the call %s', (call) => {
  it.each([200, 400, 500])(
    'cancels an endless body of HTTP status %s at 256 kB and fails as bad-answer',
    async (status) => {
      const { body, state } = endless(new Uint8Array(65_536).fill(32));
      const { gateway } = gatewayAnswering(() => new Response(body, { status }));
      expect((await failureOf(CALLS[call](gateway))).failure).toMatchObject(TOO_LARGE);
      expect(state).toEqual({ chunks: 5, cancelled: true });
    },
  );
});

it('an endless body of empty chunks is cancelled', async () => {
  const { body, state } = endless(new Uint8Array(0));
  const { gateway } = gatewayAnswering(() => new Response(body));
  expect((await failureOf(CALLS.versionCheck(gateway))).failure).toMatchObject(TOO_LARGE);
  expect(state.cancelled).toBe(true);
});

it('a body of exactly 256 kB is read', async () => {
  const { gateway } = gatewayAnswering(() => new Response(padded({ enrolled: false }, LIMIT)));
  expect(await CALLS.versionCheck(gateway)).toEqual({ enrolled: false });
});

it('a body of 256 kB and one byte fails as bad-answer', async () => {
  const { gateway } = gatewayAnswering(() => new Response(padded({ enrolled: false }, LIMIT + 1)));
  expect((await failureOf(CALLS.versionCheck(gateway))).failure).toMatchObject(TOO_LARGE);
});

it('the limit counts bytes, not characters', async () => {
  const text = JSON.stringify({ enrolled: false, text: 'é'.repeat(LIMIT / 2) });
  const { gateway } = gatewayAnswering(() => new Response(text));
  expect((await failureOf(CALLS.versionCheck(gateway))).failure).toMatchObject(TOO_LARGE);
});

it('a character that is split between two chunks is read whole', async () => {
  const bytes = new TextEncoder().encode(
    '<response timestamp="20261120222411"><result>508</result><message>Zu groß</message></response>',
  );
  const at = bytes.indexOf(0xc3) + 1;
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice(0, at));
      controller.enqueue(bytes.slice(at));
      controller.close();
    },
  });
  const { gateway } = gatewayAnswering(() => new Response(body));
  expect(await CALLS.cardAuthorization(gateway)).toMatchObject({ message: 'Zu groß' });
});

it('the time limit cancels a body that has stopped', async () => {
  let fire = () => {};
  let cancelled = false;
  const body = new ReadableStream(
    {
      pull: () => {
        fire();
        return new Promise<void>(() => undefined);
      },
      cancel() {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const after = (_ms: number, callback: () => void) => {
    fire = callback;
    return () => undefined;
  };
  const { gateway } = gatewayAnswering(() => new Response(body), { after });
  expect((await failureOf(CALLS.versionCheck(gateway))).failure).toEqual({ kind: 'unanswered', sent: true });
  expect(cancelled).toBe(true);
});

describe('over TCP', () => {
  const server = createServer();
  afterEach(() => server.close());

  it('a compressed body of 64 MB is cancelled at 256 kB of its content, and its connection is closed', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
    server.on('request', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
      // The rest never comes, so only the client can end the connection.
      response.write(bomb.subarray(0, -1));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const closed = once(server, 'connection').then(([socket]) => once(socket as NodeJS.EventEmitter, 'close'));
    const { gateway } = gatewayAnswering(() => new Response(), {
      baseUrl: `http://127.0.0.1:${port}`,
      fetch: globalThis.fetch,
    });
    expect((await failureOf(CALLS.versionCheck(gateway))).failure).toMatchObject(TOO_LARGE);
    await closed;
  });
});

it('a card authorization with an answer of more than 256 kB stays unresolved and is looked up', async () => {
  const place = shop();
  const id = await place.order();
  place.intercept = async (path, text, pass) => {
    if (!isXml(path) || !text.includes('type="auth"')) return pass();
    await pass();
    return new Response('<response>'.padEnd(LIMIT + 1));
  };
  expect(await json(await pay(place, id))).toMatchObject({
    outcome: { status: 'in-doubt', code: 'authorization-unanswered' },
  });
  expect((await place.backend.orders.read(id))?.attempts).toMatchObject([
    { progress: { step: 'unresolved', cause: 'broken-answer' } },
  ]);
  expect((await place.backend.orders.lookUp(id)).state).toBe('paid');
  expect([authorizationsAt(place).length, queriesAt(place).length]).toEqual([1, 1]);
});
