import type { ReportOverride } from '../../../src/sandbox/core/report-override.js';
import { compactTimestamp } from '../../../src/protocol/values/timestamp.js';
import type { PaymentState } from '../../../src/protocol/reports/report-query.js';
import type { OrderRecord } from '../../../src/server.js';
import type { Message, Reply } from '../engine/network.js';
import type { Owner } from '../engine/scheduler.js';
import { signedFields } from './gateway.js';
import type { Sim } from './sim.js';
import { postOf } from './wire.js';
import { WEIGHTS } from '../engine/weights.js';

/** Wrong answers and messages of the gateway about a payment. Its last word is right. */
export interface Contradictions {
  /** Returns the difference between the record of a redirect payment and the payment itself. */
  ofReport(attempt: OrderRecord['attempts'][number] | undefined, state: PaymentState): ReportOverride;
  /** Returns the answer to a query, which is wrong once for each payment and each leg. */
  ofQuery(gatewayOrderId: string, reply: Reply): Reply;
  /** The shopper has answered the page of a redirect payment. Returns the address to which the browser goes back. */
  ofMessages(payment: AnsweredPayment, back: string): string;
}

interface AnsweredPayment {
  readonly gatewayOrderId: string;
  readonly isSuccessful: boolean;
  /** The time at which the answer takes effect, in milliseconds. */
  readonly at: number;
}

/** Attempts to deliver the last message, and the pause between two. */
const LAST_WORDS = { tries: 40, pause: 60_000 };

export function contradict(sim: Sim, owner: Owner, deliver: (message: Message) => Promise<Reply>): Contradictions {
  const { scheduler, faults, setup } = sim;
  /** By payment, the time until which the report is wrong. */
  const reports = new Map<string, number>();
  const queries = new Set<string>();

  function isReportWrong(id: string): boolean {
    const isDrawn = () =>
      faults.draw('gateway', `report ${id}`, { weight: WEIGHTS.gateway.report, among: ['false-report'] }) !== undefined;
    const until =
      reports.get(id) ?? (isDrawn() ? scheduler.now() + sim.dice('false report').between(1000, 120_000) : 0);
    reports.set(id, until);
    return !faults.isHealed && scheduler.now() < until;
  }

  /** Signs a message of the present time, so that it is no copy of the return message. */
  function signed(fields: Readonly<Record<string, string>>, isSuccessful: boolean): Record<string, string> {
    const said = isSuccessful ? { result: '00', message: 'SUCCEEDED' } : { result: '101', message: 'FAILED' };
    const timestamp = compactTimestamp(new Date(scheduler.now()));
    return signedFields({ ...fields, ...said, timestamp }, setup.hashAlgorithms.messages);
  }

  async function insist(message: Message): Promise<void> {
    for (let tries = 0; tries < LAST_WORDS.tries; tries++) {
      const pause = scheduler.sleep(owner, LAST_WORDS.pause).then(() => undefined);
      // A lost message has no answer at all.
      const reply = await Promise.race([deliver(message).catch(() => undefined), pause]);
      if (reply && reply.status < 300) return;
      await pause;
    }
  }

  return {
    ofReport(attempt, state) {
      if (attempt?.kind !== 'redirect' || !['SUCCEEDED', 'FAILED'].includes(state)) return {};
      if (!isReportWrong(attempt.gatewayOrderId)) return {};
      // A failure that nothing contradicts is the gateway's word, and counts.
      const isContradicted =
        attempt.progress.step === 'succeeded' ||
        (attempt.claim?.result === '00' && !attempt.messages.includes('status-101'));
      const another: ReportOverride[] = [{ amount: `1${attempt.amount}` }, { currency: 'XAF' }];
      const dice = sim.dice('report');
      if (state === 'FAILED')
        return dice.pick([{ result: '00' }, ...another.map((one): ReportOverride => ({ ...one, state: 'SUCCEEDED' }))]);
      const half: ReportOverride[] = [{ result: '101' }, ...another];
      return dice.pick(isContradicted ? [{ state: 'FAILED' }, ...half] : half);
    },
    ofQuery(id, reply) {
      const isLeg = id.startsWith('_');
      const fault = queries.has(id)
        ? undefined
        : faults.draw('gateway', isLeg ? 'leg' : 'query', { among: [isLeg ? 'false-leg' : 'false-query'] });
      if (fault === undefined || !reply.body.includes('<result>00<')) return reply;
      queries.add(id);
      sim.note('gateway', `answers wrongly about ${id}`);
      const body = sim.dice(fault).chance(0.5)
        ? reply.body.replace('<result>00<', '<result>101<')
        : reply.body.replace(/<amount[^>]*>/, (tag) => `${tag}1`);
      return { ...reply, body };
    },
    ofMessages({ gatewayOrderId, isSuccessful, at }, back) {
      if (!setup.contradicts || back === '') return back;
      if (!faults.draw('gateway', 'message', { weight: WEIGHTS.gateway.message, among: ['false-message'] }))
        return back;
      sim.note('gateway', `reports the opposite about ${gatewayOrderId}`);
      const dice = sim.dice('false message');
      const url = new URL(back);
      const fields = Object.fromEntries(url.searchParams);
      const statusUrl = url.origin + url.pathname.replace('/return/', '/status/');
      const send = () => void deliver(postOf(statusUrl, signed(fields, !isSuccessful))).catch(() => undefined);
      if (dice.chance(0.7)) scheduler.after(owner, dice.between(0, 60_000), send);
      const isLast = at - scheduler.now() + 60_000;
      scheduler.after(owner, isLast, () => void insist(postOf(statusUrl, signed(fields, isSuccessful))));
      if (dice.chance(0.5)) return back;
      url.search = String(new URLSearchParams(signed(fields, !isSuccessful)));
      return url.href;
    },
  };
}
