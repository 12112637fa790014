import type { LateData } from '../late-data/late-data.js';
import type * as cardFormCode from './card-form-code.js';
import type * as payerFormCode from './payer-form-code.js';

/** The code of a form. The frame of isolated card fields has no code of other fields. */
export type FormCode = typeof cardFormCode & { readonly payerCode?: typeof payerFormCode };

/** The code of a form as far as it is loaded, and the data of its fields. */
export interface LoadedCode {
  readonly code: FormCode | undefined;
  readonly data: LateData | undefined;
}
