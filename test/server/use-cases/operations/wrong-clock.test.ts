import { expect, it } from 'vitest';
import type { ProblemReport } from '../../../../src/server.js';
import { paid } from './paid-shop.js';
import { shortAnswer, type Shop } from '../../scripted-gateway.js';
import { afterBatch, cardShop, intercept, never } from './card-shop.js';

interface Asked {
  readonly place: Shop;
  readonly id: string;
  readonly call: (orders: Shop['backend']['orders'], id: string) => Promise<unknown>;
}

/** Calls that move money, at a shop whose gateway answers them with the result. */
const CALLS: Readonly<
  Record<string, (answer: () => Response, onProblem: (one: ProblemReport) => void) => Promise<Asked>>
> = {
  async capture(answer, onProblem) {
    const place = await cardShop({ autosettle: false, onProblem, pause: never });
    intercept(place, answer);
    return { place, id: place.id, call: (orders, id) => orders.capture(id, { key: 'a' }) };
  },
  async void(answer, onProblem) {
    const place = await cardShop({ onProblem, pause: never });
    intercept(place, answer);
    return { place, id: place.id, call: (orders, id) => orders.cancel(id, { key: 'a' }) };
  },
  async 'refund of a card'(answer, onProblem) {
    const place = await cardShop({ onProblem, pause: never });
    afterBatch(place);
    intercept(place, answer);
    return { place, id: place.id, call: (orders, id) => orders.refund(id, { key: 'a' }) };
  },
  async 'refund of a redirect payment'(answer, onProblem) {
    const { place, id } = await paid(answer, undefined, { onProblem, pause: never });
    return { place, id, call: (orders) => orders.refund(id, { key: 'a' }) };
  },
};

const ANSWERS = [
  ['refuses', 'refused', 'gateway-refused', (cause: unknown) => (cause as Error).message],
  [
    'decides nothing about',
    '999',
    '-unanswered',
    (cause: unknown) => (cause as { cause: { clock: string } }).cause.clock,
  ],
] as const;

it.each(Object.keys(CALLS).flatMap((call) => ANSWERS.map(([verb, ...rest]) => [verb, call, ...rest] as const)))(
  'an answer that %s a %s names a wrong clock of this server, by the Date of the gateway, and the order does not',
  async (_verb, name, end, code, textOf) => {
    const refused = name.includes('redirect') ? '401' : '508';
    const result = end === 'refused' ? refused : end;
    for (const difference of [7_200_000, -7_200_000, 60_000]) {
      const problems: ProblemReport[] = [];
      let gatewayTime = '';
      const answer = () => {
        const response = shortAnswer(result, 'Timestamp out of range');
        response.headers.set('date', gatewayTime);
        return response;
      };
      const { place, id, call } = await CALLS[name]!(answer, (one) => problems.push(one));
      const now = place.clock.now();
      gatewayTime = new Date(now.getTime() + difference).toUTCString();
      await call(place.backend.orders, id);
      const isWrong = Math.abs(difference) > 3_600_000;
      const [text = ''] = problems.filter((one) => one.code.endsWith(code)).map(({ cause }) => textOf(cause) ?? '');
      expect(text.includes(`The clock of this server says ${now.toISOString()}, and the one of`)).toBe(isWrong);
      expect(JSON.stringify(await place.backend.orders.read(id))).not.toContain('clock');
    }
  },
);
