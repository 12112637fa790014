import { beforeEach, describe, expect, it } from 'vitest';
import type { LoggedMessage } from '../../demo/pages/shared/shop-client.js';
import { MessageReader } from '../../demo/pages/studio/message-reader.js';

const message = (kind: string): LoggedMessage => ({ at: '', kind, request: {}, response: {} });

describe('the messages of the time line', () => {
  let requests: { order: string; answer: (...kinds: string[]) => Promise<void>; fail: () => Promise<void> }[];
  let shown: string[];
  let reader: MessageReader;
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

  beforeEach(() => {
    requests = [];
    shown = [];
    reader = new MessageReader(
      (order) =>
        new Promise((resolve, reject) => {
          requests.push({
            order,
            answer: (...kinds) => (resolve(kinds.map(message)), settled()),
            fail: () => (reject(new Error('offline')), settled()),
          });
        }),
      (messages) => shown.push(messages.map(({ kind }) => kind).join()),
    );
    reader.begin('A');
  });

  it('polls wait for the request under way, and news during it cause one more request', async () => {
    void reader.refresh();
    for (let times = 0; times < 3; times++) void reader.poll();
    expect(requests).toHaveLength(1);
    for (let times = 0; times < 3; times++) void reader.refresh();
    expect(requests).toHaveLength(1);
    await requests[0]!.answer('creq');
    expect(requests).toHaveLength(2);
    await requests[1]!.answer('creq', 'cres');
    expect(requests).toHaveLength(2);
    expect(shown).toEqual(['creq', 'creq,cres']);
  });

  it('polls end when the payment is final and a request brings no new message', async () => {
    void reader.poll();
    await requests[0]!.answer('creq');
    reader.settle();
    void reader.poll();
    await requests[1]!.answer('creq', 'status');
    void reader.poll();
    await requests[2]!.answer('creq', 'status');
    void reader.poll();
    expect(requests).toHaveLength(3);
  });

  it('an answer for the previous order is dropped, and the next order does not wait for it', async () => {
    void reader.poll();
    reader.begin('B');
    void reader.poll();
    expect(requests.map(({ order }) => order)).toEqual(['A', 'B']);
    await requests[0]!.answer('creq');
    expect(shown).toEqual([]);
    await requests[1]!.answer('auth');
    expect(shown).toEqual(['auth']);
  });

  it('a failed request leaves the messages as they are, and the next poll reads them', async () => {
    void reader.poll();
    await requests[0]!.answer('creq');
    void reader.poll();
    await requests[1]!.fail();
    void reader.poll();
    expect(requests).toHaveLength(3);
    expect(shown).toEqual(['creq', 'creq']);
  });
});
