import type { LateData } from '../late-data/late-data.js';
import type * as payerCode from '../payer-fields/payer-code.js';

/** The code and the data of the fields besides the card. The frame of isolated card fields has neither. */
export interface LateFields {
  /** Undefined until an order was read. */
  readonly code?: typeof payerCode | undefined;
  readonly data?: LateData | undefined;
}
