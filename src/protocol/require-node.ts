/** Oldest supported version of Node, as in `engines` of package.json. It is the first of 20 with `AbortSignal.any`. */
const OLDEST = [20, 3] as const;

interface NodeProcess {
  readonly versions?: { readonly node?: string };
}

/**
 * Imported first by the entries for Node, because an older one fails later and without a cause that a reader can see.
 * Other runtimes pass.
 */
const { process } = globalThis as { readonly process?: NodeProcess };
const version = process?.versions?.node;
const [major = 0, minor = 0] = version?.split('.').map(Number) ?? OLDEST;
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  throw new Error(`scudo-checkout needs Node ${OLDEST.join('.')} or newer; this is Node ${version}.`);
}

export {};
