import type { FieldIssue } from '../../protocol/field-issue.js';

/** Where an element stands, as the gateway's messages name it: `/request/amount/@currency`. */
export function elementPath({ field }: Pick<FieldIssue, 'field'>): string {
  return `/request/${field.replaceAll('.', '/').replace('/#text', '')}`;
}
