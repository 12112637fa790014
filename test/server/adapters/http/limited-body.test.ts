import { expect, it } from 'vitest';
import type { ProblemReport } from '../../../../src/server.js';
import { json, shop } from '../../scripted-gateway.js';

const POST_ROUTES = ['protocol-versions', 'authentications', 'authorizations', 'redirects'];

it.each([...POST_ROUTES.map((route) => `orders/A1/${route}`), 'status', 'return/A1'])(
  'a body of %s that breaks off is answered 400, or as a message without fields, and is no internal error',
  async (path) => {
    const problems: ProblemReport[] = [];
    const place = shop({ onProblem: (problem) => void problems.push(problem) });
    await place.order({ id: 'A1' });
    const type = path.startsWith('orders') ? 'application/json' : 'application/x-www-form-urlencoded';
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"a"'));
        controller.error(new TypeError('terminated'));
      },
    });
    const request = new Request(`https://shop.example/scudo/${path}`, {
      method: 'POST',
      headers: { 'content-type': type, 'idempotency-key': 'key-12345678' },
      body,
      duplex: 'half',
    } as RequestInit);
    const response = await place.backend.fetch(request, { ip: '203.0.113.7' });
    expect(response.status).toBe(400);
    expect(problems.map(({ code }) => code)).not.toContain('internal-error');
  },
);

it('a list of content types is refused before its pairs are parsed', async () => {
  const place = shop();
  const response = await place.backend.fetch(
    new Request('https://shop.example/scudo/status', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x, application/x-www-form-urlencoded' },
      body: 'a&'.repeat(32_000),
    }),
  );
  expect(response.status).toBe(415);
});

it.each(['4222000006285344', '4222_0000_0628_5344', '4222.0000.0628.5344'])(
  'the Idempotency-Key %s, which has a card number, is refused and not stored',
  async (key) => {
    const place = shop();
    const id = await place.order();
    const response = await place.call(
      `orders/${id}/redirects`,
      { method: 'testpay' },
      {
        'idempotency-key': key,
      },
    );
    expect(response.status).toBe(400);
    expect((await json(response)).fields[0].field).toBe('Idempotency-Key');
    expect(JSON.stringify(await place.backend.orders.read(id))).not.toContain(key);
  },
);

it('the id of an order in a report has no line breaks', async () => {
  const problems: ProblemReport[] = [];
  const place = shop({ onProblem: (problem) => void problems.push(problem) });
  await place.call('orders/%0ascudo%3a%20paid');
  expect(problems).toHaveLength(1);
  expect(JSON.stringify([problems[0]?.order, String(problems[0]?.cause)])).not.toContain('\\n');
});
