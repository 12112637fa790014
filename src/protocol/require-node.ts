/** Oldest supported version of Node, as in `engines` of package.json. */
const OLDEST = 20;

interface NodeProcess {
  readonly versions?: { readonly node?: string };
}

/**
 * Imported first by the entries for Node, because an older one fails later and without a cause that a reader can see.
 * Other runtimes pass.
 */
const { process } = globalThis as { readonly process?: NodeProcess };
const version = process?.versions?.node;
if (version !== undefined && Number.parseInt(version, 10) < OLDEST) {
  throw new Error(`scudo-checkout needs Node ${OLDEST} or newer; this is Node ${version}.`);
}

export {};
