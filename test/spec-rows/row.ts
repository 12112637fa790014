/** A test: its file, and a part of its full name that no other subject has. */
export type NamedTest = readonly [file: string, name: string];

/** One row of a table, or one rule of the text, of an interface document. */
export interface SpecRow {
  readonly document: '3D Secure 2 Authentication Interface' | 'Non-Card Payment Methods Interface';
  /** The document's heading. */
  readonly section: string;
  readonly row: string;
  /** The row counts as tested when each of these passed. */
  readonly tests: readonly NamedTest[];
}

/** Rows that are tested alike, by their names. */
export function alike(
  document: SpecRow['document'],
  section: string,
  rows: readonly string[],
  tests: (row: string) => readonly NamedTest[],
): SpecRow[] {
  return rows.map((row) => ({ document, section, row, tests: tests(row) }));
}

/** Rows with tests of their own. */
export function each(
  document: SpecRow['document'],
  section: string,
  rows: Readonly<Record<string, readonly NamedTest[]>>,
): SpecRow[] {
  return Object.entries(rows).map(([row, tests]) => ({ document, section, row, tests }));
}

/** The test of a field's values against its schema. */
export const field = (message: string, name: string): NamedTest => [
  'protocol/fields/fields.test.ts',
  `the message ${message} keeps each right value of ${name}, and each wrong one`,
];

const SANDBOX_FIELDS = 'sandbox/fields';
/** The test of a field's values against a route of the sandbox that answers JSON. */
export const atRoute = (path: string, name: string): NamedTest => [
  `${SANDBOX_FIELDS}/json-requests.test.ts`,
  `the route ${path} accepts each right ${name}, and answers 400 naming it for each wrong one`,
];
export const ofAuthorization = (name: string): NamedTest => [
  `${SANDBOX_FIELDS}/card-authorization.test.ts`,
  `a card authorization is processed with each right ${name}, and refused`,
];
export const ofPayment = (type: 'payment-set' | 'payment-credit', name: string): NamedTest => [
  `${SANDBOX_FIELDS}/payment-methods.test.ts`,
  `a ${type} is carried out with each right ${name}, and refused`,
];
export const ofReport = (path: '/payments' | '/refunds', name: string): NamedTest => [
  `${SANDBOX_FIELDS}/report-queries.test.ts`,
  `GET ${path}: accepts each right ${name}, and answers 400 naming it for each wrong one`,
];
export const ofPost = (path: string, name: string): NamedTest => [
  `${SANDBOX_FIELDS}/browser-posts.test.ts`,
  `the route ${path} accepts each right ${name}, and answers 400`,
];
export const answers = (name: string): NamedTest => [`${SANDBOX_FIELDS}/answers.test.ts`, name];
export const limits = (name: string): NamedTest => [`${SANDBOX_FIELDS}/limits.test.ts`, name];
export const fromClient = (name: string): NamedTest => [`${SANDBOX_FIELDS}/client-requests.test.ts`, name];
export const posts = (name: string): NamedTest => [`${SANDBOX_FIELDS}/browser-posts.test.ts`, name];
