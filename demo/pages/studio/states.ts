/** A state in the strip, with its scene of the gallery. */
export interface StripState {
  readonly name: string;
  readonly scene: string;
}

/** The states that the strip shows beside each other. */
export const STRIP_STATES: readonly StripState[] = [
  { name: 'Form', scene: 'form-typed' },
  { name: 'Errors', scene: 'errors-short' },
  { name: 'Bank', scene: 'challenge-open' },
  { name: 'Paid', scene: 'outcome-authorized' },
  { name: 'Declined', scene: 'outcome-declined' },
  { name: 'Pending', scene: 'outcome-awaiting-final-status' },
];

/** The state whose colors are measured: it has an error, a field without one, and the button. */
export const MEASURED_SCENE = 'errors-short';

/** The scene beside the live checkout when light and dark show at once. */
export const SECOND_SCENE = 'methods-card';

/** Returns the address of the page with one state. */
export function stateAddress(scene: string): string {
  return `./state.html?scene=${scene}`;
}
