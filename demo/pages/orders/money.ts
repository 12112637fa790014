/** Formats minor units with their currency. */
export function money(minor: string, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(Number(minor) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
