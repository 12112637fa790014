import { describe, expect, it, vi } from 'vitest';
import { dataFile } from '../../../src/elements/late-data/data-file.js';
import { LateData } from '../../../src/elements/late-data/late-data.js';
import { settle, stillClock } from '../../../demo/pages/gallery/still-clock.js';
import { ADDRESS_DATA, PHONE_DATA, STATE_DATA } from '../../../src/elements/payer-fields/data-files.js';

describe('LateData', () => {
  it('LateData loads when it is read, reports the end, and loads once', async () => {
    const load = vi.fn(() => Promise.resolve('data'));
    const onChange = vi.fn();
    const late = new LateData(() => stillClock(), onChange);
    expect([late.read(load), late.read(load, 'meanwhile')]).toEqual([undefined, 'meanwhile']);
    await settle();
    expect([late.read(load), load.mock.calls.length, onChange.mock.calls.length]).toEqual(['data', 1, 1]);
  });

  it('loads again 10 s after a failure, and has nothing in between', async () => {
    const load = vi.fn(() => Promise.resolve('data')).mockRejectedValueOnce(new Error('gone'));
    const clock = stillClock();
    const late = new LateData(() => clock, vi.fn());
    late.read(load);
    await settle();
    expect(late.read(load, 'meanwhile')).toBeUndefined();
    await clock.advance(9_999);
    late.read(load);
    expect(load).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    expect(late.read(load, 'meanwhile')).toBeUndefined();
    await settle();
    expect(late.read(load)).toBe('data');
    expect(clock.waiting).toBe(0);
  });

  it.each([-3_600_000, 3_600_000])('loads again 10 s after a failure when the clock is set by %d ms', async (ms) => {
    const load = vi.fn(() => Promise.reject(new Error('gone')));
    const clock = stillClock();
    const late = new LateData(() => clock, vi.fn());
    late.read(load);
    await settle();
    clock.set(ms);
    await clock.advance(9_999);
    late.read(load);
    expect(load).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    late.read(load);
    expect(load).toHaveBeenCalledTimes(2);
    await settle();
    late.stop();
    expect(clock.waiting).toBe(0);
  });

  it('LateData has nothing when a file does not answer for 10 s, and the data when they arrive later', async () => {
    const clock = stillClock();
    const onChange = vi.fn();
    let arrive = (_data: string): void => undefined;
    const load = vi.fn(() => new Promise<string>((resolve) => (arrive = resolve)));
    const late = new LateData(() => clock, onChange);
    late.read(load, 'meanwhile');
    await clock.advance(9_999);
    expect(late.read(load, 'meanwhile')).toBe('meanwhile');
    await clock.advance(1);
    expect([late.read(load, 'meanwhile'), onChange.mock.calls.length]).toEqual([undefined, 1]);
    arrive('data');
    await settle();
    expect([late.read(load), onChange.mock.calls.length, load.mock.calls.length]).toEqual(['data', 2, 1]);
  });

  it('LateData leaves no timer when it is stopped, and loads again when it is read', async () => {
    const clock = stillClock();
    const load = vi.fn(() => new Promise<string>(() => undefined));
    const late = new LateData(() => clock, vi.fn());
    late.read(load);
    late.stop();
    expect(clock.waiting).toBe(0);
    expect(late.read(load, 'meanwhile')).toBe('meanwhile');
    expect([load.mock.calls.length, clock.waiting]).toEqual([2, 1]);
  });
});

it('dataFile rejects when the data have another shape, and fetches again', async () => {
  const fetch = vi.fn(() => Promise.resolve(new Response('{}')));
  const read = vi
    .fn(() => 'data')
    .mockImplementationOnce(() => {
      throw new TypeError('no data');
    });
  const load = dataFile('data/x.json', () => new URL('https://shop.example/data/x.json'), read, fetch);
  await expect(load()).rejects.toThrow('https://shop.example/data/x.json was answered with other data.');
  expect(await load()).toBe('data');
});

it.each([
  ['an answer of another status', () => new Response('', { status: 404 }), 'was answered with HTTP 404.'],
  [
    'the page of an app',
    () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    'was answered with a page.',
  ],
  ['no answer', () => Promise.reject<Response>(new TypeError('Failed to fetch')), 'was not answered.'],
  ['a page that is declared as data', () => new Response('<!doctype html>'), 'was answered with other data.'],
  ['half a file', () => new Response('{"a":'), 'was answered with other data.'],
  ['an empty answer', () => new Response(null, { status: 204 }), 'was answered with other data.'],
])('dataFile names the address of a file after %s', async (_case, answer, reason) => {
  const load = dataFile(
    'data/x.json',
    () => new URL('https://shop.example/data/x.json'),
    String,
    async () => answer(),
  );
  await expect(load()).rejects.toThrow(`https://shop.example/data/x.json ${reason}`);
});

it('dataFile names a file when the folder of the page is no address', async () => {
  const meta = document.createElement('meta');
  meta.name = 'scudo-files';
  meta.content = 'https://[';
  document.head.append(meta);
  const fetch = vi.fn(() => Promise.resolve(Response.json({})));
  const load = dataFile('data/x.json', () => new URL('https://shop.example/data/x.json'), String, fetch);
  const failed = load();
  meta.remove();
  await expect(failed).rejects.toThrow('data/x.json has no address.');
  expect(fetch).not.toHaveBeenCalled();
});

it.each([
  ['/files/', 'https://shop.example/late-data/data/icons.json', '/files/data/icons.json'],
  ['https://cdn.example/scudo/', 'https://shop.example/assets/a.json', 'https://cdn.example/scudo/data/icons.json'],
  ['/files', 'https://shop.example/assets/a.json', '/files/data/icons.json'],
  ['files/v1', 'https://shop.example/assets/a.json', 'files/v1/data/icons.json'],
  ['https://cdn.example/scudo', undefined, 'https://cdn.example/scudo/data/icons.json'],
  ['/', 'https://shop.example/assets/a.json', '/data/icons.json'],
  // A bundle without modules has no import.meta.url.
  ['/files/', undefined, '/files/data/icons.json'],
  ['', 'https://shop.example/assets/icons-1a2b.json', 'https://shop.example/assets/icons-1a2b.json'],
])('dataFile fetches from the folder %j of the page', async (folder, at, expected) => {
  const meta = document.createElement('meta');
  meta.name = 'scudo-files';
  meta.content = folder;
  document.head.append(meta);
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return Response.json({});
  };
  await dataFile('data/icons.json', () => new URL('', at), String, fetch)();
  meta.remove();
  expect(asked).toEqual([new URL(expected, document.baseURI).href]);
});

it('the files of the package are read', async () => {
  expect((await PHONE_DATA())['GB']?.[0]).toBe('44');
  expect((await ADDRESS_DATA()).countries['GB']?.fields).toBe('ACZ');
  expect((await STATE_DATA())['US']!.length).toBeGreaterThan(50);
});
