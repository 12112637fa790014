/**
 * @param {number} count
 * @param {string} one
 * @param {string} [several]
 * @returns {string} such as `1 kill` and `2 kills`
 */
export function counted(count, one, several = `${one}s`) {
  return `${count} ${count === 1 ? one : several}`;
}
