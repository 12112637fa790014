/** Documents by key, such as an object store of IndexedDB. */
export interface Documents<Value> {
  read(key: string): Promise<Value | undefined>;
  all(): Promise<readonly Value[]>;
  /** Replaces a document by what `change` returns, and deletes it for undefined. No other change comes between. */
  update(key: string, change: (found: Value | undefined) => Value | undefined): Promise<void>;
}
