import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import type { OrderStore } from '../../../../src/server.js';
import { virtualClock } from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

/** A store in which another process changes an order at chosen times, and a clock for it. */
export function sharedStore() {
  const clock = virtualClock();
  const inner = memoryOrderStore(undefined, clock.now);
  let next: { readonly isDue: (written: OrderRecord) => boolean; readonly change: Change } | undefined;
  const change = async (id: string, by: Change) => {
    const found = (await inner.read(id))!;
    await inner.replace({ ...found.record, ...by(found.record) }, found.revision);
  };
  const store: OrderStore = {
    ...inner,
    replace: async (record, revision) => {
      const isStored = await inner.replace(record, revision);
      if (isStored && next?.isDue(record)) {
        const { change: by } = next;
        next = undefined;
        await change(record.id, by);
      }
      return isStored;
    },
  };
  return {
    clock,
    inner,
    store,
    /** Changes the order at once. */
    change,
    /** Changes the order once, right after the first write that fulfils the condition. */
    changeAfter(isDue: (written: OrderRecord) => boolean, by: Change) {
      next = { isDue, change: by };
    },
  };
}

type Change = (record: OrderRecord) => Partial<OrderRecord>;

/** True for the write that claims the Idempotency-Key of a call. */
export const isClaim = ({ answers }: OrderRecord) => Object.values(answers).some((one) => one.answer === undefined);

/** An order that another process has paid by redirect. */
export const paidByOther = () =>
  ({ state: 'paid', payment: { gatewayOrderId: 'A-2', method: 'testpay', pasref: '1' } }) as const;
