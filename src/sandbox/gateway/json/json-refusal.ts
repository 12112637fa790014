/**
 * A call that is answered with a status of the documents' error table. Only a 400 has a body, and
 * that only when there is an element to name (spec: Errors; for 401 gateway facts 1.6).
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: 400 | 401 | 404 | 415 | 501 | 502,
    readonly fault?: Fault,
  ) {
    super(`Refused with ${status}${fault ? `, ${fault.code} ${fault.element}` : ''}`);
  }
}

export interface Fault {
  readonly code: keyof typeof FAULTS;
  /** The offending element's dotted name; several are joined by commas, as EMV has it. */
  readonly element: string;
}

/** EMV's error codes as far as a 400 of this interface can mean them (gateway facts 1.8). */
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
