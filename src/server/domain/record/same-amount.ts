/** True when two texts are the same amount in minor units, leading zeros aside. */
export function isSameAmount(one: string, other: string): boolean {
  return /^\d{1,15}$/.test(one) && /^\d{1,15}$/.test(other) && Number(one) === Number(other);
}
