import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  answerChallenge,
  authorizationAnswer,
  BROWSER,
  card,
  CARDS,
  json,
  newKey,
  orderIdIn,
  pay,
  prepare,
  report,
  shop,
} from './scripted-gateway.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-no-card-data-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('neither the database nor its log contains card numbers, security codes, names or authentication values', async () => {
  const place = shop({ store: { path: join(folder, 'orders.db') } });
  const order = () => place.order({ policies: { notEnrolled: 'authorize' } });
  const numbers = Object.values(CARDS);

  // Each card of the sandbox, and each end of an authorization.
  for (const number of numbers) await pay(place, await order(), number);
  for (const answer of [
    (orderid: string) => authorizationAnswer({ orderid, result: '101', message: `${CARDS.success} DECLINED` }),
    (orderid: string) =>
      authorizationAnswer(
        { orderid, result: '508', message: 'Card 4222 0000 0628 5344 not accepted' },
        { signed: false },
      ),
    () => new Response(`<html>${CARDS.success}</html>`),
    () => Promise.reject<Response>(new TypeError(`fetch failed for ${CARDS.success}`)),
  ]) {
    const id = await order();
    place.intercept = (path, text, pass) => (path === '/epage-remote.cgi' ? answer(orderIdIn(text)) : pass());
    await pay(place, id);
    place.intercept = undefined;
  }
  const refused = await order();
  place.intercept = (path, text, pass) =>
    path === '/3ds2/authentications'
      ? Response.json({
          server_trans_id: /"server_trans_id":"([^"]+)/.exec(text)?.[1],
          status: 'AUTHENTICATION_FAILED',
          cardholder_response_info: `Your card ${CARDS.success} is blocked.`,
        })
      : pass();
  expect(await json(await pay(place, refused))).toMatchObject({
    outcome: { cardholder_text: 'Your card 422200******5344 is blocked.' },
  });
  place.intercept = undefined;
  const challenged = await order();
  const answer = await json(await pay(place, challenged, CARDS.challenge));
  await answerChallenge(place, answer);
  await report(place, challenged, answer.server_trans_id as string, { cres: CARDS.challenge });

  // Card data in the wrong field of a request.
  const confused = await order();
  const body = {
    server_trans_id: await prepare(place, confused, CARDS.success),
    card: { ...card(CARDS.success), security_code: '12' },
    browser_data: BROWSER,
    method_url_completion: 'YES',
  };
  await place.call(`orders/${confused}/authentications`, body, { 'idempotency-key': newKey() });

  const files = readdirSync(folder);
  expect(files).toEqual(expect.arrayContaining(['orders.db', 'orders.db-wal']));
  const stored = files.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
  expect(stored).toContain(challenged);
  for (const number of numbers) expect(stored.replaceAll(/[ -]/g, '')).not.toContain(number);
  expect(stored).not.toMatch(/security_code|"987"|Ada Lovelace|AJkBBkhgQQ/);
  expect(stored).toContain('422200******7408');
});
