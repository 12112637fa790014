import { describe, expect, it } from 'vitest';
import { searchTerms, type OrderRecord, type OrderStore } from '../../../../src/server.js';
import { storeChecks } from '../../../../src/store-conformance.js';
import { memoryOrderStore } from './memory-order-store.js';

/** A memory store with a clock that the checks advance, and `broken` methods in place of its own. */
function storeWith(broken: (store: OrderStore, clock: { time: number }) => Partial<OrderStore> = () => ({})) {
  return () => {
    const clock = { time: Date.parse('2026-11-20T12:00:00Z') };
    const store = memoryOrderStore(undefined, () => new Date(clock.time));
    const opened = { ...store, ...broken(store, clock) };
    return { open: () => opened, advance: (ms: number) => void (clock.time += ms) };
  };
}

const copy = <Value>(value: Value): Value => structuredClone(value);

type Break = (store: OrderStore, clock: { time: number }) => Partial<OrderStore>;

/** The store with calls that reject after `close`, except those of `open`. */
function closable(store: Partial<OrderStore>, open: Partial<OrderStore> = {}): Partial<OrderStore> {
  let isClosed = false;
  const guarded = Object.entries(store).map(([name, call]) => [
    name,
    async (...input: never[]) => {
      if (isClosed) throw new Error('closed');
      return (call as (...input: never[]) => unknown)(...input);
    },
  ]);
  return {
    ...(Object.fromEntries(guarded) as Partial<OrderStore>),
    ...open,
    close: () => Promise.resolve(void (isClosed = true)),
  };
}

