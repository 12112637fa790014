/** A backend that runs as a server of its own. */
export interface BackendUnderTest {
  readonly url: string;
  readonly newOrder: string;
  readonly stop: () => Promise<void>;
}

/** The merchant account of the sandbox. */
export const ACCOUNT = { merchantId: 'scudo', accountId: 'internet', secret: 'conformance-secret' } as const;
