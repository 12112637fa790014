import { createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { outcomeCodeOf } from '../../../../src/payment/backend-client/backend-error.js';
import { OUTCOMES } from '../../../../src/protocol/adapter/outcome-codes.js';
import { fingerprintWith } from '../../../../src/server/domain/identifiers/fingerprint-key.js';
import { codeOf } from '../../code-of.js';
import { authorizationsAt, CARDS, newKey, pay, prepare, report, shop, virtualClock } from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

const SECRET = 'secret';
const fingerprintOf = async (place: ReturnType<typeof shop>, id: string) =>
  (await place.backend.orders.read(id))?.authentications[0]?.cardFingerprint;

/** Two processes on one store, the second with another key. */
function twoKeys() {
  const clock = virtualClock();
  const store = memoryOrderStore(undefined, clock.now);
  const before = shop({ store, fingerprintKey: 'the key of yesterday' }, {}, { clock });
  const after = shop({ store, fingerprintKey: 'the key of today' }, {}, before);
  return { before, after };
}

describe('the fingerprint of a card', () => {
  it('the fingerprint of a card has a key that is derived from the secret of the gateway by default', async () => {
    const place = shop();
    const id = await place.order();
    await prepare(place, id, CARDS.success);
    const key = new Uint8Array(hkdfSync('sha256', SECRET, '', 'scudo-checkout fingerprints', 32));
    expect(await fingerprintOf(place, id)).toBe(await fingerprintWith(() => key)(`${id}.${CARDS.success}`));
  });

  it('the fingerprint of a card cannot be computed from the secret of the gateway alone when there is a key', async () => {
    const place = shop({ fingerprintKey: 'a key of the shop for cards' });
    const id = await place.order();
    await prepare(place, id, CARDS.success);
    const stored = await fingerprintOf(place, id);
    for (const key of [SECRET, `scudo:${SECRET}`]) {
      for (const text of [`${id}.${CARDS.success}`, `text ${id}.${CARDS.success}`]) {
        expect(stored).not.toContain(createHmac('sha256', key).update(text).digest('hex'));
      }
    }
    expect(stored).toBe(await fingerprintWith(() => 'a key of the shop for cards')(`${id}.${CARDS.success}`));
  });

  it('the fingerprint of a card is another one for another order, card and key', async () => {
    const texts = ['A1.4222', 'A2.4222', 'A1.4223'].map((text) => fingerprintWith(() => 'one')(text));
    const all = await Promise.all([...texts, fingerprintWith(() => 'two')('A1.4222')]);
    expect(new Set(all).size).toBe(4);
    for (const one of all) expect(one).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}$/);
  });
});

describe('fingerprintWith', () => {
  const asHex = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

  it('fingerprintWith writes the id of the key, a dot and an HMAC-SHA-256, which stores of running shops have', async () => {
    const expected = `${asHex('a key', 'id').slice(0, 8)}.${asHex('a key', 'text A1.4222')}`;
    expect(await fingerprintWith(() => 'a key')('A1.4222')).toBe(expected);
    expect(await fingerprintWith(() => Promise.resolve(new TextEncoder().encode('a key')))('A1.4222')).toBe(expected);
  });

  it('fingerprintWith asks for the key with the first fingerprint, and once', async () => {
    let asked = 0;
    const fingerprint = fingerprintWith(() => `key ${++asked}`);
    expect(asked).toBe(0);
    expect(await fingerprint('one')).toBe(await fingerprint('one'));
    expect(asked).toBe(1);
  });
});

describe('after a change of the key', () => {
  it('a card that was prepared before is refused before anything is sent, and paid in the next try', async () => {
    const { before, after } = twoKeys();
    const id = await before.order();
    const serverTransId = await prepare(before, id, CARDS.success);
    expect(await codeOf(pay(after, id, CARDS.success, { serverTransId }))).toBe('authentication-unknown');
    expect(after.sent).toHaveLength(0);
    expect(await codeOf(pay(after, id))).toBe('authorized');
  });

  it('a challenge that was begun before is refused without an authorization, and the order can be paid', async () => {
    const { before, after } = twoKeys();
    const id = await before.order();
    const serverTransId = (await prepare(before, id, CARDS.challenge)) ?? '';
    await pay(before, id, CARDS.challenge, { serverTransId });
    expect(await codeOf(report(after, id, serverTransId))).toBe('authentication-unknown');
    expect(authorizationsAt(after)).toHaveLength(0);
    expect(await codeOf(pay(after, id))).toBe('authorized');
  });

  it('a repeated call has the answer of the first one', async () => {
    const { before, after } = twoKeys();
    const id = await before.order();
    const serverTransId = await prepare(before, id, CARDS.failed);
    const key = newKey();
    expect(await codeOf(pay(before, id, CARDS.failed, { serverTransId, key }))).toBe('authentication-failed');
    expect(await codeOf(pay(after, id, CARDS.failed, { serverTransId, key }))).toBe('authentication-failed');
  });
});

it('the page offers another try after an authentication that the backend does not know', () => {
  const code = outcomeCodeOf({ kind: 'problem', code: 'authentication-unknown', retryable: false, fields: [] });
  expect(OUTCOMES[code]).toEqual({ status: 'failed', retryable: true, sameCard: true });
});
