import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import type { OrderStore } from '../../../../src/server.js';
import { virtualClock } from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

/** A store in which another process changes an order at chosen times, and a clock for it. */
export function sharedStore() {
  const clock = virtualClock();
  const inner = memoryOrderStore(undefined, clock.now);
  let next: { reads: number; readonly change: Change } | undefined;
  const change = async (id: string, by: Change) => {
    const found = (await inner.read(id))!;
    await inner.replace({ ...found.record, ...by(found.record) }, found.revision);
  };
  const store: OrderStore = {
    ...inner,
    read: async (id) => {
      const found = await inner.read(id);
      if (next && --next.reads === 0) await change(id, next.change);
      return found;
    },
  };
  return {
    clock,
    inner,
    store,
    /** Changes the order at once. */
    change,
    /** Changes the order once, right after that read of it. */
    changeAfterRead(number: number, by: Change) {
      next = { reads: number, change: by };
    },
  };
}

type Change = (record: OrderRecord) => Partial<OrderRecord>;

/** An order that another process has paid by redirect. */
export const paidByOther = () =>
  ({ state: 'paid', payment: { gatewayOrderId: 'A-2', method: 'testpay', pasref: '1' } }) as const;
