import { BoundedMap } from '../core/bounded-map.js';
import type { SandboxFile } from '../core/sandbox-file.js';
import type { Authorization, CardMovement } from './model.js';

/**
 * Authorizations by order id, which is unique for each attempt (docs/reference/gateway.md#order-ids), in memory and, if
 * there is one, in a file.
 */
export class AuthorizationStore extends BoundedMap<string, Authorization> {
  #references = 0;

  constructor(
    private readonly file?: SandboxFile,
    capacity = 20_000,
  ) {
    super(capacity, ({ orderId }) => void file?.remove('authorization', orderId));
  }

  /** Loads the authorizations of the file. */
  async load(): Promise<void> {
    const documents = (await this.file?.load('authorization')) as readonly AuthorizationDocument[] | undefined;
    for (const document of documents ?? []) this.set(document.orderId, authorizationOf(document));
  }

  /**
   * Stores a new or changed authorization: in memory at once, so that its order id is taken; resolves when the file has
   * it.
   */
  async save(authorization: Authorization): Promise<void> {
    this.set(authorization.orderId, authorization);
    await this.file?.put('authorization', authorization.orderId, authorization);
  }

  /** Returns the next number, so that references of one millisecond differ. */
  nextReference(): number {
    return this.#references++;
  }
}

/** An authorization in the file, with times in ISO 8601. */
type AuthorizationDocument = Omit<Authorization, 'at' | 'movements' | 'batchSentAt'> & {
  readonly at: string;
  readonly movements: readonly (Omit<CardMovement, 'at'> & { readonly at: string })[];
  readonly batchSentAt?: string;
};

function authorizationOf({ at, movements, batchSentAt, ...others }: AuthorizationDocument): Authorization {
  return {
    ...others,
    at: new Date(at),
    movements: movements.map((movement) => ({ ...movement, at: new Date(movement.at) })),
    ...(batchSentAt === undefined ? {} : { batchSentAt: new Date(batchSentAt) }),
  };
}