/** For each check one or more stores with one defect, which the check must find. */
const DEFECTS: Readonly<Record<string, Readonly<Record<string, Break>>>> = {
  'reads an inserted order unchanged, with revision 1': {
    'drops fields with null': ({ read }) => ({
      read: async (id) => {
        const found = await read(id);
        return found && { ...found, record: JSON.parse(JSON.stringify(found.record, dropNull)) as OrderRecord };
      },
    }),
    'starts at revision 0': ({ read }) => ({
      read: async (id) => {
        const found = await read(id);
        return found && { ...found, revision: found.revision - 1 };
      },
    }),
  },
  'accepts an id once and keeps the first order': {
    'overwrites an order': ({ insert, read, replace }) => ({
      insert: async (record) => {
        const found = await read(record.id);
        return found ? !(await replace(record, found.revision)) : insert(record);
      },
    }),
  },
  'accepts one of 50 concurrent inserts of one id through two handles': {
    'checks before it inserts': ({ insert, read }) => ({
      insert: async (record) => {
        if (await read(record.id)) return false;
        await insert(record);
        return true;
      },
    }),
  },
  'replaces the stored revision and increments it': {
    'keeps the revision': ({ read, ...store }) => {
      const changed = new Map<string, OrderRecord>();
      return {
        replace: async (record, revision) =>
          (await store.replace(record, revision)) || (revision === 1 && !!changed.set(record.id, copy(record))),
        read: async (id) => {
          const found = await read(id);
          return found && { ...found, revision: 1, record: changed.get(id) ?? found.record };
        },
      };
    },
  },
  'refuses another revision and an unknown id, and stores nothing': {
    'accepts a later revision': ({ read, replace }) => ({
      replace: async (record, revision) => replace(record, Math.min(revision, (await read(record.id))?.revision ?? 0)),
    }),
    'inserts an unknown order': ({ insert, replace }) => ({
      replace: async (record, revision) => (await insert(record)) || replace(record, revision),
    }),
  },
  'accepts one of 50 concurrent replacements of one revision through two handles': {
    'compares before it writes': ({ read, replace }) => ({
      replace: async (record, revision) => {
        if ((await read(record.id))?.revision !== revision) return false;
        await replace(record, (await read(record.id))?.revision ?? 0);
        return true;
      },
    }),
  },
  'shows each write to the other handle as soon as it has resolved': {
    'reads from a replica that is one write behind': ({ read, replace }) => {
      const replica = new Map<string, Awaited<ReturnType<OrderStore['read']>>>();
      return {
        replace: async (record, revision) => {
          replica.set(record.id, await read(record.id));
          return replace(record, revision);
        },
        read: async (id) => replica.get(id) ?? read(id),
      };
    },
  },
  'keeps its records apart from the objects that it receives and returns': {
    'returns the object that it received': ({ insert, read }) => {
      const received = new Map<string, OrderRecord>();
      return {
        insert: async (record) => (received.set(record.id, record), insert(record)),
        read: async (id) => {
          const found = await read(id);
          return found && { ...found, record: received.get(id) ?? found.record };
        },
      };
    },
  },
  'keeps every character of a text': {
    'drops NUL': ({ insert }) => ({ insert: (record) => insert(withText(record, (text) => text.replace('\0', ''))) }),
    'normalizes text': ({ insert }) => ({ insert: (record) => insert(withText(record, (text) => text.normalize())) }),
    'replaces lone surrogates': ({ insert }) => ({
      insert: (record) => insert(withText(record, (text) => Buffer.from(text).toString())),
    }),
  },
  'keeps a record of 200 kB': {
    'refuses a large record': ({ replace }) => ({
      replace: async (record, revision) => JSON.stringify(record).length < 65_536 && replace(record, revision),
    }),
  },
  'keeps orders apart whose ids differ in case, or are names of object properties': {
    'ignores case': ({ insert, read, replace }) => ({
      insert: (record) => insert({ ...record, id: record.id.toLowerCase() }),
      read: (id) => read(id.toLowerCase()),
      replace: (record, revision) => replace({ ...record, id: record.id.toLowerCase() }, revision),
    }),
    'finds a property of every object': ({ read }) => ({
      read: async (id) => (id in {} ? ({} as never) : read(id)),
    }),
  },
  'lists orders newest first, and by id where they are equally old': {
    'lists oldest first': ({ list }) => ({ list: async (input) => [...(await list(input))].reverse() }),
    'sorts ids by language': ({ list }) => ({
      list: async ({ limit, ...input }) =>
        [...(await list({ ...input, limit: 1000 }))]
          .sort((one, other) => other.createdAt.localeCompare(one.createdAt) || one.id.localeCompare(other.id))
          .slice(0, limit),
    }),
    'ignores the limit': ({ list }) => ({ list: (input) => list({ ...input, limit: 1000 }) }),
  },
  'lists every order once by cursor, also while orders are added and deleted': {
    'counts pages instead of reading from the cursor': ({ list }) => {
      let offset = 0;
      return {
        list: async ({ after, ...input }) => {
          if (!after && input.limit > 3) return list(input);
          offset = after ? offset + 3 : 0;
          return (await list({ ...input, limit: 1000 })).slice(offset, offset + input.limit);
        },
      };
    },
    'skips orders of the same time': ({ list }) => ({
      list: async ({ after, ...input }) =>
        list(after ? { ...input, after: { time: after.time, id: '\uffff' } } : input),
    }),
    'starts again when the order of the cursor is gone': ({ list, read }) => ({
      list: async ({ after, ...input }) => list(after && (await read(after.id)) ? { ...input, after } : input),
    }),
  },
  'filters the list by state, also after a change of state': {
    'keeps the state of the insertion': ({ insert, list }) => {
      const first = new Map<string, OrderRecord['state']>();
      return {
        insert: async (record) => (first.set(record.id, record.state), insert(record)),
        list: async ({ states, limit, ...input }) =>
          (await list({ ...input, limit: 1000 }))
            .filter(({ id }) => !states || states.includes(first.get(id) ?? 'open'))
            .slice(0, limit),
      };
    },
    'ignores an empty list of states': ({ list }) => ({
      list: ({ states, ...input }) => list(states?.length ? { ...input, states } : input),
    }),
    'filters after it has limited': ({ list }) => ({
      list: async ({ states, ...input }) => (await list(input)).filter(({ state }) => states?.includes(state) ?? true),
    }),
  },
  'filters the list by the time of the last change, without the limit itself': {
    'includes the limit': ({ list }) => ({
      list: ({ updatedBefore, ...input }) =>
        list(updatedBefore ? { ...input, updatedBefore: updatedBefore.replace('Z', '~') } : input),
    }),
    'ignores the limit': ({ list }) => ({ list: ({ updatedBefore: _ignored, ...input }) => list(input) }),
  },
  'filters the list by its times, from each time and before it, and sorts it by either': {
    'ignores the time of creation': ({ list }) => ({
      list: ({ createdFrom: _from, createdBefore: _before, ...input }) => list(input),
    }),
    'excludes the time from which it lists': ({ list }) => ({
      list: ({ createdFrom, ...input }) =>
        list(createdFrom ? { ...input, createdFrom: createdFrom.replace('Z', '~') } : input),
    }),
    'sorts by the time of creation only': ({ list }) => ({ list: ({ sort: _ignored, ...input }) => list(input) }),
  },
  'finds orders by their search terms, also after a change and after a deletion': {
    'ignores the terms': ({ list }) => ({ list: ({ terms: _ignored, ...input }) => list(input) }),
    'finds orders with one of the terms': ({ list }) => ({
      list: async ({ terms, ...input }) => {
        const found = await Promise.all((terms ?? []).map((term) => list({ ...input, terms: [term] })));
        return found.flat();
      },
    }),
    'keeps the terms of the insertion': ({ insert, list }) => {
      const first = new Map<string, OrderRecord>();
      return {
        insert: async (record) => (await insert(record)) && !!first.set(record.id, record),
        list: async ({ terms = [], limit, ...input }) =>
          (await list({ ...input, limit: 1000 }))
            .filter(({ id }) => terms.every((term) => searchTerms(first.get(id)!).includes(term)))
            .slice(0, limit),
      };
    },
    'ignores the case of terms': ({ list }) => ({
      list: async ({ terms = [], ...input }) => {
        const lower = terms.map((term) => term.toLowerCase());
        return (await list(input)).filter((record) =>
          lower.every((term) => searchTerms(record).some((own) => own.toLowerCase() === term)),
        );
      },
    }),
  },
  'counts the orders that meet a filter': {
    'counts all orders': ({ countOrders }) => ({ countOrders: () => countOrders({}) }),
    'ignores the terms': ({ countOrders }) => ({
      countOrders: ({ terms: _ignored, ...filter }) => countOrders(filter),
    }),
    'ignores an empty list of states': ({ countOrders }) => ({
      countOrders: ({ states, ...filter }) => countOrders(states?.length ? { ...filter, states } : filter),
    }),
  },
  'returns due orders, earliest first and then by id, also after a change': {
    'excludes the time itself': ({ due }) => ({ due: ({ at, ...rest }) => due({ ...rest, at: at.slice(0, -1) }) }),
    'sorts by id': ({ due }) => ({
      due: async ({ limit, ...rest }) => [...(await due({ ...rest, limit: 1000 }))].sort().slice(0, limit),
    }),
    'keeps the due time of the insertion': ({ due }) => {
      let first: readonly string[] | undefined;
      return { due: async (input) => (first ??= await due({ ...input, limit: 1000 })).slice(0, input.limit) };
    },
  },
  'returns deliveries, routine look-ups and doubts by times of their own': {
    'takes deliveries for routine look-ups': ({ due }) => ({
      due: (input) => due(input.by === 'deliverAt' ? { ...input, by: 'checkAt' } : input),
    }),
    'has no times of doubts': ({ due }) => ({
      due: (input) => due(input.by === 'unresolvedSince' ? { ...input, by: 'dueAt' } : input),
    }),
    'knows one time only': ({ due }) => ({ due: (input) => due({ ...input, by: 'dueAt' }) }),
    'keeps the time of the insertion': ({ replace, insert }) => {
      const times = new Map<string, string | undefined>();
      return {
        insert: (record) => (times.set(record.id, record.checkAt), insert(record)),
        replace: ({ checkAt: _dropped, ...record }, revision) => {
          const checkAt = times.get(record.id);
          return replace({ ...record, ...(checkAt === undefined ? {} : { checkAt }) }, revision);
        },
      };
    },
  },
  'returns a time that does not run backwards, with milliseconds': {
    'has a clock that is set back': ({ now }) => {
      let calls = 0;
      return { now: async () => new Date((await now()).getTime() - ++calls * 10) };
    },
    'reads with another clock': ({ read }) => ({
      read: async (id) => {
        const found = await read(id);
        return found && { ...found, at: new Date(found.at.getTime() - 1000) };
      },
    }),
    'returns no valid time': () => ({ now: async () => new Date(NaN) }),
  },
  'returns the same time through two handles': {},
  'counts from 1 for each key, and keeps the end of the first count': {
    'moves the end with each count': ({ addToCounter }, clock) => ({
      addToCounter: async (key, { ms }) => ({
        ...(await addToCounter(key, { ms })),
        endsAt: new Date(clock.time++ + ms),
      }),
    }),
    'counts all keys together': ({ addToCounter }) => ({ addToCounter: (_key, input) => addToCounter('', input) }),
    'ignores the case of keys': ({ addToCounter }) => ({
      addToCounter: (key, input) => addToCounter(key.toLowerCase(), input),
    }),
    'starts at 0': ({ addToCounter }) => ({
      addToCounter: async (key, input) => {
        const { value, endsAt } = await addToCounter(key, input);
        return { value: value - 1, endsAt };
      },
    }),
  },
  'reads a counter without counting, and takes counts back to zero at most': {
    'ignores the number that is added': ({ addToCounter }) => ({
      addToCounter: (key, { ms }) => addToCounter(key, { ms }),
    }),
    'counts a reading': ({ addToCounter }) => ({
      addToCounter: (key, { ms, add = 1 }) => addToCounter(key, { ms, add: add === 0 ? 1 : add }),
    }),
  },
  'gives each of 50 concurrent counts through two handles a value of its own': {
    'reads before it writes': () => {
      const values = new Map<string, number>();
      return {
        addToCounter: async (key) => {
          const value = (values.get(key) ?? 0) + 1;
          await Promise.resolve();
          values.set(key, value);
          return { value, endsAt: new Date(0) };
        },
      };
    },
  },
  'counts from 1 again after a counter has ended, with a new end': {
    'never ends a counter': ({ addToCounter }) => {
      const ends = new Map<string, Date>();
      const values = new Map<string, number>();
      return {
        addToCounter: async (key, input) => {
          const { endsAt } = await addToCounter(key, input);
          values.set(key, (values.get(key) ?? 0) + 1);
          ends.set(key, ends.get(key) ?? endsAt);
          return { value: values.get(key) ?? 0, endsAt: ends.get(key) ?? endsAt };
        },
      };
    },
    'keeps the old end': ({ addToCounter }) => {
      const ends = new Map<string, Date>();
      return {
        addToCounter: async (key, input) => {
          const counted = await addToCounter(key, input);
          ends.set(key, ends.get(key) ?? counted.endsAt);
          return { ...counted, endsAt: ends.get(key) ?? counted.endsAt };
        },
      };
    },
  },
  'keeps a running counter when it prunes': {
    'deletes all counters': ({ addToCounter, prune }) => {
      let pruned = 0;
      return {
        addToCounter: (key, input) => addToCounter(`${key} ${pruned}`, input),
        prune: (options) => (pruned++, prune(options)),
      };
    },
  },
  'prunes only old orders in the given states': {
    'prunes in every state': ({ prune }) => ({
      prune: (options) => prune({ ...options, states: ['open', 'pending', 'paid', 'failed'] }),
    }),
    'includes the limit': ({ prune }) => ({
      prune: (options) => prune({ ...options, updatedBefore: options.updatedBefore.replace('Z', '~') }),
    }),
    'hides orders instead of deleting them': ({ prune, insert, read }) => {
      const known = new Set<string>();
      return {
        prune,
        read,
        insert: async (record) => !known.has(record.id) && (known.add(record.id), insert(record)),
      };
    },
  },
  'never prunes an order with a look-up, a delivery or a routine look-up': {
    'prunes orders with a delivery': ({ insert, prune }) => ({
      insert: ({ deliverAt: _dropped, ...record }) => insert(record),
      prune,
    }),
    'prunes orders with a routine look-up': ({ insert, prune }) => ({
      insert: ({ checkAt: _dropped, ...record }) => insert(record),
      prune,
    }),
    'prunes orders that are due': ({ insert, prune, replace }) => ({
      insert: ({ dueAt: _dropped, ...record }) => insert(record),
      replace: ({ dueAt: _dropped, ...record }, revision) => replace(record, revision),
      prune,
    }),
    'loses that an order became due': ({ prune, replace }) => ({
      replace: ({ dueAt: _dropped, ...record }, revision) => replace(record, revision),
      prune,
    }),
  },
  'prunes at most the given number of orders': {
    'ignores the limit': ({ prune }) => ({ prune: (options) => prune({ ...options, limit: 1000 }) }),
    'returns the limit instead of the number': ({ prune }) => ({
      prune: async (options) => (await prune(options), options.limit),
    }),
  },
  'rejects calls for orders and counters after it is closed, if it can be closed': {
    'opens itself again after it was closed': () => ({ close: () => Promise.resolve() }),
    'reads after it was closed': ({ read, ...store }) => closable(store, { read }),
    'counts after it was closed': ({ addToCounter, ...store }) => closable(store, { addToCounter }),
    'closes the other handle': (store) => closable(store),
  },
};

