import type { FaultOf } from '../engine/hops.js';
import { WEIGHTS } from '../engine/weights.js';
import type { Baskets } from '../world/baskets.js';
import type { Processes } from '../world/processes.js';
import { AMOUNTS } from '../world/setup.js';
import type { Sim } from '../world/sim.js';

const SECOND = 1000;

/** Plans changes of the basket of an order, and its end (docs/orders.md, Change an order and Withdraw an order). */
export function planBasket(
  { sim, baskets, processes }: { readonly sim: Sim; readonly baskets: Baskets; readonly processes: () => Processes },
  order: string,
): void {
  const { scheduler, faults } = sim;
  const owner = { name: 'basket', isAlive: true };
  const dice = (label: string) => sim.dice(`${order} basket ${label}`);

  function later(act: FaultOf<'basket'>, text: string, fields: () => { amount?: string; expiresAt?: Date }): void {
    scheduler.after(owner, dice(act).between(SECOND, 200 * SECOND), () => {
      if (faults.isHealed) return;
      const update = fields();
      if (update.amount !== undefined) baskets.set(order, update.amount);
      sim.note('basket', `${text} ${order}`);
      void processes().call(({ orders }) => orders.update(order, { ...update, description: dice('text').pick(TEXTS) }));
    });
  }

  const draw = (act: FaultOf<'basket'>, label: string = act) =>
    faults.draw('basket', `${order} ${label}`, { weight: WEIGHTS.basket[act], among: [act] });

  for (let count = 0; count < 2; count++)
    if (draw('change', `change ${count}`)) later('change', 'changes', () => ({ amount: dice('amount').pick(AMOUNTS) }));
  if (draw('describe')) later('describe', 'describes', () => ({}));
  if (draw('expire'))
    later('expire', 'limits the time of', () => ({
      expiresAt: new Date(scheduler.now() + dice('expires').between(SECOND, 300 * SECOND)),
    }));
}

const TEXTS = ['2 tickets', '2 tickets and insurance', '3 tickets'];
