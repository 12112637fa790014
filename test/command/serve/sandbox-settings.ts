export const TOKEN = 'a-token-of-exactly-32-characters';

/** The settings of serve for a sandbox, with free ports. */
export const SANDBOX_SETTINGS = {
  SCUDO_PUBLIC_URL: 'http://localhost:3000/scudo',
  SCUDO_GATEWAY_URL: 'http://127.0.0.1:4174',
  SCUDO_MERCHANT_ID: 'scudo',
  SCUDO_ACCOUNT_ID: 'internet',
  SCUDO_SECRET: 'secret',
  SCUDO_OPERATOR_TOKEN: TOKEN,
  SCUDO_LISTEN_PORT: '0',
  SCUDO_OPERATOR_LISTEN_PORT: '0',
};
