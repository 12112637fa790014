import { html, nothing, type TemplateResult } from 'lit';
import type { FormField } from '../fields/form-field.js';
import type { MessageKey } from '../i18n/english.js';
import type { Localize } from '../i18n/messages.js';
import type { FieldGroup } from '../../protocol/adapter/form-fields.js';
import { groupOrder, groupOf } from './field-order.js';

export interface FormGroupsOptions {
  readonly localize: Localize;
  readonly fields: readonly FormField[];
  /** The names of fields in the order of the page. */
  readonly order: readonly string[];
  /** The frame with isolated card fields. */
  readonly frame: unknown;
  readonly field: (field: FormField) => TemplateResult;
}

/** Renders the groups of a card payment: the card, contact and address, in the order of the page. */
export function cardGroups(options: FormGroupsOptions): TemplateResult {
  const render = (name: FieldGroup) => {
    const group = fieldGroup(options, name, name !== 'card-details');
    switch (name) {
      case 'card-details':
        return html`<slot name="before-card"></slot>${options.frame}${group}<slot name="after-card"></slot>`;
      case 'contact-details':
        return group;
      case 'billing-address':
        return html`<slot name="before-address"></slot>${group}`;
    }
  };
  return html`${groupOrder(options.order).map(render)}`;
}

/**
 * Renders the fields of a group; all fields for a group of another payment method. The title of a single field, whose
 * label says the same, is for screen readers.
 */
export function fieldGroup(
  { localize, fields, field }: Pick<FormGroupsOptions, 'localize' | 'fields' | 'field'>,
  name: FieldGroup | ('holder-details' & MessageKey),
  isTitled: boolean,
): TemplateResult | typeof nothing {
  const shown = name === 'holder-details' ? fields : fields.filter((one) => groupOf(one.name) === name);
  if (shown.length === 0) return nothing;
  return html`<fieldset part="group group-${name}">
    <legend part="legend" class=${isTitled && shown.length > 1 ? '' : 'for-readers'}>${localize(name)}</legend>
    <div class="fields" part="fields">${shown.map(field)}</div>
  </fieldset>`;
}
