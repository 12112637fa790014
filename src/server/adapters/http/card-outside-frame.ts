import type { Context } from 'hono';
import type { Uses } from '../../ports/ports.js';
import { Problem } from '../../domain/problems/problem.js';
import { safeText, shortText } from '../../util/card-data.js';
import type { Env } from './client.js';

const MINUTE = 60_000;
/** Longer than an order can be paid (docs/data.md, Counters). */
const YEAR = 365 * 24 * 60 * MINUTE;

/** A check of one call with card data, in two steps, so that a refused call is not read. */
export interface FrameCheck {
  /** @throws {Problem} card-outside-frame for a call of another origin, or without one */
  readonly origin: () => Promise<void>;
  /** @throws {Problem} card-outside-frame for a call without the secret of a frame */
  readonly frameKey: (key: string | undefined) => Promise<void>;
}

type FrameCheckPorts = Uses<'cardFields' | 'addToCounter' | 'fingerprint' | 'publicUrl' | 'report'>;

/**
 * Checks that a call with card data comes from the frame with the isolated card fields
 * (docs/security.md#card-data-from-outside-the-frame). A script of a page can fake everything but the header `Origin`.
 * @param c context of the call
 */
export function frameCheck(ports: FrameCheckPorts, c: Pick<Context<Env>, 'req'>, order: string): FrameCheck {
  const { origin: own } = new URL(ports.publicUrl);
  const origin = c.req.header('origin');

  async function refuse(fault: string): Promise<never> {
    const cause = new Error(
      `${fault} If the page or client is yours, set the option cardFields: 'page'. ` +
        `Otherwise a script of the page may read cards.`,
    );
    if (await isNews(ports, order)) ports.report('card-outside-frame', cause, order);
    throw new Problem('card-outside-frame', [], { cause });
  }

  return {
    async origin() {
      if (ports.cardFields === 'page' || origin === own) return;
      const from = origin === undefined ? 'without the header Origin' : `from ${safeText(shortText(origin, 200))}`;
      await refuse(`A call with card data came ${from}, not from the frame of ${own}.`);
    },
    async frameKey(key) {
      if (ports.cardFields === 'page' || key !== undefined) return;
      await refuse(`A call with card data came from ${own} without the frame_key of a frame.`);
    },
  };
}

/**
 * True for a refused call of an order that was not reported yet, if the shop had no report in the last minute. The
 * store counts, so that several processes report once. An order counts only when it is reported.
 */
async function isNews(
  { addToCounter, fingerprint }: Uses<'addToCounter' | 'fingerprint'>,
  order: string,
): Promise<boolean> {
  const ofOrder = `card-outside-frame ${await fingerprint(`order ${order}`)}`;
  if ((await addToCounter(ofOrder, { ms: YEAR, add: 0 })).value > 0) return false;
  if ((await addToCounter('card-outside-frame-shop', { ms: MINUTE })).value > 1) return false;
  return (await addToCounter(ofOrder, { ms: YEAR })).value === 1;
}
