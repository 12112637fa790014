import { Hono, type Context } from 'hono';
import { encodeBase64url } from '../../protocol/values/base64url.js';
import { decodeMethodData, type MethodData } from '../../protocol/three-d-secure/method-data.js';
import type { AcsDependencies } from './dependencies.js';
import type { Transaction } from '../issuer/model.js';
import { methodNotificationPage, methodPage } from './method-page.js';
import { refusalPage } from './refusal-page.js';
import { formFields, onlyMethod } from '../http/request.js';

/**
 * The method URL. As at a real ACS, the page first posts the browser's data to the ACS, and then the notification to
 * the merchant. So the log records the notification when it is sent.
 */
export function methodRoute(state: AcsDependencies): Hono {
  const route = new Hono();
  route
    .post('/acs/method', (context) => begin(state, context))
    .all('/acs/method', onlyMethod('POST'))
    .post('/acs/method/profile', (context) => finish(state, context))
    .all('/acs/method/profile', onlyMethod('POST'));
  return route;
}

async function begin({ settings, transactions, log }: AcsDependencies, context: Context): Promise<Response> {
  const { threeDSMethodData = '' } = await formFields(context);
  const data = methodDataOf(threeDSMethodData);
  const transaction = data && transactions.get(data.threeDSServerTransID);
  const refused = !data ? 'invalid' : !transaction ? 'unknown' : undefined;
  log.record('method', {
    request: { threeDSMethodData: data ?? null },
    response: refused ? { refused } : { page: 'profiling' },
    about: transaction,
  });
  return refused || !transaction
    ? refusalPage(refused ?? 'unknown', settings)
    : methodPage(threeDSMethodData, transaction.behaviour.method, settings);
}

async function finish({ settings, transactions, log }: AcsDependencies, context: Context): Promise<Response> {
  const { threeDSMethodData = '' } = await formFields(context);
  const data = methodDataOf(threeDSMethodData);
  const transaction: Transaction | undefined = data && transactions.get(data.threeDSServerTransID);
  if (!data || !transaction) return refusalPage(data ? 'unknown' : 'invalid', settings);
  if (transaction.behaviour.method === 'never-posts') return methodPage(threeDSMethodData, 'never-posts', settings);
  const notification = { threeDSServerTransID: transaction.serverTransId };
  const url = data.threeDSMethodNotificationURL;
  log.record('method-notification', {
    request: { url, threeDSMethodData: notification },
    response: null,
    about: transaction,
  });
  return methodNotificationPage(url, encodeBase64url(JSON.stringify(notification)), settings);
}

function methodDataOf(encoded: string): MethodData | undefined {
  try {
    return decodeMethodData(encoded);
  } catch {
    return undefined;
  }
}
