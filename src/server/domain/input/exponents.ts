/** Decimals of amounts by currency, where the gateway does not count in the minor unit of ISO 4217. */
export type Exponents = Readonly<Partial<Record<string, number>>>;
