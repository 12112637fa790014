import type { FieldIssue } from '../../../protocol/field-issue.js';

/** Results that the error table has as HTTP statuses (spec: Errors); every other one is answered with HTTP 200 (gateway facts 2.1). */
const STATUSES: Readonly<Record<string, number>> = { '400': 400, '401': 401, '500': 500 };

/** What is wrong with an XML request: answered as a short document without hash. */
export class XmlRefusal extends Error {
  override readonly name = 'XmlRefusal';

  constructor(
    readonly result: '400' | '401' | '500' | '501' | '502' | '503' | '505' | '506' | '508' | '512',
    message: string,
  ) {
    super(message);
  }

  get httpStatus(): number {
    return STATUSES[this.result] ?? 200;
  }
}

export const orderIdUsed = () => new XmlRefusal('501', 'This order id has been processed already.');

/** A 400 with "descriptive text about the request fields" (Non-Card Payment Methods Interface, Errors). */
export const badRequest = (message: string) => new XmlRefusal('400', message);

/** The path of an element as the gateway's messages name it: `/request/amount/@currency`. */
export function elementPath({ field }: Pick<FieldIssue, 'field'>): string {
  return `/request/${field.replaceAll('.', '/').replace('/#text', '')}`;
}
