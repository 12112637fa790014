import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statusFields, statusMessageSchema } from '../../../src/protocol/redirect/status-message.js';
import { encoded, withinLimit } from '../../../src/sandbox/testpay/messages.js';
import { hashOf, START } from '../sandbox-client.js';
import { answered, compact, iso, messageIn, sandboxWithMerchant, STATUS_URL } from '../method-client.js';

/** The document's lists, written down apart from ours: what each response and delay comes to. */
const OUTCOMES: [response: string, result: string, message: string, fundStatus: string][] = [
  ['Succeeded', '00', 'SUCCEEDED', 'NOT_EXPECTED'],
  ['Pending', '01', 'PENDING', 'WAITING'],
  ['Failed UserAbort', '101', 'FAILED UserAbort', 'NOT_EXPECTED'],
  ['Failed InputData', '101', 'FAILED InputData', 'NOT_EXPECTED'],
  ['Failed LocalDecline', '101', 'FAILED LocalDecline', 'NOT_EXPECTED'],
  ['Failed RemoteDecline', '101', 'FAILED RemoteDecline', 'MISSING'],
  ['Failed Timeout', '101', 'FAILED Timeout', 'MISSING'],
  ['Failed LocalError', '101', 'FAILED LocalError', 'NOT_EXPECTED'],
  ['Failed RemoteError', '101', 'FAILED RemoteError', 'MISSING'],
  ['Failed Unknown', '101', 'FAILED Unknown', 'MISSING'],
];
const DELAYS: [delay: string, seconds: number][] = [
  ['No delay', 0],
  ['30s after submit', 30],
  ['1m after submit', 60],
  ['5m after submit', 300],
  ['15m after submit', 900],
  ['1h after submit', 3600],
];
const ALL = OUTCOMES.flatMap((outcome) => DELAYS.map((delay) => [...outcome, ...delay] as const));

const signatureOf = (message: Record<string, string>) =>
  hashOf(
    ['timestamp', 'merchantid', 'orderid', 'result', 'message', 'pasref', 'paymentmethod'].map(
      (field) => message[field] ?? '',
    ),
  );

describe.each(ALL)('%s', (response, result, message, fundStatus, delay, seconds) => {
  test(`the response ${response} with ${delay} has the documented return and status messages`, async () => {
    const { sandbox, merchant } = sandboxWithMerchant();
    const { location, pasref } = await answered(sandbox, response, delay);
    const returned = messageIn(location);
    const expected =
      seconds === 0
        ? { result, message, fundstatus: fundStatus, fundsstatus: fundStatus }
        : { result: '01', message: 'PENDING', fundstatus: 'WAITING', fundsstatus: 'WAITING' };
    expect(returned).toMatchObject({
      ...expected,
      timestamp: compact(START),
      orderid: 'A1',
      pasref,
      paymentmethod: 'testpay',
      sha1hash: signatureOf(returned),
    });
    // Not a moment too early.
    if (seconds > 0) {
      await sandbox.clock.advance(seconds - 0.001);
      expect(merchant.received).toEqual([]);
      await sandbox.clock.advance(0.001);
    }
    expect(merchant.received).toMatchObject([
      { at: iso(START + seconds * 1000), url: STATUS_URL, contentType: 'application/x-www-form-urlencoded' },
    ]);
    const { fields } = merchant.received[0]!;
    expect(fields).toMatchObject({
      result,
      message,
      fundstatus: fundStatus,
      timestamp: compact(START + seconds * 1000),
      pasref,
      sha1hash: signatureOf(fields),
    });
    // Nothing ever follows.
    await sandbox.clock.advance(604_800);
    expect(merchant.received).toHaveLength(1);
  });
});

