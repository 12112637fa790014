/**
 * Reads the output of `npm pack --json`: an array in npm 10, and an object by package in some later versions.
 * @param {string} output
 * @returns {{ filename: string, size: number, files: { path: string }[] }} the only tarball
 */
export function packedTarball(output) {
  return Object.values(JSON.parse(output))[0];
}
