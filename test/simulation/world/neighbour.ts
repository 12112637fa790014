import { createGateway } from '../../../src/server.js';
import type { ReportOverride } from '../../../src/sandbox/core/report-override.js';
import type { Owner } from '../engine/scheduler.js';
import { digest, GATEWAY, SECRET } from './gateway.js';
import type { Sim } from './sim.js';

/** Another shop on the same merchant account. Its payments are in every report, and pay no order of ours. */
export interface Neighbour {
  /** Begins a payment whose gateway order id begins like those of an order of ours. */
  pays(order: string): void;
  /** The order of ours that a payment of the neighbour resembles; undefined for a payment of ours. */
  resembles(gatewayOrderId: string): string | undefined;
  /** Returns the record of the neighbour's payment with the gateway order id of ours, if the world has such records. */
  override(order: string, own: string | undefined): ReportOverride | undefined;
}

const ID = /^(.+)-neighbour1$/;

export function openNeighbour(sim: Sim, fetch: typeof globalThis.fetch): Neighbour {
  const { scheduler, setup } = sim;
  const owner: Owner = { name: 'neighbour', isAlive: true };
  const gateway = createGateway({
    baseUrl: GATEWAY,
    merchantId: 'scudo',
    accountId: 'internet',
    secret: SECRET,
    digest,
    fetch,
    now: () => new Date(scheduler.now()),
    after: (ms, call) => scheduler.after(owner, ms, call),
  });

  async function pay(order: string): Promise<void> {
    const dice = sim.dice(`${order} neighbour`);
    const { amount, currency } = setup.of(order);
    const other = dice.pick(['777', '4300']);
    const { redirectUrl } = await gateway.paymentSets.create({
      orderId: `${order}-neighbour1`,
      amount: sim.dice(`${order} neighbour amount`).chance(0.5) ? amount : other,
      currency,
      method: 'testpay',
      accountHolderName: 'Ada Lovelace',
      country: 'GB',
      returnUrl: 'https://shop.example/neighbour/return',
      statusUrl: 'https://shop.example/neighbour/status',
    });
    const response = dice.pick(['Succeeded', 'Succeeded', 'Failed']);
    const body = String(new URLSearchParams({ response, delay: 'No delay' }));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status } = await fetch(new Request(redirectUrl, { method: 'POST', headers, body }));
    sim.note('neighbour', `${response} ${status}`);
  }

  return {
    pays(order) {
      if (setup.neighbour === 'none') return;
      const ms = sim.dice(`${order} neighbour time`).between(1000, 90_000);
      scheduler.after(owner, ms, () => void pay(order).catch(() => sim.note('neighbour', 'has no answer')));
    },
    resembles: (gatewayOrderId) => ID.exec(gatewayOrderId)?.[1],
    override: (_order, own) => (setup.neighbour === 'same-id' && own !== undefined ? { orderId: own } : undefined),
  };
}
