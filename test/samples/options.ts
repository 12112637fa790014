import { readFile } from 'node:fs/promises';
import { createMerchantBackend, type GatewayOptions, type MerchantBackendOptions } from 'scudo-checkout/server';

/** Parts of a shop that the samples use. */
export interface ShopParts {
  readonly publicUrl: string;
  readonly gateway: GatewayOptions;
  readonly store: NonNullable<MerchantBackendOptions['store']>;
  readonly alertStaff: (order: string | undefined, what: string) => void;
  readonly log: { readonly warn: (entry: object) => void };
  readonly queue: { readonly add: (job: object, options: { readonly id: string }) => Promise<void> };
  readonly database: {
    readonly transaction: (
      work: (tx: {
        insert: (table: string, row: object) => Promise<void>;
        insertIfAbsent: (table: string, row: object) => Promise<boolean>;
      }) => Promise<void>,
    ) => Promise<void>;
  };
}

export function withShipping({ publicUrl, gateway, store, alertStaff, database }: ShopParts) {
  // #region ship
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    async onOrderChanged(order, change) {
      if (change.kind === 'flag') return alertStaff(order.id, change.flag);
      if (change.to !== 'paid') return;
      await database.transaction(async (tx) => {
        const isNew = await tx.insertIfAbsent('handled_changes', { id: change.id });
        if (isNew) await tx.insert('shipments', { order: order.id });
      });
    },
  });
  // #endregion
  return scudo;
}

export function withQueue({ publicUrl, gateway, store, queue }: ShopParts) {
  // #region queue
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    async onOrderChanged({ id, reference }, change) {
      await queue.add({ order: id, reference, ...change }, { id: change.id });
    },
  });
  // #endregion
  return scudo;
}

export function withLimits({ publicUrl, gateway, store }: ShopParts) {
  // #region limits
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    limits: { attemptsPerOrder: 6, cardsPerOrder: 3 },
  });
  // #endregion
  return scudo;
}

export function withFingerprintKey({ publicUrl, gateway, store }: ShopParts) {
  // #region fingerprint-key
  const fingerprintKey = process.env['SCUDO_FINGERPRINT_KEY'];
  const scudo = createMerchantBackend({ publicUrl, gateway, store, ...(fingerprintKey && { fingerprintKey }) });
  // #endregion
  return scudo;
}

export function withProblemLog({ publicUrl, gateway, store, log, alertStaff }: ShopParts) {
  // #region problems
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    onProblem({ code, order, route, client, cause }) {
      log.warn({ code, order, route, client, err: cause });
      if (code === 'authorization-unanswered') alertStaff(order, code);
    },
  });
  // #endregion
  return scudo;
}

export function withIsolatedFields({ gateway, store }: ShopParts) {
  // #region isolated
  const scudo = createMerchantBackend({
    publicUrl: 'https://pay.shop.example',
    pages: ['https://shop.example'],
    merchantContactUrl: 'https://shop.example/contact',
    gateway,
    store,
  });
  // #endregion
  return scudo;
}

export function withFieldsScript({ publicUrl, gateway, store }: ShopParts) {
  // #region fields-script
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    fieldsScript: () => readFile('assets/fields.js', 'utf8'),
  });
  // #endregion
  return scudo;
}

export function forContainers() {
  // #region containers
  const scudo = createMerchantBackend({
    publicUrl: 'http://shop:3000/scudo',
    allowInsecure: true,
    gateway: { baseUrl: 'http://sandbox:4174', merchantId: 'scudo', accountId: 'internet', secret: 'secret' },
    store: { path: 'orders.db' },
  });
  // #endregion
  return scudo;
}
