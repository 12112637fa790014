import { readFile } from 'node:fs/promises';
import {
  createMerchantBackend,
  openTelemetry,
  type GatewayOptions,
  type MerchantBackendOptions,
  type OpenTelemetryApi,
} from 'scudo-checkout/server';

/** An order and the payment that paid it. */
export interface PaidRow {
  readonly order: string;
  readonly attempt: string | undefined;
}

type Write = (this: Logger, entry: object) => void;

/** A logger whose methods need their object, such as pino. */
interface Logger {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** Parts of a shop that the samples use. */
export interface ShopParts {
  readonly publicUrl: string;
  readonly gateway: GatewayOptions;
  readonly store: NonNullable<MerchantBackendOptions['store']>;
  readonly alertStaff: (order: string | undefined, what: string) => void;
  readonly log: Logger;
  readonly queue: { readonly add: (job: object, options: { readonly id: string }) => Promise<void> };
  readonly database: {
    readonly transaction: (
      work: (tx: {
        find: (table: string, key: { readonly order: string }) => Promise<PaidRow | undefined>;
        insert: (table: string, row: PaidRow) => Promise<void>;
        insertIfAbsent: (table: string, row: PaidRow) => Promise<void>;
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
      const { attempt } = change;
      // Amounts are captured at once. With autosettle false or 'multi', ship when the capture is done.
      const isPaid = change.kind === 'confirmed' || change.to === 'paid';
      // A message alone has decided. The change `confirmed` follows when the payments report agrees.
      const isUnconfirmed = order.flags.some((flag) => flag.kind === 'unconfirmed' && flag.attempt === attempt);
      if (!isPaid || isUnconfirmed) return;
      await database.transaction(async (tx) => {
        // The key of both tables is the order, and of returns also the attempt.
        const shipment = await tx.find('shipments', { order: order.id });
        if (!shipment) await tx.insert('shipments', { order: order.id, attempt });
        else if (shipment.attempt !== attempt) await tx.insertIfAbsent('returns', { order: order.id, attempt });
      });
    },
  });
  // #endregion
  return scudo;
}

export function withReservation({ publicUrl, gateway, store, alertStaff, database }: ShopParts) {
  // #region ship-reserved
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    autosettle: false,
    async onOrderChanged(order, change) {
      if (change.kind === 'flag') return alertStaff(order.id, change.flag);
      if (change.kind !== 'state' || change.to !== 'authorized') return;
      const { attempt } = change;
      await database.transaction(async (tx) => {
        // The amount is reserved: pack one parcel for each order. Cancel another attempt: it is a second payment.
        const parcel = await tx.find('parcels', { order: order.id });
        if (!parcel) await tx.insert('parcels', { order: order.id, attempt });
        else if (parcel.attempt !== attempt) await tx.insertIfAbsent('returns', { order: order.id, attempt });
      });
    },
  });

  /** Captures the amount when the parcel is ready. Ship it when this returns true; call it again until then. */
  async function captureParcel(order: string): Promise<boolean> {
    // The key makes repeated calls one capture, also after a crash.
    const { state, message = '' } = await scudo.orders.capture(order, { key: `parcel-${order}` });
    if (state === 'refused') alertStaff(order, `Do not ship: ${message}`);
    return state === 'done';
  }
  // #endregion
  return { scudo, captureParcel };
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

export function withSharedAddress({ publicUrl, gateway, store }: Pick<ShopParts, 'publicUrl' | 'gateway' | 'store'>) {
  // #region shared-address
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    limits: { versionChecksPerClient: 5_000, declinedCardsPerClient: 500 },
  });
  // #endregion
  return scudo;
}

export function withAttempts({ publicUrl, gateway, store, log }: ShopParts) {
  // #region attempts
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    onAttempt({ id, reference }, { result, method, card, client }) {
      log.warn({ order: id, reference, result, method, card, client });
    },
  });
  // #endregion
  return scudo;
}

export function withOwnRules(
  { publicUrl, gateway, store }: ShopParts,
  hasPassedCaptcha: (order: string, client: string | undefined) => Promise<boolean>,
) {
  // #region own-rules
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    beforePayment: async ({ order, client }) =>
      (await hasPassedCaptcha(order.id, client)) ? undefined : 'backend-refused',
  });
  // #endregion
  return scudo;
}

export function withSwitch({ publicUrl, gateway, store }: ShopParts, down: readonly string[]) {
  // #region hide-method
  const scudo = createMerchantBackend({ publicUrl, gateway, store, hiddenMethods: () => down });
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

export function withTelemetry({
  publicUrl,
  gateway,
  store,
  log,
  opentelemetry,
}: ShopParts & { readonly opentelemetry: OpenTelemetryApi }) {
  // #region telemetry
  const measure = openTelemetry(opentelemetry);
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    onEvent(event) {
      measure(event);
      if (event.level !== 'debug') log[event.level](event);
    },
  });
  // #endregion
  return scudo;
}

export function withEventLog({ publicUrl, gateway, store, log }: ShopParts) {
  // #region events
  const scudo = createMerchantBackend({
    publicUrl,
    gateway,
    store,
    onEvent(event) {
      log[event.level](event);
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
