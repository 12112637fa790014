/**
 * Refuses a call with an HTTP status, one of the documents' error table except for simulated faults.
 * Only a 400 has a body, and only when it can name an element (3D Secure 2 Authentication Interface,
 * Errors).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly fault?: Fault,
  ) {
    super(`Refused with ${status}${fault ? `, ${fault.code} ${fault.element}` : ''}`);
  }
}

export interface Fault {
  readonly code: keyof typeof FAULTS;
  /** The dotted name of the offending element; several names are joined by commas, as in EMV 3-D Secure. */
  readonly element: string;
}

/** EMV's error codes that a 400 of this interface can have (docs/reference/gateway.md#json-errors). */
export const FAULTS = {
  '101': 'The message received is invalid.',
  '102': 'The message version is not supported.',
  '201': 'A required element is missing.',
  '202': 'A critical message extension is not recognised.',
  '203': 'The format of one or more elements is invalid.',
  '305': 'The transaction data is not valid.',
} as const;

export const wrongFormat = (element: string) => new Refusal(400, { code: '203', element });
export const missingElement = (element: string) => new Refusal(400, { code: '201', element });
export const wrongData = (element: string) => new Refusal(400, { code: '305', element });
