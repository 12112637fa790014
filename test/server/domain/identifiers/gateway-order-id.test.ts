import { describe, expect, it } from 'vitest';
import {
  isPossibleOrderId,
  MAX_ORDER_ID_LENGTH,
  newGatewayOrderId,
  ordersOfGatewayOrderId,
  isGatewayOrderIdOf,
} from '../../../../src/server/domain/identifiers/gateway-order-id.js';

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

  it.each([
    ['x'.repeat(31), 'x'.repeat(31)],
    ['x'.repeat(32), 'e65s31bf9sw8h5ebst3fvw44se'],
    ['x'.repeat(39), 'e3ekm9s60cj0qzqdj79qerj0nk'],
    ['00000000-0000-4000-8000-000000000001', '00000000008008000000000001'],
    ['ffffffff-ffff-4fff-bfff-ffffffffffff', '7zzzzzzzzz9zzvzzzzzzzzzzzz'],
    ['FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF', 'fg09rrdvx94eth743kq9xkn0kp'],
  ])('the gateway order id of the order %s begins with %s, so that a query can name its legs', (id, prefix) => {
    const gatewayOrderId = newGatewayOrderId(id, zeros);
    expect(gatewayOrderId).toBe(`${prefix}-0000000000`);
    expect(`_rebate_${gatewayOrderId}`.length).toBeLessThanOrEqual(50);
    expect(isGatewayOrderIdOf(id, gatewayOrderId)).toBe(true);
    expect(isGatewayOrderIdOf(`${id}0`, gatewayOrderId)).toBe(false);
  });

  it('the longest order id has 39 characters', () => {
    expect(MAX_ORDER_ID_LENGTH).toBe(39);
  });

  it('the UUID of an order is read from its gateway order id, so that a message without an address finds the order', () => {
    const id = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6';
    expect(ordersOfGatewayOrderId(newGatewayOrderId(id, zeros))).toContain(id);
  });

  it('the digest of a longer id is not read as a UUID', () => {
    const [prefix, ...others] = ordersOfGatewayOrderId(newGatewayOrderId('x'.repeat(32), zeros));
    expect([prefix, others]).toEqual(['e65s31bf9sw8h5ebst3fvw44se', []]);
  });
});

it.each([
  ['A-0123456789', 'A'],
  ['A-1-0123456789', 'A-1'],
  [`${'x'.repeat(39)}-0123456789`, 'x'.repeat(39)],
  [`${'x'.repeat(40)}-0123456789`, undefined],
  ['A', undefined],
  ['A-2', undefined],
  ['A-012345678', undefined],
  ['A-0123456789x', undefined],
  ['A-012345678X', undefined],
  ['-0123456789', undefined],
  ['one\nA-0123456789', undefined],
])('the gateway order id %j belongs to the order %j', (gatewayOrderId, order) => {
  expect(ordersOfGatewayOrderId(gatewayOrderId)).toEqual(order === undefined ? [] : [order]);
});

it.each([
  ['A', true],
  ['', true],
  ['Bestellung 4711/β', true],
  ['x'.repeat(39), true],
  ['x'.repeat(40), false],
  ['A\u0000', false],
  ['one\ntwo', false],
  ['\ud800', false],
  [undefined, false],
  ['\u{1f600}', true],
])('an order can have the id %j: %s', (id, expected) => {
  expect(isPossibleOrderId(id)).toBe(expected);
});
