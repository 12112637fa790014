/** `scudo-checkout/back-office`: pages for staff, who see orders there, and capture, cancel and refund payments. */
import './protocol/require-node.js';
export {
  createBackOffice,
  type BackOffice,
  type BackOfficeOptions,
  type Staff,
  type StaffAct,
} from './server/back-office/back-office.js';
export type { OfficeLink } from './server/back-office/office-frame.js';