describe('the messages', () => {
  test('the messages of a redirect payment are these bytes on the wire', async () => {
    const { sandbox, merchant } = sandboxWithMerchant();
    const { location, pasref } = await answered(sandbox, 'Succeeded', 'No delay', {
      details: { descriptor: 'Coins &amp; more + 1' },
    });
    const hash = hashOf(['20261120120000', 'scudo', 'A1', '00', 'SUCCEEDED', pasref, 'testpay']);
    const { merchanttransactionid } = messageIn(location);
    expect(merchanttransactionid).toMatch(/^[A-Za-z0-9]{32}$/);
    const bytes =
      `sha1hash=${hash}&timestamp=20261120120000&merchantid=scudo&account=internet&merchanttransactionid=${merchanttransactionid}&orderid=A1&result=00&Amount=1999&message=SUCCEEDED` +
      `&paymentpurpose=Coins+%26+more+%2B+1&paymentmethod=testpay&fundstatus=NOT_EXPECTED&fundsstatus=NOT_EXPECTED&pasref=${pasref}&country=DE`;
    expect(new URL(location).search).toBe(`?${bytes}`);
    expect(merchant.received[0]!.body).toBe(bytes);
    expect(statusMessageSchema.safeParse(statusFields(new URLSearchParams(bytes))).success).toBe(true);
  });

  test('the messages of a redirect payment omit the fields that the payment-set omitted', async () => {
    const { sandbox } = sandboxWithMerchant();
    const { location } = await answered(sandbox, 'Succeeded', 'No delay', {
      details: { descriptor: undefined, country: undefined },
    });
    expect(Object.keys(messageIn(location))).toEqual([
      'sha1hash',
      'timestamp',
      'merchantid',
      'account',
      'merchanttransactionid',
      'orderid',
      'result',
      'Amount',
      'message',
      'paymentmethod',
      'fundstatus',
      'fundsstatus',
      'pasref',
    ]);
  });

  test('the messages of a redirect payment are signed with SHA-256 in the first place where the payment-set was', async () => {
    const { sandbox, merchant } = sandboxWithMerchant();
    const { location, pasref } = await answered(sandbox, 'Succeeded', 'No delay', { algorithm: 'sha256' });
    const hash = hashOf(['20261120120000', 'scudo', 'A1', '00', 'SUCCEEDED', pasref, 'testpay'], 'secret', 'sha256');
    for (const body of [new URL(location).search.slice(1), merchant.received[0]!.body]) {
      expect(body.startsWith(`sha256hash=${hash}&timestamp=`)).toBe(true);
      expect(body).not.toContain('sha1hash');
    }
  });
});

describe('the limit of 2,048 characters', () => {
  test('a return message beyond 2,048 characters ends before the first field that does not fit, unlike the status message', async () => {
    const { sandbox, merchant } = sandboxWithMerchant();
    const descriptor = 'ü'.repeat(400);
    const { location, pasref } = await answered(sandbox, 'Succeeded', 'No delay', { details: { descriptor } });
    expect(Object.keys(messageIn(location))).toEqual([
      'sha1hash',
      'timestamp',
      'merchantid',
      'account',
      'merchanttransactionid',
      'orderid',
      'result',
      'Amount',
      'message',
    ]);
    expect(messageIn(location)['sha1hash']).toBe(
      hashOf([compact(START), 'scudo', 'A1', '00', 'SUCCEEDED', pasref, 'testpay']),
    );
    expect(merchant.received[0]!.fields).toMatchObject({ paymentpurpose: descriptor, pasref, country: 'DE' });
  });

  test('a return message of exactly 2,048 characters has all its fields', async () => {
    const { sandbox } = sandboxWithMerchant();
    const { location } = await answered(sandbox, 'Succeeded', 'No delay', { details: { descriptor: 'x' } });
    const available = 2048 - (new URL(location).search.length - 1);
    const at = async (length: number) => {
      const { location } = await answered(sandboxWithMerchant().sandbox, 'Succeeded', 'No delay', {
        details: { descriptor: 'x'.repeat(length) },
      });
      return [new URL(location).search.length - 1, 'country' in messageIn(location)];
    };
    expect(await at(available + 1)).toEqual([2048, true]);
    expect(await at(available + 2)).toEqual([2048 - '&country=DE'.length + 1, false]);
  });

  test('the limit of 2,048 characters is never exceeded and never cuts a field', () => {
    const name = fc.stringMatching(/^[a-z]{1,12}$/);
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 900 }),
      fc.integer({ min: 0, max: 2100 }).map((length) => 'y'.repeat(length)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 16 }), (pairs) => {
        const kept = withinLimit(pairs);
        expect(kept).toEqual(pairs.slice(0, kept.length));
        expect(encoded(kept).length).toBeLessThanOrEqual(2048);
        if (kept.length < pairs.length) expect(encoded(pairs.slice(0, kept.length + 1)).length).toBeGreaterThan(2048);
        // Read again, every value is whole.
        expect([...new URLSearchParams(encoded(kept))]).toEqual(
          kept.map(([key, text]) => [key, Buffer.from(text).toString()]),
        );
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});
