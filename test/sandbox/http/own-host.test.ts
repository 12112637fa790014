import { expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';

const sandbox = createSandbox({
  baseUrl: 'http://sandbox:4174',
  merchantHosts: ['shop.compose'],
  allowInsecure: true,
  drivableClock: true,
});
const advance = (origin: string) => {
  const headers = { 'content-type': 'application/json' };
  return sandbox.fetch(new Request(`${origin}/clock`, { method: 'POST', headers, body: '{"advance":0}' }));
};

it.each([
  'http://sandbox:4174',
  'http://shop.compose:4174',
  'http://localhost:4174',
  'http://gateway.localhost:4174',
  'http://127.0.0.1:4174',
  'http://192.168.1.20:4174',
  'http://[::1]:4174',
  'http://[fd00::2]:4174',
])('the sandbox answers a request to %s', async (origin) => {
  expect((await advance(origin)).status).toBe(200);
});

it.each([
  'http://rebound.example:4174',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://box',
])('the sandbox answers 421 to a request to %s, also for the message log', async (origin) => {
  expect((await advance(origin)).status).toBe(421);
  expect((await sandbox.fetch(new Request(`${origin}/messages?order=A1`))).status).toBe(421);
});
