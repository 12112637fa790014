import { CARDS, cardTypeOf, hashOf, START } from './sandbox-client.js';
import { compact } from './method-client.js';

/** A client of `auth` and `query` written apart from ours. */
export interface CardRequest {
  readonly number?: string;
  readonly amount?: string;
  readonly orderid?: string;
  readonly algorithm?: 'sha1' | 'sha256';
  /** By the clock of the caller. */
  readonly time?: number;
}

export function cardAuthorization({
  number = CARDS.success,
  amount = '1999',
  orderid = 'A1',
  algorithm = 'sha1',
  time = START,
}: CardRequest = {}): string {
  const timestamp = compact(time);
  const hash = hashOf([timestamp, 'scudo', orderid, amount, 'EUR', number], 'secret', algorithm);
  return `<request type="auth" timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account><orderid>${orderid}</orderid><amount currency="EUR">${amount}</amount><card><number>${number}</number><expdate>1229</expdate><chname>Ada</chname><type>${cardTypeOf(number)}</type><cvn><number>123</number><presind>1</presind></cvn></card><autosettle flag="1"/><${algorithm}hash>${hash}</${algorithm}hash></request>`;
}

export interface QueryRequest {
  readonly secret?: string;
  readonly merchantid?: string;
  readonly algorithm?: 'sha1' | 'sha256';
  readonly hash?: string;
}

export function cardQuery(
  orderid: string,
  {
    secret = 'secret',
    merchantid = 'scudo',
    algorithm = 'sha1',
    hash = hashOf([compact(START), merchantid, orderid, '', '', ''], secret, algorithm),
  }: QueryRequest = {},
): string {
  const element = `${algorithm}hash`;
  return `<request type="query" timestamp="${compact(START)}"><merchantid>${merchantid}</merchantid><account>internet</account><orderid>${orderid}</orderid>${hash ? `<${element}>${hash}</${element}>` : ''}</request>`;
}
