import { Problem } from '../problems/problem.js';
import { RECORD_VERSION, type OrderRecord } from './order-record.js';

/**
 * Returns a stored record that this version of the package can read.
 * @throws {Problem} record-newer for a record that a newer version of the package wrote.
 */
export function readableRecord(stored: OrderRecord): OrderRecord {
  // The type is that of this version; a newer process may have stored another number.
  if ((stored.version as number) > RECORD_VERSION) throw new Problem('record-newer');
  return stored;
}
