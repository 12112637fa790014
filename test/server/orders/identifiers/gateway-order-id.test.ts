import { describe, expect, it } from 'vitest';
import {
  hasRandomPart,
  isPossibleOrderId,
  MAX_ORDER_ID_LENGTH,
  newGatewayOrderId,
  ordersOfGatewayOrderId,
} from '../../../../src/server/orders/identifiers/gateway-order-id.js';

const zeros = (length: number) => new Uint8Array(length);

describe('newGatewayOrderId', () => {
  it('a gateway order id is the order id, a hyphen and ten random letters and digits', () => {
    expect(newGatewayOrderId('A-1', zeros)).toBe('A-1-0000000000');
    expect(newGatewayOrderId('A-1', (length) => Uint8Array.from({ length }, (_, index) => index * 3 + 200))).toMatch(
      /^A-1-[0-9a-z]{10}$/,
    );
  });

  it('the random part has digits and letters without those that look alike, each as likely as the others', () => {
    const randomOf = (first: number) => (length: number) => Uint8Array.from({ length }, (_, index) => first + index);
    const parts = [0, 10, 20, 22, 32, 246].map((first) => newGatewayOrderId('A', randomOf(first)));
    expect(parts).toEqual([
      'A-0123456789',
      'A-abcdefghjk',
      'A-mnpqrstvwx',
      'A-pqrstvwxyz',
      'A-0123456789',
      'A-pqrstvwxyz',
    ]);
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
    ['A-000000000', 'A', false],
    ['A-00000000000', 'A', false],
    [`${'x'.repeat(39)}-0000000000`, 'x'.repeat(50), true],
    [`${'x'.repeat(38)}-00000000000`, 'x'.repeat(50), false],
  ])('hasRandomPart of %s and the order %s is %s', (gatewayOrderId, orderId, expected) => {
    expect(hasRandomPart(gatewayOrderId, orderId)).toBe(expected);
  });
});

describe('ordersOfGatewayOrderId', () => {
  it.each([
    ['A-0123456789', ['A', 'A-0123456789']],
    ['A', ['A']],
    ['A-2', ['A-2', 'A']],
    ['A-02', ['A-02', 'A']],
    ['A-9999', ['A-9999', 'A']],
    ['A-99999', ['A-99999']],
    ['A-1x', ['A-1x']],
    ['A-012345678', ['A-012345678']],
    ['A-0123456789x', ['A-0123456789x']],
    ['A-012345678X', ['A-012345678X']],
    ['-0123456789', ['-0123456789']],
    ['-1', ['-1']],
    ['A-1-0123456789', ['A-1', 'A-1-0123456789']],
    ['2026-10017', ['2026-10017']],
    [`${'x'.repeat(50)}-1`, ['x'.repeat(50)]],
    ['A\u0000-1', []],
    ['one\nA-0123456789', []],
    ['one\nA-2', []],
  ])('ordersOfGatewayOrderId of %s is %j', (gatewayOrderId, orders) => {
    expect(ordersOfGatewayOrderId(gatewayOrderId)).toEqual(orders);
  });
});

it.each([
  ['A', true],
  ['', true],
  ['Bestellung 4711/β', true],
  ['x'.repeat(50), true],
  ['x'.repeat(51), false],
  ['A\u0000', false],
  ['one\ntwo', false],
  ['\ud800', false],
  ['\u{1f600}', true],
])('an order can have the id %j: %s', (id, expected) => {
  expect(isPossibleOrderId(id)).toBe(expected);
});
