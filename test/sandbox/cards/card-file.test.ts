import { describe, expect, test } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { readCardFile } from '../../../src/sandbox/cards/card-file.js';
import { authenticateCard, checkVersion, drivenSandbox } from '../sandbox-client.js';

const file = (...cards: object[]) => readCardFile(JSON.stringify(cards));

describe('a card file', () => {
  test('a card file selects existing behaviours and defines new ones', async () => {
    const cards = file(
      { number: '4111111111111111', scheme: 'VISA', behaviour: 'challenge', label: 'Mine' },
      {
        number: '5500000000000004',
        scheme: 'MASTERCARD',
        version: '2.1.0',
        behaviour: { method: 'none', issuer: 'rejected', cardholderText: 'Call us.' },
      },
    );
    expect(cards.map(({ label }) => label)).toEqual(['Mine', 'MASTERCARD 2.1.0: of the card file']);
    const { sandbox } = drivenSandbox({ cards });
    expect((await authenticateCard(sandbox, '4111111111111111')).body.status).toBe('CHALLENGE_REQUIRED');
    expect((await checkVersion(sandbox, '5500000000000004', { scheme: 'MASTERCARD' })).body).not.toHaveProperty(
      'method_url',
    );
    expect((await authenticateCard(sandbox, '5500000000000004')).body).toMatchObject({
      status: 'AUTHENTICATION_ISSUER_REJECTED',
      cardholder_response_info: 'Call us.',
    });
  });

  test('gives a test card another behaviour', async () => {
    const { sandbox } = drivenSandbox({
      cards: file({ number: '4222000006285344', scheme: 'VISA', behaviour: 'failed' }),
    });
    expect((await authenticateCard(sandbox, '4222000006285344')).body.status).toBe('AUTHENTICATION_FAILED');
    expect(sandbox.testCards.filter(({ number }) => number === '4222000006285344')).toHaveLength(1);
    expect(createSandbox().testCards.length).toBe(sandbox.testCards.length);
  });

  test.each([
    ['{}', 'whole'],
    ['nonsense', 'JSON'],
    [JSON.stringify([{ number: '41', scheme: 'VISA', behaviour: 'success' }]), '0.number'],
    [
      JSON.stringify([
        { number: '4111111111111111', scheme: 'VISA', behaviour: 'success' },
        { number: '4111111111111129', scheme: 'MC', behaviour: 'success' },
      ]),
      '1.scheme',
    ],
    [JSON.stringify([{ number: '4111111111111111', scheme: 'VISA', behaviour: 'fails' }]), '0.behaviour'],
    [JSON.stringify([{ number: '4111111111111111', scheme: 'VISA', behaviour: { issuer: 'asleep' } }]), '0.behaviour'],
    [JSON.stringify([{ number: '4111111111111111', scheme: 'VISA', behaviour: 'success', colour: 'red' }]), '0'],
    [
      JSON.stringify([{ number: '4111111111111111', scheme: 'VISA', version: '1.0.2', behaviour: 'success' }]),
      '0.version',
    ],
    [
      JSON.stringify([1, 2].map(() => ({ number: '4111111111111111', scheme: 'VISA', behaviour: 'success' }))),
      '1.number is there twice',
    ],
  ])('a card file is refused with the place that is wrong: %s', (text, place) => {
    expect(() => readCardFile(text)).toThrow(place);
  });
});
