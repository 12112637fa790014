/** A report that is refused: `{code, message}` (spec: Failed initiation response fields). */
export class ReportRefusal extends Error {
  override readonly name = 'ReportRefusal';

  constructor(
    readonly status: 400 | 401,
    message: string,
  ) {
    super(message);
  }
}

export const badParameter = (message: string) => new ReportRefusal(400, message);
