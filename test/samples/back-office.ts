import { createServer } from 'node:http';
import { createBackOffice, type Staff } from 'scudo-checkout/back-office';
import type { MerchantHandler } from 'scudo-checkout/server';

export function mountBackOffice(
  backend: MerchantHandler,
  staffOf: (cookie: string | null) => Promise<Staff | undefined>,
  secret: string,
) {
  const office = createBackOffice({
    orders: backend.orders,
    authorize: (request) => staffOf(request.headers.get('cookie')),
    secret,
  });
  return createServer(office.listener);
}
