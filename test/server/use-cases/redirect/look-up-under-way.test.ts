import { expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import { CARDS, gate, json, prepare } from '../../scripted-gateway.js';
import { shownRedirect } from '../../shown-redirect.js';
import { list, redirectShop, sentAway } from '../../signed-messages.js';

it('a card is asked to wait, and not refused, while another call looks the redirect payment up', async () => {
  const place = redirectShop();
  const { id, orderid } = await sentAway(place);
  list(place, orderid, { result: '01', status: 'INITIATED' });
  const inner = place.intercept!;
  const [report, reached] = [gate(), gate()];
  place.intercept = async (path, text, pass, query) => {
    if (path === '/payments') {
      reached.open();
      await report.opened;
    }
    return inner(path, text, pass, query);
  };
  place.clock.advance(10_000);
  const poll = place.call(`orders/${id}`);
  await reached.opened;
  const refused = await place.call(`orders/${id}/protocol-versions`, {
    number: CARDS.success,
    ...(await shownRedirect(place.backend, id)),
  });
  expect([refused.status, await codeOf(refused)]).toEqual([409, 'request-in-progress']);
  report.open();
  expect((await json(await poll)).state).toBe('pending');
  await place.settled();
  expect(await prepare(place, id, CARDS.success)).toBeTypeOf('string');
});
