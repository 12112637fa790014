/**
 * The pictures of docs/theming.md: for each custom property a value that differs from its default, and the place of the
 * elements in which that is seen.
 *
 * @typedef {object} Effect
 * @property {string} value the value on the right; the default is on the left
 * @property {string} scene a scene of the gallery
 * @property {string} [region] the parts to show; default: the element
 * @property {string} [before] the value on the left, if the page of the picture sets another default
 * @property {'focus' | 'hover'} [state]
 * @property {true} [hasOutline] draws the box of the element
 * @property {true} [isDialog] shows the screen with its dialog
 */
const CARD = { scene: 'form-typed-amex' };
const FIELDS = { ...CARD, region: '[part~=fields]' };
const BUTTON = { ...CARD, region: '[part~=pay-button]' };
const METHODS = { scene: 'methods-plain', region: '[part~=methods], [part~=pay-button]' };
const CONTACT = { scene: 'form-typed', region: '[part~=group]' };
const DECLINED = { scene: 'outcome-declined' };
const BANK = { scene: 'challenge-opening', isDialog: true };

/** @type {Readonly<Record<string, Effect>>} */
export const PROPERTY_EFFECTS = {
  'color-brand': { ...METHODS, value: '#b3195e' },
  'color-text': { ...CARD, region: '[part~=order-head], [part~=field-number]', value: '#7a3e00' },
  'color-quiet': { scene: 'methods-plain', region: '[part~=method-fields], [part~=foot]', value: '#b3195e' },
  'color-surface': { ...FIELDS, value: '#fff3d6', hasOutline: true, region: 'scudo-checkout' },
  'color-sheet': { ...BANK, value: '#fff3d6' },
  'color-field': { ...FIELDS, value: '#fff3d6' },
  'color-placeholder': { scene: 'form-empty', region: '[part~=fields]', value: '#b3195e' },
  'color-line': { ...FIELDS, value: '#b3195e' },
  'color-accent': { ...METHODS, value: '#0f766e' },
  'color-on-accent': { ...BUTTON, value: '#ffe08a' },
  'color-selected': { ...METHODS, value: '#ffe9c7' },
  'color-hover': { ...METHODS, value: '#ffd9a0', state: 'hover' },
  'color-focus': { ...FIELDS, value: '#d9480f', state: 'focus' },
  'color-good': { scene: 'outcome-authorized', region: '[part~=outcome]', value: '#0b6bcb' },
  'color-waiting': { scene: 'outcome-awaiting-final-status', region: '[part~=outcome]', value: '#7c3aed' },
  'color-error': { scene: 'errors-short', region: '[part~=fields]', value: '#7c3aed' },
  'color-backdrop': { ...BANK, value: 'rgb(20 60 160 / 70%)' },
  font: { ...CARD, value: '1.125rem / 1.5 "Liberation Serif", serif' },
  'small-size': { ...FIELDS, value: '1.0625em' },
  'label-weight': { ...FIELDS, value: '700' },
  'title-size': { ...DECLINED, value: '1.5em' },
  'title-weight': { ...DECLINED, value: '400' },
  'button-weight': { ...BUTTON, value: '400' },
  radius: { ...CARD, value: '0' },
  'radius-button': { ...CARD, region: '[part~=field-name], [part~=pay-button]', value: '999px' },
  'radius-panel': { ...METHODS, value: '0' },
  'line-width': { ...METHODS, scene: 'methods-card', region: '[part~=method], [part~=field-number]', value: '3px' },
  'field-shadow': { ...FIELDS, value: '0 4px 10px rgb(0 0 0 / 25%)' },
  'invalid-shadow': { scene: 'errors-short', region: '[part~=fields]', value: '0 3px 0 0 #b3261e' },
  'button-shadow': { ...BUTTON, region: '[part~=field-name], [part~=foot]', value: '0 8px 20px rgb(29 88 209 / 50%)' },
  shadow: { ...BANK, value: '0 0 0 12px rgb(29 88 209 / 60%)' },
  width: { ...CARD, value: '16rem', hasOutline: true },
  padding: { ...CARD, value: '2rem', hasOutline: true },
  space: { ...CARD, value: '0.5rem' },
  'label-gap': { ...FIELDS, value: '0.875rem' },
  'field-gap': { ...FIELDS, value: '2rem' },
  'group-gap': { ...CONTACT, value: '3.5rem' },
  'control-size': { ...CARD, region: '[part~=field-name], [part~=pay-button]', value: '2.25rem' },
  'button-size': { ...CARD, region: '[part~=field-name], [part~=pay-button]', value: '4.75rem' },
  'control-inset': { ...FIELDS, value: '1.75rem' },
  'field-inset': { ...FIELDS, value: '1.75rem' },
  'button-inset': { scene: 'redirect-unfinished', region: '[part~=outcome]', value: '3rem' },
  reserve: { scene: 'loading', before: '28rem', value: '14rem', hasOutline: true },
};

/** Properties without a picture: a picture does not move. */
export const WITHOUT_PICTURE = ['motion'];
