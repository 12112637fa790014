/**
 * True when a name is a likely misspelling of another: other letter case, other separators, or at most two typing
 * errors.
 */
export function isLike(given: string, name: string): boolean {
  const [one, other] = [plain(given), plain(name)];
  if (one === other) return true;
  // The comparison takes quadratic time, and each difference of the lengths is an error.
  if (Math.abs(one.length - other.length) > MOST_ERRORS) return false;
  return distance(one, other) <= Math.min(MOST_ERRORS, Math.floor(other.length / 3));
}

const MOST_ERRORS = 2;

function plain(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}

/** Number of inserted, deleted, replaced or swapped letters (optimal string alignment). */
function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column++) {
      const replaced = cell(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
          ? cell(row - 2, column - 2) + 1
          : Infinity;
      current.push(Math.min(cell(row - 1, column) + 1, cell(row, column - 1) + 1, replaced, swapped));
    }
  }
  return cell(one.length, other.length);
}
