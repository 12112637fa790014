import type { Shop } from '../../scripted-gateway.js';
import {
  creditAnswer,
  endPayment,
  redirectShop,
  sentAway,
  type RedirectShop,
  type SentAway,
} from '../../signed-messages.js';

/** An order that a redirect payment has paid. */
export async function paid(
  credit: (text: string) => Response | Promise<Response> = (text) => creditAnswer(text, { result: '00' }),
  gateway: Parameters<typeof redirectShop>[1] = { refundPassword: 'refund' },
  options: Parameters<typeof redirectShop>[0] = {},
): Promise<SentAway & { readonly place: RedirectShop }> {
  const place = redirectShop(options, gateway);
  const inner = place.intercept!;
  place.intercept = (path, text, pass, query) =>
    text.includes('type="payment-credit"') ? credit(text) : inner(path, text, pass, query);
  const away = await sentAway(place);
  await endPayment(place, away, '00');
  return { place, ...away };
}

export const creditsAt = (place: Shop) => place.sent.filter(({ text }) => text.includes('type="payment-credit"'));
export const refundsOf = async ({ backend }: Shop, id: string) =>
  (await backend.orders.read(id))!.attempts.filter((attempt) => attempt.kind === 'refund');
export const networkError = (code: string) => () => Promise.reject<Response>(Object.assign(new Error(code), { code }));
