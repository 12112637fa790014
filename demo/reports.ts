import { Hono, type HonoRequest } from 'hono';
import type { AuthenticationQuery, Gateway, Orders, PaymentQuery, RefundQuery } from 'scudo-checkout/server';

const DAY = 86_400_000;

/** Creates the HTTP API of the gateway's reports. It passes on the filters of a form, one page at a time. */
export function reports(gateway: Gateway, orders: Orders): Hono {
  const app = new Hono();

  /** The gateway knows a payment by an id of its own; a person knows the order. */
  async function paymentId(orderId: string | undefined): Promise<string | undefined> {
    const order = orderId === undefined ? undefined : await orders.read(orderId);
    return order?.payment?.gatewayOrderId ?? orderId;
  }

  app.get('/payments', async ({ req, json }) => {
    const { state, merchantTransactionId, accountId } = filtersOf(req);
    const query = {
      ...rangeOf(req),
      ...given({ transactionState: state, merchantTransactionId, accountId }),
      returnPii: req.query('returnPii') === 'on',
    } as PaymentQuery;
    return json(await gateway.payments.page(query, pageOf(req)));
  });

  app.get('/refunds', async ({ req, json }) => {
    const { state, orderId, merchantTransactionId, merchantRefundId, accountId } = filtersOf(req);
    const query = {
      ...rangeOf(req),
      ...given({
        transactionState: state,
        orderId: await paymentId(orderId),
        merchantTransactionId,
        merchantRefundId,
      }),
      ...(accountId ? { accountIds: accountId.split(',').map((one) => one.trim()) } : {}),
    } as RefundQuery;
    return json(await gateway.refunds.page(query, pageOf(req)));
  });

  app.get('/authentications', async ({ req, json }) => {
    const { serverTransId, dsTransId, orderId, bin } = filtersOf(req);
    const now = Date.now();
    const query: AuthenticationQuery = {
      startedFrom: new Date(now - DAY),
      startedTo: new Date(now + 60_000),
      ...rangeOf(req),
      ...given({ serverTransId, dsTransId, orderId, bin }),
    };
    return json(await gateway.authentications.searchPage(query, pageOf(req)));
  });
  return app;
}

/** The filters that the form filled in. */
function filtersOf(request: HonoRequest): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(request.query()).filter(([, value]) => value !== ''));
}

function rangeOf(request: HonoRequest) {
  const { start, end, pageSize } = filtersOf(request);
  return {
    ...(start ? { startedFrom: new Date(start) } : {}),
    ...(end ? { startedTo: new Date(end) } : {}),
    ...(pageSize ? { pageSize: Number(pageSize) } : {}),
  };
}

function given(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function pageOf(request: HonoRequest): number {
  return Number(request.query('page') ?? 1);
}
