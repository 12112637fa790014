import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { isClosedWithin } from '../../../../src/server/use-cases/calls/closed-within.js';
import { never } from '../operations/card-shop.js';

it('a pause leaves no listener on the signal of the process, whatever ends it', async () => {
  const closing = new AbortController();
  const ports = { closing: closing.signal, pause: never };
  const listeners = () => getEventListeners(closing.signal, 'abort').length;
  expect(await isClosedWithin({ ...ports, pause: () => Promise.resolve() }, 5_000)).toBe(false);
  expect(await isClosedWithin(ports, 5_000, { arrived: () => Promise.resolve() })).toBe(false);
  expect(listeners()).toBe(0);
  const waiting = isClosedWithin(ports, 5_000);
  expect(listeners()).toBe(1);
  closing.abort();
  expect([await waiting, await isClosedWithin(ports, 5_000)]).toEqual([true, true]);
  expect(listeners()).toBe(0);
});
