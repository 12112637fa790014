import { describe, expect, it } from 'vitest';
import {
  answerChallenge,
  authorizationsAt,
  CARDS,
  isQuery,
  isXml,
  json,
  notFound,
  orderIdIn,
  pay,
  report,
  shop,
  shortAnswer,
} from '../../scripted-gateway.js';

/** The sandbox declines it with 111 until the cardholder has confirmed a payment. */
const SOFT_DECLINED = '4242420000000091';

const indicatorsAt = (place: ReturnType<typeof shop>) =>
  place.sent
    .filter(({ path, method }) => path.endsWith('/authentications') && method === 'POST')
    .map(({ text }) => (JSON.parse(text) as Record<string, unknown>)['challenge_request_indicator']);

describe('a soft decline', () => {
  it('a soft decline makes the next try of the order ask for a challenge without the exemption, and pays after it', async () => {
    const place = shop();
    const id = await place.order({
      exemptStatus: 'LOW_VALUE',
      challengeRequestIndicator: 'NO_CHALLENGE_REQUESTED',
    });
    expect((await json(await pay(place, id, SOFT_DECLINED))).outcome).toMatchObject({
      code: 'authentication-demanded',
      order: { state: 'open' },
    });
    const challenge = await json(await pay(place, id, SOFT_DECLINED));
    expect(challenge).toMatchObject({ result: 'challenge' });
    const cres = await answerChallenge(place, challenge);
    const { outcome } = await json(await report(place, id, challenge.server_trans_id, { cres, number: SOFT_DECLINED }));
    expect(outcome).toMatchObject({ status: 'paid', code: 'authorized' });
    expect(indicatorsAt(place)).toEqual(['NO_CHALLENGE_REQUESTED', 'CHALLENGE_MANDATED']);
    const [first = '', second = ''] = authorizationsAt(place).map(({ text }) => text);
    expect(first).toContain('<exempt_status>LOW_VALUE<');
    expect(second).not.toContain('exempt_status');
    expect(orderIdIn(first)).not.toBe(orderIdIn(second));
    const order = await place.backend.orders.read(id);
    // The order keeps what the shop has asked for.
    expect(order).toMatchObject({ exemptStatus: 'LOW_VALUE', liabilityShift: true });
    expect(order?.attempts).toMatchObject([
      { progress: { step: 'ended', code: 'authentication-demanded', answer: { result: '111' } } },
      { progress: { step: 'succeeded' } },
    ]);
  });

  it('a second soft decline is answered as a decline, so that the page asks for no other challenge', async () => {
    const place = shop();
    // The sandbox declines this amount with 111, also after a challenge.
    const id = await place.order({ amount: '5111' });
    expect((await json(await pay(place, id))).outcome.code).toBe('authentication-demanded');
    const challenge = await json(await pay(place, id));
    const cres = await answerChallenge(place, challenge);
    const { outcome } = await json(await report(place, id, challenge.server_trans_id, { cres, number: CARDS.success }));
    expect(outcome).toMatchObject({ status: 'declined', code: 'declined', order: { state: 'open' } });
  });

  it('the next try asks for no challenge once another card has been declined for another reason', async () => {
    const place = shop();
    const id = await place.order({ challengeRequestIndicator: 'CHALLENGE_PREFERRED' });
    await pay(place, id, SOFT_DECLINED);
    place.intercept = (path, text, pass) => {
      if (!isXml(path)) return pass();
      return isQuery(text) ? notFound() : shortAnswer('508', 'Invalid characters in order id');
    };
    const challenge = await json(await pay(place, id));
    const cres = await answerChallenge(place, challenge);
    await report(place, id, challenge.server_trans_id, { cres, number: CARDS.success });
    place.intercept = undefined;
    expect((await json(await pay(place, id))).outcome).toMatchObject({ status: 'paid' });
    expect(indicatorsAt(place)).toEqual(['CHALLENGE_PREFERRED', 'CHALLENGE_MANDATED', 'CHALLENGE_PREFERRED']);
  });
});
