import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  GatewayError,
  MessageError,
  type AuthenticationQuery,
  type Gateway,
  type MerchantBackend,
  type PaymentQuery,
  type RefundQuery,
} from 'scudo-checkout/server';

/** The back office's API: orders, refunds and the gateway's reports. A real shop asks who is calling first. */
export function backOffice(backend: MerchantBackend, gateway: Gateway): Hono {
  const office = new Hono();
  office.onError((error, context) => {
    if (error instanceof MessageError) return context.json({ title: error.message, fields: error.issues }, 400);
    if (error instanceof GatewayError) return context.json({ title: error.message }, 502);
    return context.json({ title: 'The shop made a mistake.' }, 500);
  });

  office.get('/orders', async (context) => {
    const [limit, page] = [20, Number(context.req.query('page') ?? 1)];
    const orders = await backend.orders.list({ limit, offset: (page - 1) * limit });
    return context.json(await Promise.all(orders.map(({ id }) => backend.orders.shopView(id))));
  });

  office.post('/orders/:id/refunds', bodyLimit({ maxSize: 16_384 }), async (context) => {
    const { amount, comment } = (await context.req.json().catch(() => ({}))) as { amount?: string; comment?: string };
    const key = context.req.header('idempotency-key');
    return context.json(
      await backend.orders.refund(context.req.param('id'), {
        ...(amount ? { amount } : {}),
        ...(comment ? { comment } : {}),
        ...(key ? { key } : {}),
      }),
    );
  });

  office.get('/reports/payments', async (context) => {
    const { state, merchantTransactionId, accountId, ...range } = filters(context);
    const input = {
      ...range,
      ...given({ transactionState: state, merchantTransactionId, accountId }),
      returnPii: context.req.query('returnPii') === 'on',
    };
    return context.json(await gateway.payments.page(input as PaymentQuery, pageOf(context)));
  });

  office.get('/reports/refunds', async (context) => {
    const { state, orderId, merchantTransactionId, merchantRefundId, accountId, ...range } = filters(context);
    const accountIds = accountId?.split(',').map((one) => one.trim());
    const input = {
      ...range,
      ...given({ transactionState: state, orderId, merchantTransactionId, merchantRefundId }),
      ...(accountIds ? { accountIds } : {}),
    };
    return context.json(await gateway.refunds.page(input as RefundQuery, pageOf(context)));
  });

  office.get('/reports/authentications', async (context) => {
    const { server_trans_id, ds_trans_id, order_id, bin, startedFrom, startedTo, pageSize } = filters(context);
    const query: AuthenticationQuery = {
      startedFrom: startedFrom ?? new Date(Date.now() - 86_400_000),
      startedTo: startedTo ?? new Date(Date.now() + 60_000),
      ...given({ serverTransId: server_trans_id, dsTransId: ds_trans_id, orderId: order_id, bin }),
      ...(pageSize ? { pageSize } : {}),
    };
    return context.json(await gateway.authentications.searchPage(query, pageOf(context)));
  });
  return office;
}

type Filters = Record<string, string | undefined> & {
  readonly startedFrom?: Date;
  readonly startedTo?: Date;
  readonly pageSize?: number;
};

/** What the form filled in; a time of the form is one of the shop's own clock. */
function filters(context: Context): Filters {
  const { start, end, pageSize, page: _page, returnPii: _pii, ...rest } = context.req.query();
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  return {
    ...known,
    ...(start ? { startedFrom: new Date(start) } : {}),
    ...(end ? { startedTo: new Date(end) } : {}),
    ...(pageSize ? { pageSize: Number(pageSize) } : {}),
  } as Filters;
}

function given(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function pageOf(context: Context): number {
  return Number(context.req.query('page') ?? 1);
}
