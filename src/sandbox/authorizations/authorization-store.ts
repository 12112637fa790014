import { BoundedMap } from '../core/bounded-map.js';
import type { Authorization } from './model.js';

/** Authorizations by order id, which is unique for each attempt (docs/reference/gateway.md#order-ids). */
export class AuthorizationStore extends BoundedMap<string, Authorization> {
  #references = 0;

  constructor(capacity = 20_000) {
    super(capacity);
  }

  /** Returns the next number, so that references of one millisecond differ. */
  nextReference(): number {
    return this.#references++;
  }
}
