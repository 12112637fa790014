/** An answer of the backend, read to its end. */
export interface Answer {
  /** Method and path of the call. */
  readonly call: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined for a body that is not JSON. */
  readonly json: unknown;
  /** Milliseconds until the answer was there. */
  readonly took: number;
}
