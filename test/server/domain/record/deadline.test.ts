import { expect, it } from 'vitest';
import { deadlineOf } from '../../../../src/server/domain/record/deadline.js';
import { afterNoon } from '../../orders/attempts.js';

it('a call counts as unanswered five seconds after the time limit of the gateway', () => {
  expect(deadlineOf({ timeout: 30_000 }, afterNoon(0))).toBe('2026-11-20T12:00:35.000Z');
  expect(deadlineOf({ timeout: 0 }, afterNoon(1))).toBe('2026-11-20T12:00:05.001Z');
});
