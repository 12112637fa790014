import { html, nothing, type TemplateResult } from 'lit';
import type { FormField } from '../fields/form-field.js';

/** Month and year in a script from right to left. The date itself runs from left to right, so its example does. */
const MONTH_FIRST = /^([\u0590-\u06ff]+) \/ /;

/** A field as it is shown, and the events of the shopper. */
export interface FieldView {
  readonly field: FormField;
  readonly text: string;
  readonly label: string;
  readonly hint: string | undefined;
  /** The example in an empty input. */
  readonly example: string;
  /** The text of the empty option of a select. */
  readonly emptyOption: string | undefined;
  /** The error; empty when there is none. */
  readonly error: string;
  readonly isFocused: boolean;
  /** True for the last field of the form. */
  readonly isLast: boolean;
  /** True while a payment runs. The field then keeps the focus and cannot be changed. */
  readonly locked: boolean;
  /** The content before the input, such as the calling code of a phone number. */
  readonly before: TemplateResult | typeof nothing;
  /** The name of the card's brand, at the end of its number; undefined for other fields. */
  readonly brand: string | undefined;
  /** The picture at the end of an input. */
  readonly picture: TemplateResult | typeof nothing;
  /** The names of the accepted cards, for screen readers; undefined for other fields. */
  readonly accepted: string | undefined;
  /** The pictures of the accepted cards, beside the label of the number; undefined for other fields. */
  readonly acceptedPictures: TemplateResult | undefined;
  readonly onBeforeInput: (event: InputEvent) => void;
  readonly onEdit: (event: Event) => void;
  readonly onChoose: (value: string) => void;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
}

/** Renders a field: label, input or select, and the line for its hint or error. */
export function fieldTemplate(view: FieldView): TemplateResult {
  const { field, hint, error, isFocused, before, brand, picture, accepted, acceptedPictures } = view;
  const { name } = field;
  const isAgain = name === 'security-code' && hint !== undefined && hint === view.example;
  // The hint of an input with an example is for screen readers.
  const hasExample = view.example.trim() !== '';
  return html`
    <div class="field" part="field field-${name}${isFocused ? ' field-focused' : ''}" data-field=${name} ?data-again=${isAgain}>
      ${acceptedPictures ? html`<div class="field-head" part="field-head">${labelOf(view)}${acceptedPictures}</div>` : labelOf(view)}
      <div class=${name === 'phone' ? 'control phone' : 'control'} part="control">
        ${before}${field.type === 'select' ? select(view) : input(view, field.type)}
        <span class="mark" part="field-mark">${brand === undefined ? nothing : html`<span class=${picture === nothing ? '' : 'for-readers'} part="brand" id="number-hint">${brand}</span>`}${picture}</span>
      </div>
      ${accepted === undefined ? nothing : html`<p class="for-readers" id="number-accepted">${accepted}</p>`}
      <div class="below" part="field-foot">
        <p class="error" part="error" id="${name}-error">${error}</p>
        ${hint && !error ? html`<p class=${isAgain ? 'again' : hasExample ? 'for-readers' : 'hint'} part="hint" id="${name}-hint">${hint}</p>` : nothing}
      </div>
    </div>
  `;
}

function labelOf({ field, label }: FieldView): TemplateResult {
  return html`<label part="label" for=${field.name}>${label}</label>`;
}

function describedBy({ field: { name }, hint, error, brand, accepted }: FieldView): string {
  if (error || (hint === undefined && brand === undefined)) return `${name}-error`;
  return `${name}-error ${name}-hint${accepted === undefined ? '' : ' number-accepted'}`;
}

function inputPart({ error }: FieldView): string {
  return error ? 'input input-invalid' : 'input';
}

function input(view: FieldView, type: Exclude<FormField['type'], 'select'>): TemplateResult {
  const { field, text, example, error, isLast, locked } = view;
  return html`<input
    part=${inputPart(view)}
    id=${field.name}
    name=${field.name}
    type=${type}
    inputmode=${field.inputMode}
    dir=${field.inputMode === 'text' ? 'auto' : 'ltr'}
    .autocomplete=${field.autocomplete}
    autocapitalize=${field.name === 'name' ? 'words' : 'off'}
    spellcheck="false"
    placeholder=${example.replace(MONTH_FIRST, '\u200e$1\u200e / \u200e')}
    aria-required=${field.required === false ? 'false' : 'true'}
    aria-invalid=${error ? 'true' : 'false'}
    aria-describedby=${describedBy(view)}
    ?readonly=${locked}
    .value=${text}
    .enterKeyHint=${isLast ? 'go' : 'next'}
    @beforeinput=${view.onBeforeInput}
    @input=${view.onEdit}
    @change=${view.onEdit}
    @compositionend=${view.onEdit}
    @focus=${view.onEnter}
    @blur=${view.onLeave}
  />`;
}

function select(view: FieldView): TemplateResult {
  const { field, text, emptyOption, error, locked } = view;
  const { name, options = [] } = field;
  const empty = emptyOption === undefined ? [] : [['', emptyOption] as const];
  return html`<select
    part=${inputPart(view)}
    id=${name}
    name=${name}
    .autocomplete=${field.autocomplete}
    aria-required=${field.required === false ? 'false' : 'true'}
    aria-invalid=${error ? 'true' : 'false'}
    aria-describedby=${describedBy(view)}
    aria-disabled=${locked ? 'true' : 'false'}
    @change=${({ currentTarget }: Event) => view.onChoose((currentTarget as HTMLSelectElement).value)}
  >
    ${[...empty, ...options].map(([value, name]) => {
      const selected = text === value;
      // A select has no readonly state, and a disabled one loses the focus. A locked one has no other option.
      return locked && !selected ? nothing : html`<option value=${value} .selected=${selected}>${name}</option>`;
    })}
  </select>`;
}
