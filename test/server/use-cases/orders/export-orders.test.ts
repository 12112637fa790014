import { expect, it } from 'vitest';
import { csvLines, jsonLines, type OrderRow } from '../../../../src/server.js';
import { viewOf, CARDS, PAYER, shop } from '../../scripted-gateway.js';

const CARD = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const found: Value[] = [];
  for await (const value of values) found.push(value);
  return found;
}

async function* rowsOf(...rows: readonly Partial<OrderRow>[]) {
  for (const row of rows) yield row as OrderRow;
}

async function shopWithOrders() {
  const place = shop();
  const open = await place.order({ reference: 'SO-1', description: 'For Ada', payer: PAYER });
  place.clock.advance(1_000);
  const paid = await place.order({ reference: 'SO-2', description: 'For Ada', payer: PAYER });
  expect(await place.backend.orders.payStored(paid, { card: CARD })).toMatchObject({ status: 'paid' });
  return { place, open, paid, orders: place.backend.orders };
}

it('orders.export returns the facts about money of each order, newest first, without personal data', async () => {
  const { place, orders, open, paid } = await shopWithOrders();
  const rows = await all(orders.export());
  const record = (await orders.read(paid))!;
  expect(rows.map(({ id }) => id)).toEqual([paid, open]);
  // The page shows the same time.
  expect(rows[0]!.paidAt).toBe((await viewOf(place, paid)).paid_at);
  expect(rows[0]).toMatchObject({
    reference: 'SO-2',
    state: 'paid',
    amount: record.amount,
    captured: record.amount,
    refunded: '0',
    refundable: record.amount,
    method: 'card',
    brand: 'visa',
    gatewayOrderId: record.payment!.gatewayOrderId,
    payments: 1,
    flags: '',
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  });
  expect(rows[1]).toMatchObject({ reference: 'SO-1', state: 'open', method: null, brand: null, paidAt: null });
  const text = JSON.stringify(rows);
  for (const personal of ['Ada', PAYER.email, PAYER.mobilePhone.subscriberNumber, CARDS.success.slice(-4)]) {
    expect(text).not.toContain(`"${personal}`);
    expect(rows.flatMap((row) => Object.values(row))).not.toContain(personal);
  }
  expect(Object.keys(rows[0]!)).toEqual(Object.keys(rows[1]!));
});

it('other work of the process is done during an export from a store in the process', async () => {
  const place = shop();
  for (let count = 0; count < 401; count++) await place.order();
  let rows = 0;
  const rowsBefore: number[] = [];
  setImmediate(() => rowsBefore.push(rows));
  for await (const _row of place.backend.orders.export()) rows++;
  expect(rows).toBe(401);
  expect(rowsBefore[0]).toBeLessThan(401);
});

it('orders.export has personal data when it is asked for, and only the orders of its filter', async () => {
  const { orders, open, paid } = await shopWithOrders();
  const [row, ...others] = await all(orders.export({ personal: true, states: ['open'] }));
  expect(others).toEqual([]);
  expect(row).toMatchObject({ id: open, description: 'For Ada', email: PAYER.email, card: null });
  expect((await all(orders.export({ personal: true, reference: 'SO-2' })))[0]).toMatchObject({
    id: paid,
    card: expect.stringMatching(/^422200\*+5344$/) as string,
    email: null,
  });
});

it('orders.export returns every order once over many pages', async () => {
  const place = shop();
  const ids: string[] = [];
  for (let index = 0; index < 205; index++) ids.push(await place.order());
  expect((await all(place.backend.orders.export())).map(({ id }) => id).sort()).toEqual(ids.sort());
});

it('orders.export ends with the Problem closing when the backend is closed', async () => {
  const { place, orders } = await shopWithOrders();
  await place.backend.close();
  await expect(orders.export().next()).rejects.toMatchObject({ code: 'closing' });
});

it.each([
  ['=1+1', "'=1+1"],
  ['+44', "'+44"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', '"\'\tx"'],
  ['\nx', '"\'\nx"'],
  ['\rx', '"\'\rx"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['a\r\nb', '"a\r\nb"'],
  ['x;=1+1', `"x;'=1+1"`],
  ['x;"=1+1', `"x;'""=1+1"`],
  ['x\n@SUM(A1)', `"x\n'@SUM(A1)"`],
  ['a;b', '"a;b"'],
  ["O'Hara = 1", "O'Hara = 1"],
  ['', ''],
  ['β 漢字', 'β 漢字'],
])('csvLines writes the text %j as %s', async (reference, cell) => {
  expect(await all(csvLines(rowsOf({ reference, amount: '5' })))).toEqual(['reference,amount\r\n', `${cell},5\r\n`]);
});

it('csvLines leaves a cell without a value empty, and writes the names of the columns also without an order', async () => {
  const lines = await all(csvLines(rowsOf({ id: 'A', pasref: null, exponent: 2, liabilityShift: true })));
  expect(lines).toEqual(['id,pasref,exponent,liabilityShift\r\n', 'A,,2,true\r\n']);
  const { orders } = await shopWithOrders();
  for (const personal of [false, true]) {
    const [names] = await all(csvLines(orders.export({ personal })));
    expect(await all(csvLines(rowsOf(), { personal }))).toEqual([names]);
  }
});

it('jsonLines writes one line for each order, also for texts with line ends', async () => {
  const lines = await all(jsonLines(rowsOf({ reference: 'a\n"b"' }, { reference: null })));
  expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([{ reference: 'a\n"b"' }, { reference: null }]);
});
