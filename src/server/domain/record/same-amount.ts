/** True for an amount in minor units. */
export function isAmount(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,15}$/.test(text);
}

/** True when two texts are the same amount in minor units, leading zeros aside. */
export function isSameAmount(one: string, other: string): boolean {
  return isAmount(one) && isAmount(other) && Number(one) === Number(other);
}
