/**
 * Returns the number of cases that a long property plays. The part `properties` of `.ci/run` and `npm run test:all`
 * plays `SCUDO_RUNS` times as many.
 */
export function runs(cases: number): number {
  return cases * Number(process.env['SCUDO_RUNS'] ?? 1);
}
