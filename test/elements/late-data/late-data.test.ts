import { describe, expect, it, vi } from 'vitest';
import { dataFile } from '../../../src/elements/late-data/data-file.js';
import { LateData } from '../../../src/elements/late-data/late-data.js';
import { ADDRESS_DATA, PHONE_DATA, STATE_DATA } from '../../../src/elements/payer-fields/data-files.js';

const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('LateData', () => {
  it('LateData loads when it is read, reports the end, and loads once', async () => {
    const load = vi.fn(() => Promise.resolve('data'));
    const onChange = vi.fn();
    const late = new LateData(() => new Date(0), onChange);
    expect([late.read(load), late.read(load, 'meanwhile')]).toEqual([undefined, 'meanwhile']);
    await settle();
    expect([late.read(load), load.mock.calls.length, onChange.mock.calls.length]).toEqual(['data', 1, 1]);
  });

  it('loads again 10 s after a failure, and has nothing in between', async () => {
    const load = vi.fn(() => Promise.resolve('data')).mockRejectedValueOnce(new Error('gone'));
    let now = 0;
    const late = new LateData(() => new Date(now), vi.fn());
    late.read(load);
    await settle();
    expect(late.read(load, 'meanwhile')).toBeUndefined();
    now = 9_999;
    late.read(load);
    expect(load).toHaveBeenCalledTimes(1);
    now = 10_000;
    expect(late.read(load, 'meanwhile')).toBeUndefined();
    await settle();
    expect(late.read(load)).toBe('data');
  });
});

it('dataFile rejects when the data have another shape, and fetches again', async () => {
  const fetch = vi.fn(() => Promise.resolve(new Response('{}')));
  const read = vi
    .fn(() => 'data')
    .mockImplementationOnce(() => {
      throw new TypeError('no data');
    });
  const load = dataFile(() => new URL('https://shop.example/data/x.json'), read, fetch);
  await expect(load()).rejects.toThrow('no data');
  expect(await load()).toBe('data');
});

it('the files of the package are read', async () => {
  expect((await PHONE_DATA())['GB']?.[0]).toBe('44');
  expect((await ADDRESS_DATA()).countries['GB']?.fields).toBe('ACZ');
  expect((await STATE_DATA())['US']!.length).toBeGreaterThan(50);
});
