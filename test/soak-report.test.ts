import { describe, expect, it } from 'vitest';
import { counted } from '../scripts/counted.mjs';
import { growth } from '../scripts/soak/growth.mjs';
import { paymentsText } from '../scripts/soak/report-texts.mjs';

describe('the report of a soak', () => {
  it.each([
    ['paid: authorized', '2 × card without a challenge: authorized'],
    ['declined: authorized', '2 × declined first, then paid with another card: authorized'],
    ['declined: declined', '2 × declined card: declined'],
    ['closed: challenge-cancelled', "2 × challenge closed in the shop's dialog: challenge-cancelled"],
    ['abandoned: left', '2 × page left during the challenge: no outcome'],
    ['abandoned: challenge', '2 × page left during the challenge: no outcome'],
    ['abandoned: authorized', '2 × paid in two tabs at once: authorized'],
    ['redirect: answered', '2 × redirect payment: the result comes later, by status message'],
    ['paid: no answer', '2 × card without a challenge: no process answered'],
    ['new: authorized', '2 × new: authorized'],
  ])('words describe the payments %s', (name, text) => {
    expect(paymentsText(name, 2)).toBe(text);
  });

  it('one thing is counted without an s', () => {
    expect([counted(1, 'kill'), counted(2, 'kill'), counted(0, 'process', 'processes')]).toEqual([
      '1 kill',
      '2 kills',
      '0 processes',
    ]);
  });

  it('the heap is compared in runs of 400 payments or more only', () => {
    const count = {
      frames: 1,
      documents: 2,
      nodes: 300,
      listeners: 26,
      timers: 0,
      objects: 4_096_000,
      code: 2_048_000,
    };
    const textOf = (counts: number) => growth(Array.from({ length: counts }, () => count)).text;
    expect(textOf(40)).toBe(
      'heap: 4000 kB in the second quarter, 4000 kB in the last; compiled code: 2000 kB and 2000 kB',
    );
    expect(textOf(39)).toBe('heap: compared in runs of 400 payments or more');
  });
});
