/** Refuses a report with `{code, message}` (Non-Card Payment Methods Interface, Failed initiation response fields). */
export class ReportRefusal extends Error {
  override readonly name = 'ReportRefusal';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const badParameter = (message: string) => new ReportRefusal(400, message);
