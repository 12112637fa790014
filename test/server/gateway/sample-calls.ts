import type { CardAuthorization, Gateway } from '../../../src/server.js';
import * as sample from '../../protocol/samples.js';

const {
  request_timestamp: _timestamp,
  merchant_id: _merchant,
  account_id: _account,
  ...AUTHENTICATION
} = sample.AUTHENTICATION;

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

/** One call of each kind, with that card. */
export const CALLS = {
  versionCheck: (gateway: Gateway): Promise<unknown> => gateway.versionCheck({ number: NUMBER, scheme: 'VISA' }),
  authentication: (gateway: Gateway): Promise<unknown> =>
    gateway.authentications.create({
      ...AUTHENTICATION,
      card_detail: { ...AUTHENTICATION.card_detail, number: NUMBER, full_name: 'Ada Lovelace' },
    } as never),
  authenticationData: (gateway: Gateway): Promise<unknown> => gateway.authentications.get(sample.ID),
  authenticationSearch: async (gateway: Gateway): Promise<unknown> => {
    for await (const one of gateway.authentications.search({
      start_timestamp: '2026-11-20T00:00:00',
      end_timestamp: '2026-11-21T00:00:00',
    }))
      return one;
    return undefined;
  },
  cardAuthorization: (gateway: Gateway): Promise<unknown> => gateway.cardAuthorizations.create(AUTHORIZATION),
};
