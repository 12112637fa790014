import type { FieldIssue } from '../../../protocol/values/field-issue.js';

/**
 * Results that the error table has as HTTP statuses (Non-Card Payment Methods Interface, Errors). All
 * others are answered with HTTP 200 (docs/reference/gateway.md#xml-transport).
 */
const STATUSES: Readonly<Record<string, number>> = { '400': 400, '401': 401, '500': 500 };

/** Returns the HTTP status of a document with this result. */
export const httpStatusOf = (result: string) => STATUSES[result] ?? 200;

/** Refuses an XML request with a short document without hash. */
export class XmlRefusal extends Error {
  override readonly name = 'XmlRefusal';

  constructor(
    readonly result: '108' | '400' | '401' | '500' | '501' | '502' | '503' | '505' | '506' | '508' | '512' | '513',
    message: string,
  ) {
    super(message);
  }
}

export const orderIdUsed = () => new XmlRefusal('501', 'This order id has been processed already.');

/** A 400 with "descriptive text about the request fields" (Non-Card Payment Methods Interface, Errors). */
export const badRequest = (message: string) => new XmlRefusal('400', message);

/** A 506 that names the elements whose content is wrong. */
export function wrongElements(fields: readonly string[]): XmlRefusal {
  return new XmlRefusal(
    '506',
    `XML violates the schema: [${fields.map((field) => elementPath({ field })).join(', ')}]`,
  );
}

/** The path of an element as the gateway's messages name it: `/request/amount/@currency`. */
export function elementPath({ field }: Pick<FieldIssue, 'field'>): string {
  return `/request/${field.replaceAll('.', '/').replace('/#text', '')}`;
}
