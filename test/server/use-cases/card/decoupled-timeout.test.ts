import { expect, it } from 'vitest';
import { json, pay, shop } from '../../scripted-gateway.js';

const DECOUPLED_CARD = '4000000000000135';

it.each([
  ['5', { result: 'decoupled', timeout: 300 }],
  ['60', { result: 'decoupled', timeout: 3600 }],
  [undefined, { result: 'decoupled' }],
])('returns the time limit of a decoupled authentication in seconds: %s minutes', async (minutes, expected) => {
  const place = shop();
  const id = await place.order({
    authentication: {
      decoupleFlowRequest: 'DECOUPLED_PREFERRED',
      ...(minutes === undefined ? {} : { decoupleFlowTimeout: minutes }),
    },
  });
  expect(await json(await pay(place, id, DECOUPLED_CARD))).toEqual(expected);
});