describe('the conformance checks', () => {
  it.each(storeChecks)('the conformance check passes for a correct store: $name', async ({ run }) => {
    await run(storeWith());
  });

  it('each conformance check has a rule of its own and a store that breaks it', () => {
    const names = storeChecks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(DEFECTS)).toEqual(names);
  });

  const defects = Object.entries(DEFECTS).flatMap(([name, stores]) =>
    Object.entries(stores).map(([defect, broken]) => ({ name, defect, broken })),
  );
  it.each(defects)('the conformance checks find a store that $defect: $name', async ({ name, broken }) => {
    const check = storeChecks.find((one) => one.name === name);
    await expect(check?.run(storeWith(broken))).rejects.toThrow();
  });

  it.each([100, -100])('the conformance checks find two handles whose clocks are %i ms apart', async (ms) => {
    const check = storeChecks.find(({ name }) => name === 'returns the same time through two handles');
    let handles = 0;
    const open = () => {
      const late = ms * handles++;
      return memoryOrderStore(undefined, () => new Date(Date.parse('2026-11-20T12:00:00Z') + late));
    };
    await expect(check?.run(() => ({ open }))).rejects.toThrow('at least 100 ms apart');
  });

  it('a conformance check rejects when the clock stands still and the test provides no advance', async () => {
    const check = storeChecks.find(({ name }) => name.startsWith('counts from 1 again after a counter has ended'));
    const pauses: number[] = [];
    const pause = (ms: number) => Promise.resolve(void pauses.push(ms));
    const make = () => {
      const store = memoryOrderStore();
      return { open: () => store };
    };
    await expect(check?.run(make, { pause })).rejects.toThrow('now() does not advance; provide advance(ms)');
    expect(pauses).toEqual(Array(200).fill(5));
    await expect(check?.run(make, { pause, maxPauses: 3 })).rejects.toThrow('now() does not advance');
    expect(pauses).toHaveLength(203);
  });

  it('a conformance check waits for a clock that advances by itself', async () => {
    const check = storeChecks.find(({ name }) => name.startsWith('counts from 1 again after a counter has ended'));
    let time = Date.parse('2026-11-20T12:00:00Z');
    const store = memoryOrderStore(undefined, () => new Date(time));
    let pauses = 0;
    const pause = (ms: number) => Promise.resolve(void (pauses++, (time += ms)));
    await check?.run(() => ({ open: () => store }), { pause });
    expect(pauses).toBe(4);
  });

  it('the conformance checks close every handle, also after a failure', async () => {
    let open = 0;
    const make = () => ({
      open: () => (
        open++,
        {
          ...memoryOrderStore(),
          insert: async () => false,
          close: async () => {
            open--;
          },
        }
      ),
    });
    for (const { run } of storeChecks.filter(({ name }) => name.includes('insert'))) {
      await expect(run(make)).rejects.toThrow();
    }
    expect(open).toBe(0);
  });
});

function dropNull(_key: string, value: unknown): unknown {
  return value === null ? undefined : value;
}

function withText(record: OrderRecord, change: (text: string) => string): OrderRecord {
  return record.description === undefined ? record : { ...record, description: change(record.description) };
}
