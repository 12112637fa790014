import { createHmac } from 'node:crypto';
import type { AuthenticationResponse } from '../../protocol/authentication-response.js';
import type { AuthenticationSummary } from '../../protocol/authentication-search.js';
import type { VersionCheckResponse } from '../../protocol/version-check.js';
import { createAuthentication, readAuthentication, searchAuthentications, type AuthenticationInput, type SearchInput } from './authentications.js';
import { createCardAuthorization, type CardAuthorization, type CardAuthorizationResult } from './card-authorizations.js';
import { gatewaySettings, type GatewayOptions } from './gateway-options.js';
import type { CallOptions } from './send.js';
import { checkVersion, type VersionCheck } from './version-check.js';

/** The typed client of the gateway: each call rejects with a GatewayError. */
export interface Gateway {
  versionCheck(input: VersionCheck, options?: CallOptions): Promise<VersionCheckResponse>;
  readonly authentications: {
    create(input: AuthenticationInput, options?: CallOptions): Promise<AuthenticationResponse>;
    get(serverTransId: string, options?: CallOptions): Promise<AuthenticationResponse>;
    /** Iterates over all pages. */
    search(input: SearchInput, options?: CallOptions): AsyncIterable<AuthenticationSummary>;
  };
  readonly cardAuthorizations: {
    create(input: CardAuthorization, options?: CallOptions): Promise<CardAuthorizationResult>;
  };
  /**
   * A mark of a text under the shared secret (HMAC-SHA-256): by it the backend knows a card again
   * without keeping it, and nobody who reads the store can try numbers out.
   */
  mark(text: string): string;
}

export function createGateway(options: GatewayOptions): Gateway {
  const settings = gatewaySettings(options);
  return {
    versionCheck: (input, call) => checkVersion(settings, input, call),
    authentications: {
      create: (input, call) => createAuthentication(settings, input, call),
      get: (serverTransId, call) => readAuthentication(settings, serverTransId, call),
      search: (input, call) => searchAuthentications(settings, input, call),
    },
    cardAuthorizations: { create: (input, call) => createCardAuthorization(settings, input, call) },
    mark: (text) => createHmac('sha256', `scudo:${settings.secret}`).update(text).digest('hex'),
  };
}
