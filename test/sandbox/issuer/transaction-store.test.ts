import { expect, test } from 'vitest';
import { TransactionStore } from '../../../src/sandbox/issuer/transaction-store.js';
import type { Authentication, Transaction } from '../../../src/sandbox/issuer/model.js';

const transaction = (serverTransId: string) => ({ serverTransId }) as Transaction;

test('drops a transaction under each of its identifiers', () => {
  const store = new TransactionStore(2);
  for (const id of ['a', 'b', 'c']) {
    const added = transaction(id);
    store.add(added);
    store.authenticated(added, {
      acsTransId: `acs-${id}`,
      dsTransId: `ds-${id}`,
      verdict: { authenticationValue: id },
    } as unknown as Authentication);
  }
  expect([store.get('a'), store.ofAcs('acs-a'), store.ofDirectory('ds-a'), store.withValue('a')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(
    [store.get('C'), store.ofAcs('ACS-C'), store.ofDirectory('DS-C'), store.withValue('c')].map(
      (found) => found?.serverTransId,
    ),
  ).toEqual(['c', 'c', 'c', 'c']);
  expect([...store.authentications()].map(({ serverTransId }) => serverTransId)).toEqual(['b', 'c']);
});
