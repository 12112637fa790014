import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasRandomPart,
  MAX_ORDER_ID_LENGTH,
  newGatewayOrderId,
  ordersOfGatewayOrderId,
} from '../../../../src/server/orders/identifiers/gateway-order-id.js';
import { authorizationAnswer, authorizationsAt, CARDS, isXml, orderIdIn, pay, shop } from '../../scripted-gateway.js';

const zeros = (length: number) => new Uint8Array(length);

describe('newGatewayOrderId', () => {
  it('a gateway order id is the order id, a hyphen and ten random letters and digits', () => {
    expect(newGatewayOrderId('A-1', zeros)).toBe('A-1-0000000000');
    expect(newGatewayOrderId('A-1', (length) => Uint8Array.from({ length }, (_, index) => index * 3 + 200))).toMatch(
      /^A-1-[0-9a-z]{10}$/,
    );
  });

  it('a gateway order id has at most 50 characters', () => {
    expect(MAX_ORDER_ID_LENGTH).toBe(39);
    expect(newGatewayOrderId('x'.repeat(39), zeros)).toHaveLength(50);
    expect(newGatewayOrderId('x'.repeat(50), zeros)).toHaveLength(50);
  });
});

describe('hasRandomPart', () => {
  it.each([
    ['A-0000000000', 'A', true],
    ['A', 'A', false],
    ['A-2', 'A', false],
    ['A-0000000000', 'A-0000000000', false],
    ['B-0000000000', 'A', false],
  ])('hasRandomPart of %s and the order %s is %s', (gatewayOrderId, orderId, expected) => {
    expect(hasRandomPart(gatewayOrderId, orderId)).toBe(expected);
  });
});

describe('ordersOfGatewayOrderId', () => {
  it.each([
    ['A-0123456789', ['A', 'A-0123456789']],
    ['A', ['A']],
    ['A-2', ['A-2', 'A']],
    ['2026-10017', ['2026-10017']],
  ])('ordersOfGatewayOrderId of %s is %j', (gatewayOrderId, orders) => {
    expect(ordersOfGatewayOrderId(gatewayOrderId)).toEqual(orders);
  });
});

it('each attempt has a unique gateway order id that begins with its order id', async () => {
  const id = fc.oneof(
    fc.stringMatching(/^[a-c0-2_-]{1,4}$/),
    fc.constantFrom('A', 'A-1', 'A-2', 'A-2-2', 'A-02', '2026-11-20', '-', '-1', 'x'.repeat(39)),
  );
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(id, { minLength: 2, maxLength: 4 }), async (ids) => {
      const place = shop();
      place.intercept = (path, text, pass) =>
        isXml(path) ? authorizationAnswer({ orderid: orderIdIn(text), result: '101' }) : pass();
      for (const one of ids) {
        await place.order({ id: one, policies: { notEnrolled: 'authorize' } });
        for (let attempt = 0; attempt < 3; attempt++) await pay(place, one, CARDS.notEnrolled);
      }
      const sent = authorizationsAt(place).map(({ text }) => orderIdIn(text));
      expect(new Set(sent).size).toBe(ids.length * 3);
      sent.forEach((orderid, index) => {
        expect(orderid).toMatch(/^[A-Za-z0-9_-]{1,50}$/);
        expect(orderid.startsWith(`${ids[Math.floor(index / 3)] ?? '?'}-`)).toBe(true);
      });
    }),
    { numRuns: 25, seed: 20_261_123 },
  );
});
