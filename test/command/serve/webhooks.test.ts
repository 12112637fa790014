import { createHmac } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { webhookSender } from '../../../src/command/serve/webhooks.js';
import { pay, shop } from '../../server/scripted-gateway.js';

const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'];
const HOUR = 3_600_000;

interface Post {
  readonly body: string;
  readonly headers: Headers;
}

/** A shop whose receiver of webhooks answers as the test says. */
function receiver(answer: (order: string) => Promise<Response>) {
  const posts: Post[] = [];
  const problems: string[] = [];
  const place = shop({
    onProblem: ({ code }) => problems.push(code),
    onOrderChanged: (order, change) =>
      webhookSender({
        url: 'https://shop.example/hook',
        secrets: SECRETS,
        now: place.clock.now,
        fetch: async (_url, init) => {
          posts.push({ body: init?.body as string, headers: new Headers(init?.headers) });
          return answer(order.id);
        },
      })(order, change),
  });
  return { place, posts, problems };
}

it('each change is posted once, in order, signed by both secrets, without personal and card data', async () => {
  const { place, posts } = receiver(() => Promise.resolve(new Response()));
  const id = await place.order({ reference: 'SO-1', description: 'Two tickets' });
  await pay(place, id);
  await place.settled();
  const bodies = posts.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ type, data }) => [type, data.order.reference, data.change.to])).toEqual([
    ['order.state', 'SO-1', 'in-doubt'],
    ['order.state', 'SO-1', 'paid'],
  ]);
  expect(bodies[1].data.order).toMatchObject({ id, state: 'paid', captured: '1999', refundable: '1999' });
  for (const { body, headers } of posts) {
    const webhookId = headers.get('webhook-id')!;
    expect(webhookId).toBe(JSON.parse(body).data.change.id);
    const signed = `${webhookId}.${headers.get('webhook-timestamp')}.${body}`;
    const signatures = SECRETS.map((secret) =>
      createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(signed)
        .digest('base64'),
    );
    expect(headers.get('webhook-signature')).toBe(`v1,${signatures.join(' v1,')}`);
    expect(body).not.toMatch(/ada|2079460000|422200|Lovelace|tickets/i);
  }
});

it('a webhook that is refused for 3 days is flagged, listed, and sent again on request, in order', async () => {
  let isBroken = true;
  const { place, posts, problems } = receiver(() =>
    Promise.resolve(new Response(null, { status: isBroken ? 500 : 204 })),
  );
  const id = await place.order();
  await pay(place, id);
  await place.settled();
  const began = place.clock.now().getTime();
  const list = () => place.backend.orders.list({ flag: 'undelivered' });
  for (let run = 0; run < 200 && (await list()).orders.length === 0; run++) {
    const { notBefore } = (await place.backend.orders.read(id))!.delivery!;
    place.clock.advance(Date.parse(notBefore) - place.clock.now().getTime());
    await place.backend.orders.reconcile();
  }
  const [order] = (await list()).orders;
  expect(order!.id).toBe(id);
  const hours = (place.clock.now().getTime() - began) / HOUR;
  expect(Math.floor(hours)).toBe(3 * 24);
  expect(problems.filter((code) => code === 'undelivered')).toHaveLength(1);
  // Every try was about the first change.
  expect(new Set(posts.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
  const { length } = posts;
  place.clock.advance(24 * HOUR);
  await place.backend.orders.reconcile();
  expect(posts).toHaveLength(length);

  isBroken = false;
  expect(await place.backend.orders.resend(id)).toBe(2);
  expect(posts.slice(length).map(({ body }) => JSON.parse(body).data.change.to)).toEqual(['in-doubt', 'paid']);
  expect((await list()).orders).toEqual([]);
});

/** A shop with a paid order whose receiver has always refused, and its reconciliation after so many hours. */
async function refused() {
  const { place, posts } = receiver(() => Promise.resolve(new Response(null, { status: 500 })));
  const id = await place.order();
  await pay(place, id);
  await place.settled();
  const isStopped = async () => (await place.backend.orders.read(id))!.delivery?.stopped === true;
  const after = async (hours: number) => {
    place.clock.advance(hours * HOUR);
    await place.backend.orders.reconcile();
    return isStopped();
  };
  return { posts, after };
}

it('a webhook that is repeated once a day is stopped after 3 days as well', async () => {
  const { posts, after } = await refused();
  expect([await after(24), await after(24), await after(24)]).toEqual([false, false, true]);
  expect(posts).toHaveLength(4);
});

it('a webhook is repeated after 3 days in which nothing ran', async () => {
  const { after } = await refused();
  expect([await after(100), await after(1), await after(1)]).toEqual([false, false, true]);
});

it('an answer whose body has no end is cancelled, and its status decides', async () => {
  const cancel = vi.fn();
  const { place } = receiver(() => Promise.resolve(new Response(new ReadableStream({ cancel }))));
  const id = await place.order();
  await pay(place, id);
  await expect.poll(() => cancel.mock.calls.length).toBe(2);
  await place.settled();
  expect((await place.backend.orders.read(id))!.changes).toEqual([]);
});

it('a post to a receiver that does not answer ends after 15 seconds, before the lease of its delivery', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const { place, posts } = receiver(
    () => new Promise((_resolve, reject) => limit.signal.addEventListener('abort', () => reject(new Error('late')))),
  );
  const id = await place.order();
  await pay(place, id);
  await expect.poll(() => posts.length).toBe(1);
  expect(timeout).toHaveBeenLastCalledWith(15_000);
  expect((await place.backend.orders.read(id))!.delivery).toMatchObject({ failures: 0 });
  limit.abort();
  await place.settled();
  expect((await place.backend.orders.read(id))!.delivery).toMatchObject({ failures: 1 });
});

it('a receiver that never answers for one order delays neither another order nor its look-ups', async () => {
  let slow = '';
  let isReconciling = false;
  const received: string[] = [];
  const { place } = receiver((order) => {
    if (!isReconciling) return Promise.resolve(new Response(null, { status: 500 }));
    if (order === slow) return new Promise(() => undefined);
    received.push(order);
    return Promise.resolve(new Response());
  });
  slow = await place.order();
  await pay(place, slow);
  const other = await place.order();
  await pay(place, other);
  await place.settled();
  isReconciling = true;
  place.clock.advance(HOUR);
  void place.backend.orders.reconcile();
  await expect.poll(() => received).toEqual([other, other]);
});
