import { ERROR_SCENES, FORM_SCENES, METHOD_SCENES } from './form-scenes.js';
import { LAYOUT_SCENES } from './layout-scenes.js';
import { OUTCOME_SCENES } from './outcome-scenes.js';
import { PAYMENT_SCENES } from './payment-scenes.js';
import { REDIRECT_SCENES, RETURN_SCENES } from './redirect-scenes.js';
import type { Scene } from './scene.js';

/** All states of all elements. */
export const SCENES: readonly Scene[] = [
  ...FORM_SCENES,
  ...ERROR_SCENES,
  ...METHOD_SCENES,
  ...LAYOUT_SCENES,
  ...PAYMENT_SCENES,
  ...REDIRECT_SCENES,
  ...OUTCOME_SCENES,
  ...RETURN_SCENES,
];

/** Returns the scenes of a section, or those with one of the ids, separated by commas; all for an empty string. */
export function scenesOf(only: string): readonly Scene[] {
  const wanted = only.split(',');
  return only === '' ? SCENES : SCENES.filter(({ id, section }) => wanted.includes(id) || wanted.includes(section));
}
