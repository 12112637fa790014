import { BEHAVIOURS, type BehaviourName } from '../sandbox/cards/behaviours.js';
import { TEST_CARDS, type TestCard } from '../sandbox/cards/test-cards.js';
import { checkChoice } from './choice.js';

const BEHAVIOUR_NAMES = Object.keys(BEHAVIOURS);

/**
 * Returns a test card of the sandbox by its behaviour.
 * @param behaviour such as `challenge`
 * @param scheme such as `MASTERCARD`; default: the first card with the behaviour, which is of VISA
 * @returns the card, with the number to type
 * @throws {RangeError} for an unknown behaviour, and for a scheme that has no card with it
 *
 * @example
 * import { testCard } from 'scudo-checkout/playwright';
 *
 * const { number } = testCard('challenge', 'MASTERCARD');
 */
export function testCard(behaviour: BehaviourName, scheme?: TestCard['scheme']): TestCard {
  checkChoice('The behaviour of a test card', behaviour, BEHAVIOUR_NAMES);
  const found = TEST_CARDS.filter((card) => card.behaviour === behaviour);
  const card = found.find((one) => scheme === undefined || one.scheme === scheme);
  if (card) return card;
  const schemes = [...new Set(found.map((one) => one.scheme))];
  throw new RangeError(`The scheme of a card "${behaviour}" must be ${schemes.join(' or ')}; got ${String(scheme)}.`);
}

/**
 * The test cards of the sandbox by behaviour, one of each. An unknown name throws a RangeError that names the others.
 *
 * @example
 * import { cards, test } from 'scudo-checkout/playwright';
 *
 * test('a challenge is confirmed', async ({ orders, page, checkout }) => {
 *   await page.goto((await orders.create()).path);
 *   await checkout.pay(cards.challenge);
 *   await checkout.challenge.enterCode();
 * });
 */
export const cards: Readonly<Record<BehaviourName, TestCard>> = new Proxy(
  Object.fromEntries(Object.keys(BEHAVIOURS).map((name) => [name, testCard(name as BehaviourName)])) as Record<
    BehaviourName,
    TestCard
  >,
  {
    get(target, name) {
      // Runners and `await` read names of their own, such as `then` and `toJSON`.
      if (typeof name === 'string' && !/^(then|toJSON|asymmetricMatch|nodeType|tagName|\$\$.*|@@.*)$/.test(name)) {
        if (!(name in Object.prototype)) checkChoice('The behaviour of a test card', name, BEHAVIOUR_NAMES);
      }
      return Reflect.get(target, name) as unknown;
    },
  },
);
