import { createGateway } from '../../../../src/server.js';
import { CARDS, GATEWAY, isXml, pay, shop, type Shop } from '../../scripted-gateway.js';

/** Answers or passes one request that moves the money of a card payment. */
type Answer = (text: string, pass: () => Promise<Response>) => Response | Promise<Response>;

const MOVES = /type="(settle|multisettle|void|rebate)"/;

/** The requests that have moved the money of a card payment, or tried to. */
export const movesAt = ({ sent }: Shop) => sent.filter(({ text }) => MOVES.test(text)).map(({ text }) => text);

/** The kinds of these requests, in their order. */
export const kindsAt = (place: Shop) => movesAt(place).map((text) => MOVES.exec(text)?.[1]);

/** Answers the requests that move the money of a card payment. */
export function intercept(place: Shop, answer: Answer): void {
  place.intercept = (path, text, pass) => (isXml(path) && MOVES.test(text) ? answer(text, pass) : pass());
}

/** A shop with an order of 19.99 that a card has paid, or has reserved. */
export async function cardShop(
  options: Parameters<typeof shop>[0] = {},
  gateway: Parameters<typeof shop>[1] = { refundPassword: 'refund' },
  world: Parameters<typeof shop>[2] = {},
): Promise<Shop & { readonly id: string }> {
  const place = shop(options, gateway, world);
  const id = await place.order();
  await pay(place, id, CARDS.success);
  return Object.assign(place, { id });
}

/** The answer to a request that was sent, and is lost. */
export const lost: Answer = async (_text, pass) => {
  await pass();
  throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
};
/** A request that was sent, and never arrives. */
export const lostRequest: Answer = () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));

/** The next midnight UTC, at which the sandbox sends its batch, and a minute more. */
export function afterBatch({ clock }: Shop): void {
  clock.advance(86_400_000);
}

/** A pause that does not end: nothing is looked up in the background. */
export const never = () => new Promise<void>(() => undefined);

/** Another client of the account voids the payment. A minute passes. */
export async function voidElsewhere(place: CardShop): Promise<void> {
  await gatewayOf(place).cardOperations.void(await referencesOf(place));
  place.clock.advance(60_000);
}

/** Another client of the account captures or refunds a part of the payment. */
export async function callElsewhere(place: CardShop, kind: 'capture' | 'refund', amount: string): Promise<void> {
  const { cardOperations } = gatewayOf(place);
  const input = { ...(await referencesOf(place)), amount, currency: 'EUR' };
  await (kind === 'refund' ? cardOperations.rebate(input) : cardOperations.settle({ ...input, part: 'first' }));
}

export const refundElsewhere = (place: CardShop, amount: string) => callElsewhere(place, 'refund', amount);

type CardShop = Awaited<ReturnType<typeof cardShop>>;

async function referencesOf({ backend: { orders }, id }: CardShop) {
  const { gatewayOrderId } = (await orders.read(id))!.attempts[0]!;
  const { pasref, authcode } = (await orders.shopView(id))!.authorization!;
  return { orderId: gatewayOrderId, pasref: pasref!, authcode: authcode! };
}

/** A client of the account that the backend does not know about. */
function gatewayOf({ sandbox, clock }: Pick<Awaited<ReturnType<typeof cardShop>>, 'sandbox' | 'clock'>) {
  return createGateway({
    baseUrl: GATEWAY,
    merchantId: 'scudo',
    accountId: 'internet',
    secret: 'secret',
    refundPassword: 'refund',
    now: clock.now,
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
}
