import type { AuthenticationParams, CardAuthorization, Gateway } from '../../../src/server.js';
import { authenticationFieldsSchema } from '../../../src/protocol/three-d-secure/authentication-request.js';
import { fromWire } from '../../../src/server/util/wire-names.js';
import * as sample from '../../protocol/samples.js';

const { request_timestamp: _timestamp, merchant_id: _merchant, account_id: _account, ...WIRE } = sample.AUTHENTICATION;

/** The full sample as a caller of the client writes it. */
export const AUTHENTICATION = fromWire(authenticationFieldsSchema, WIRE) as unknown as AuthenticationParams;

export const NUMBER = '4222000006285344';
export const AUTHORIZATION: CardAuthorization = {
  orderId: 'A1',
  amount: '1999',
  currency: 'EUR',
  autosettle: true,
  card: {
    number: NUMBER,
    scheme: 'VISA',
    expiryMonth: '12',
    expiryYear: '28',
    securityCode: '9876',
    fullName: 'Ada Lovelace',
  },
};

export const DAY = { startedFrom: new Date('2026-11-20T00:00:00Z'), startedTo: new Date('2026-11-21T00:00:00Z') };

/** One call of each kind that has card data, with that card. */
export const CALLS = {
  versionCheck: (gateway: Gateway): Promise<unknown> => gateway.versionCheck({ number: NUMBER, scheme: 'VISA' }),
  authentication: (gateway: Gateway): Promise<unknown> =>
    gateway.authentications.create({
      ...AUTHENTICATION,
      cardDetail: { ...AUTHENTICATION.cardDetail, number: NUMBER, fullName: 'Ada Lovelace' },
    }),
  authenticationData: (gateway: Gateway): Promise<unknown> => gateway.authentications.get(sample.ID),
  authenticationSearch: async (gateway: Gateway): Promise<unknown> => {
    for await (const one of gateway.authentications.search(DAY)) return one;
    return undefined;
  },
  cardAuthorization: (gateway: Gateway): Promise<unknown> => gateway.cardAuthorizations.create(AUTHORIZATION),
};

export async function all<Entry>(list: AsyncIterable<Entry>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of list) entries.push(entry);
  return entries;
}
