import type { Bench } from './bench.js';

/** One rule of the adapter contract. */
export interface Rule {
  /** Stable name, such as `challenge.success`. */
  readonly id: string;
  /** The rule as a statement. */
  readonly title: string;
  /** The text that explains it. */
  readonly see: string;
  /** @throws {Violation} if the backend breaks the rule */
  readonly check: (bench: Bench) => Promise<void>;
}
