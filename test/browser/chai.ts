import { chai } from 'vitest';

/** Vitest's chai under the names that @open-wc/testing imports, so that there is one `expect`. */
export default chai;
export const { use, util, assert, expect, should, Assertion, AssertionError, config } = chai;
