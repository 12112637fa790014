import { describe, expect, it } from 'vitest';
import { frameMessageSchema } from '../../../src/protocol/three-d-secure/frame-messages.js';
import { ID } from '../samples.js';

const passes = (message: unknown) => frameMessageSchema.safeParse(message).success;

describe('a message between frames', () => {
  it.each([
    { scudo: 'frame-ready' },
    { scudo: 'frame-loaded' },
    { scudo: 'frame-blocked', directive: 'frame-src' },
    { scudo: 'method-notification', server_trans_id: ID },
    { scudo: 'challenge-notification', server_trans_id: ID, cres: 'e30' },
    { scudo: 'challenge-notification', server_trans_id: ID, cres: 'e30', session_data: 'A1' },
  ])('the message %j is read with all its fields', (message) => {
    expect(frameMessageSchema.parse(message)).toEqual(message);
  });

  it.each([
    {},
    { scudo: '' },
    { scudo: 'frame-open' },
    { scudo: 'frame-blocked' },
    { scudo: 'frame-blocked', directive: 'x'.repeat(201) },
    { scudo: 'method-notification' },
    { scudo: 'method-notification', server_trans_id: 'x' },
    { scudo: 'challenge-notification', server_trans_id: ID },
    { scudo: 'challenge-notification', cres: 'e30' },
    { scudo: 'challenge-notification', server_trans_id: ID, cres: 'x'.repeat(16_385) },
    { scudo: 'challenge-notification', server_trans_id: ID, cres: 'e30', session_data: 7 },
    { scudo: 'challenge-notification', server_trans_id: ID, cres: 'e30', session_data: 'x'.repeat(1025) },
    { server_trans_id: ID, cres: 'e30' },
  ])('the message %j is refused', (message) => {
    expect(passes(message)).toBe(false);
  });
});
