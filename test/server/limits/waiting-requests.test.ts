import { describe, expect, it } from 'vitest';
import { clientNetworks } from '../../../src/server/adapters/http/client-key.js';
import { createWaitingRequests } from '../../../src/server/limits/waiting-requests.js';

const refusal = expect.objectContaining({ name: 'Problem', code: 'too-many-requests' }) as unknown as Error;

describe('requests that wait', () => {
  it('requests that wait take the places of their order, and one that has ended leaves its place to another', () => {
    const waiting = createWaitingRequests({ waitingPerOrder: 2, waitingInTotal: 10 });
    const first = waiting.enter('A');
    const second = waiting.enter('A');
    expect(() => waiting.enter('A')).toThrow(refusal);
    expect(waiting.tryEnter('A')).toBeUndefined();
    expect(waiting.tryEnter('B')).toBeTypeOf('function');
    first();
    const third = waiting.enter('A');
    expect(() => waiting.enter('A')).toThrow(refusal);
    second();
    third();
    expect([waiting.tryEnter('A'), waiting.tryEnter('A'), waiting.tryEnter('A')].map((one) => typeof one)).toEqual([
      'function',
      'function',
      'undefined',
    ]);
  });

  it('requests that wait take the places of the process, whatever their order', () => {
    const waiting = createWaitingRequests({ waitingPerOrder: 2, waitingInTotal: 3 });
    const release = ['A', 'B', 'C'].map((id) => waiting.enter(id));
    expect(waiting.tryEnter('D')).toBeUndefined();
    release[1]!();
    expect(waiting.tryEnter('D')).toBeDefined();
    expect(waiting.tryEnter('E')).toBeUndefined();
  });

  it('requests that wait take no place when they are refused', () => {
    const waiting = createWaitingRequests({ waitingPerOrder: 1, waitingInTotal: 2 });
    waiting.enter('A');
    for (let count = 0; count < 5; count++) expect(waiting.tryEnter('A')).toBeUndefined();
    expect(waiting.tryEnter('B')).toBeDefined();
  });

  it('requests that wait take at most a quarter of all places for one client, and leave those of the others', () => {
    const waiting = createWaitingRequests({ waitingPerOrder: 1, waitingInTotal: 11 });
    const client = waiting.of([{ key: 'client-1' }]);
    const release = client.enter('A');
    client.enter('B');
    expect(client.tryEnter('C')).toBeUndefined();
    expect(client.of([{ key: 'client-2' }]).tryEnter('C')).toBeDefined();
    expect(waiting.tryEnter('D')).toBeDefined();
    release();
    expect(client.tryEnter('A')).toBeDefined();
    expect(client.tryEnter('E')).toBeUndefined();
  });

  it('requests that wait take the places of one order for one client where that is more than a quarter', () => {
    const client = createWaitingRequests({ waitingPerOrder: 3, waitingInTotal: 8 }).of([{ key: 'client-1' }]);
    for (let count = 0; count < 3; count++) expect(client.tryEnter(`order-${count}`)).toBeDefined();
    expect(client.tryEnter('order-3')).toBeUndefined();
  });

  it('requests that wait take at most a quarter of all places for one home line or office, from whatever address', () => {
    const waiting = createWaitingRequests({ waitingPerOrder: 1, waitingInTotal: 40 });
    const enter = (address: string, id: string) => waiting.of(clientNetworks(address)).tryEnter(id);
    for (let count = 0; count < 10; count++)
      expect(enter(`2001:db8:1:${100 + count}::1`, `home-${count}`)).toBeDefined();
    expect(enter('2001:db8:1:1ff::1', 'home')).toBeUndefined();
    expect(enter('2001:db8:1:a00::1', 'office')).toBeUndefined();
    expect(enter('2001:db8:2::1', 'other')).toBeDefined();
    expect(enter('198.51.100.7', 'shopper')).toBeDefined();
  });

  it('requests that wait are not counted by client where the client is not known', () => {
    const waiting = createWaitingRequests({ waitingPerOrder: 1, waitingInTotal: 8 }).of([]);
    for (let count = 0; count < 8; count++) expect(waiting.tryEnter(`order-${count}`)).toBeDefined();
    expect(waiting.tryEnter('order-8')).toBeUndefined();
  });
});
