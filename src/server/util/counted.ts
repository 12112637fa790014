/** A number with the right form of its noun: `1 order`, `2 orders`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
