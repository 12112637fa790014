import { expect, it } from 'vitest';
import { createLineLimit, createLog } from '../../src/command/serve-log.js';
import type { BackendEvent } from '../../src/server.js';

it('requests that are refused over and over have sixty lines in a minute, and other lines stay', () => {
  const lines: string[] = [];
  let minute = 0;
  const now = () => new Date(minute * 60_000);
  const isPrinted = createLineLimit(
    createLog((line) => lines.push(line), now),
    now,
  );
  const parts = { version: 1, at: '2026-11-20T12:00:00.000Z', kind: 'problem', route: 'GET /orders/:id' } as const;
  const refused = { ...parts, level: 'warn', code: 'too-many-requests' } as BackendEvent;
  const printed = (count: number) => Array.from({ length: count }, () => isPrinted(refused)).filter(Boolean).length;
  expect(printed(1_500)).toBe(60);
  expect(isPrinted({ ...refused, code: 'order-not-found' } as BackendEvent)).toBe(true);
  expect(isPrinted({ ...refused, level: 'error' } as BackendEvent)).toBe(true);
  expect(isPrinted({ ...parts, kind: 'request', level: 'debug', code: 429, duration: 1 })).toBe(true);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ kind: 'serve', level: 'warn', code: 'lines-left-out' }),
  ]);
  expect(lines[0]).toContain('too-many-requests');
  minute++;
  expect(printed(60)).toBe(60);
});
