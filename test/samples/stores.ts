import { createMerchantBackend, createPostgresOrderStore, type MerchantBackendOptions } from 'scudo-checkout/server';
import type { Server } from 'node:http';
import type { Pool } from 'pg';

export function sqliteFile(options: MerchantBackendOptions) {
  // #region sqlite
  const scudo = createMerchantBackend({ ...options, store: { path: '/var/lib/shop/scudo.db' } });
  // #endregion
  return scudo;
}

export function postgres(options: MerchantBackendOptions) {
  // #region postgres
  const store = createPostgresOrderStore({ connectionString: process.env['DATABASE_URL'] });
  const scudo = createMerchantBackend({ ...options, store });
  // #endregion
  return { scudo, store };
}

export function ownPool(pool: Pool) {
  // #region pool
  const store = createPostgresOrderStore({ pool, table: 'shop.scudo_orders' });
  // #endregion
  return store;
}

export function stopCleanly(options: MerchantBackendOptions, server: Server) {
  // #region stop
  const store = createPostgresOrderStore({ connectionString: process.env['DATABASE_URL'] });
  const scudo = createMerchantBackend({ ...options, store });
  const timer = setInterval(() => void scudo.orders.reconcile().catch(console.error), 60_000);

  async function stop() {
    clearInterval(timer);
    await scudo.close(); // new calls get 503 closing; running payments and background work end
    server.close(); // your HTTP server
    await store.close(); // the backend closes only a store that it opened
  }
  process.once('SIGTERM', () => void stop());
  // #endregion
}
