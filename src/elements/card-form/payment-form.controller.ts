import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { COUNTRY_CODES } from '../../protocol/values/country.js';
import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import type { CardFieldName } from '../../protocol/adapter/card-frame-lists.js';
import { digitsOf } from '../../protocol/values/card-number.js';
import { cardBrand } from '../../protocol/values/card-scheme.js';
import { leftText, refuseKey, writeField } from './card-field-text.js';
import {
  ASKED_FIELDS,
  CARD_FIELDS,
  METHOD_FORM_FIELDS,
  PHONE_EXAMPLE,
  hintOf,
  securityCodeLength,
  type FieldError,
  type FieldName,
  type FieldTexts,
  type FormField,
} from './form-fields.js';
import type { OrderMethod } from '../../payment/backend-client/backend-client.js';
import type { Language } from '../i18n/language.controller.js';
import type { MessageKey } from '../i18n/english.js';

const EMPTY: FieldTexts = {
  number: '',
  expiry: '',
  'security-code': '',
  name: '',
  holder: '',
  email: '',
  phone: '',
  line1: '',
  city: '',
  postcode: '',
  country: '',
};

/** Card fields in a frame, whose texts the form does not have. */
export interface IsolatedCardFields {
  /** Stands for a complete and valid card number. */
  readonly number: string | undefined;
  /** Marks and focuses refused fields. Returns false if none of them is there. */
  refuse(wireNames: readonly string[]): boolean;
  end(anotherTry: boolean): void;
  forget(): void;
  focus(field?: CardFieldName): void;
  render(locked: boolean): TemplateResult | typeof nothing;
}

/**
 * The fields of the form with their texts and errors. Errors appear when the shopper leaves a field or presses Pay, and
 * disappear as soon as the text is valid.
 */
export class PaymentForm implements ReactiveController {
  asked: readonly ShopperField[] = [];
  /** The chosen payment method. Redirect payment methods have fields of their own. */
  method: OrderMethod = { code: '' };
  texts: FieldTexts = EMPTY;
  /** The card fields, when they are isolated. The form then has all other fields. */
  isolated: IsolatedCardFields | undefined;
  /** True when the order can be paid by card. */
  offersCard = true;
  /** True from the first character in a card field on. */
  hasCardText = false;
  #errors: Partial<Record<FieldName, FieldError>> = {};

  constructor(
    private readonly host: ReactiveControllerHost & {
      readonly renderRoot: HTMLElement | DocumentFragment;
      readonly updateComplete: Promise<boolean>;
    },
    private readonly language: Pick<Language, 'localize' | 'tag'>,
    /** Called with the card number when it is complete and valid, and with undefined otherwise. */
    private readonly onNumber: (number: string | undefined) => void,
    private readonly now: () => Date = () => new Date(),
    /** Called after each change of a card field. */
    private readonly onCardEdited: () => void = () => undefined,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.keepFor(false);
  }

  get fields(): readonly FormField[] {
    if (this.method.code !== 'card') return (this.method.ask ?? []).map((asked) => METHOD_FORM_FIELDS[asked]);
    const asked = this.asked.flatMap((one) => ASKED_FIELDS[one]);
    return this.isolated ? asked : [...CARD_FIELDS, ...asked];
  }

  /** The names of the fields that show an error. */
  get invalid(): readonly FieldName[] {
    return this.fields.map(({ name }) => name).filter((name) => this.#errors[name]);
  }

  /** The card number if it is complete and valid, or its reference if it is in the frame; otherwise undefined. */
  get number(): string | undefined {
    if (this.isolated) return this.isolated.number;
    return CARD_FIELDS[0]?.check(this.texts, this.now()) ? undefined : digitsOf(this.texts.number);
  }

  /** Returns true when all fields are valid. Otherwise shows the errors, and focuses the first invalid field. */
  validate({ focus = true } = {}): boolean {
    this.#errors = {};
    for (const field of this.fields) {
      const error = field.check(this.texts, this.now());
      if (error) this.#errors[field.name] = error;
    }
    this.host.requestUpdate();
    return focus ? !this.focusFirstError() : this.invalid.length === 0;
  }

  /** Marks the fields that the backend refused, by their wire names. */
  refuse(wireNames: readonly string[]): void {
    for (const field of this.fields) {
      if (wireNames.some((name) => field.wireNames.test(name))) this.#errors[field.name] = { message: 'field-refused' };
    }
    this.host.requestUpdate();
    if (!this.isolated?.refuse(wireNames)) this.focusFirstError();
  }

  /** Clears the form. For another try it keeps all texts except the security code. */
  keepFor(anotherTry: boolean): void {
    this.texts = anotherTry ? { ...this.texts, 'security-code': '' } : EMPTY;
    this.#errors = {};
    this.isolated?.end(anotherTry);
    this.host.requestUpdate();
  }

  /** Clears number, expiry date and security code, in the inputs as well, because they may not be rendered again. */
  forgetCard(): void {
    this.texts = { ...this.texts, number: '', expiry: '', 'security-code': '' };
    this.#errors = {};
    for (const input of this.host.renderRoot.querySelectorAll<HTMLInputElement>('input[autocomplete^=cc-]')) {
      if (input.id !== 'name') input.value = '';
    }
    this.isolated?.forget();
    this.host.requestUpdate();
  }

  choose(method: OrderMethod): void {
    this.method = method;
    this.#errors = {};
    this.host.requestUpdate();
  }

  /** Focuses the field with which another try starts. */
  focusFirst(): void {
    if (this.isolated && this.method.code === 'card')
      return this.isolated.focus(this.number === undefined ? undefined : 'security-code');
    this.focus(this.method.code === 'card' && this.number ? 'security-code' : this.fields[0]?.name);
  }

  /** Focuses a field, or the button when no field is named. */
  focus(name?: FieldName): void {
    void this.host.updateComplete.then(() =>
      this.host.renderRoot.querySelector<HTMLElement>(name ? `#${name}` : '[type=submit]')?.focus(),
    );
  }

  focusFirstError(): boolean {
    const first = this.fields.find(({ name }) => this.#errors[name]);
    if (first) this.focus(first.name);
    return first !== undefined;
  }

  #typed(field: FormField, text: string): void {
    // A `change` event repeats the text of the last `input` event.
    if (CARD_FIELDS.includes(field) && text !== this.texts[field.name]) {
      this.hasCardText = true;
      this.onCardEdited();
    }
    this.texts = { ...this.texts, [field.name]: text };
    if (this.#errors[field.name] && !field.check(this.texts, this.now()))
      this.#errors = { ...this.#errors, [field.name]: undefined };
    if (field.name === 'number') this.onNumber(this.number);
    this.host.requestUpdate();
  }

  #edited(field: FormField, event: Event): void {
    const input = event.currentTarget as HTMLInputElement;
    if (writeField(input, event, field.name, this.texts)) this.#typed(field, input.value);
  }

  #left(field: FormField): void {
    // An empty field is an error only after Pay.
    if (this.texts[field.name].trim() === '') return;
    this.texts = { ...this.texts, [field.name]: leftText(field.name, this.texts[field.name]) };
    // A refused field stays marked until its text changes.
    this.#errors = { ...this.#errors, [field.name]: field.check(this.texts, this.now()) ?? this.#errors[field.name] };
    this.host.requestUpdate();
  }

  #field(field: FormField, locked: boolean): TemplateResult {
    const { name } = field;
    const hint = hintOf(field, this.texts);
    const error = this.#errors[name];
    const described = error || !(hint ?? name === 'number') ? `${name}-error` : `${name}-error ${name}-hint`;
    return html`
      <div class="field" part="field" data-field=${name}>
        <label part="label" for=${name}>${this.language.localize(field.label)}</label>
        ${field.type === 'select' ? this.#countries(field, locked, described, error !== undefined) : this.#input(field, field.type, locked, described, error !== undefined)}
        <div class="below" part="field-foot">
          <p class="error" part="error" id="${name}-error" aria-live="polite">${error ? this.language.localize(error.message, error.values) : nothing}</p>
          ${name === 'number' && !error ? html`<p class="hint" part="brand" id="number-hint">${cardBrand(digitsOf(this.texts.number))?.name ?? nothing}</p>` : nothing}
          ${hint && !error ? html`<p class="hint" part="hint" id="${name}-hint">${this.language.localize(hint, { digits: securityCodeLength(this.texts), example: PHONE_EXAMPLE })}</p>` : nothing}
        </div>
      </div>
    `;
  }

  #input(
    field: FormField,
    type: Exclude<FormField['type'], 'select'>,
    locked: boolean,
    described: string,
    wrong: boolean,
  ): TemplateResult {
    return html`<input
      part="input"
      id=${field.name}
      name=${field.name}
      type=${type}
      inputmode=${field.inputMode}
      dir=${field.inputMode === 'text' ? 'auto' : 'ltr'}
      .autocomplete=${field.autocomplete}
      autocapitalize=${field.name === 'name' ? 'words' : 'off'}
      spellcheck="false"
      aria-required="true"
      aria-invalid=${wrong ? 'true' : 'false'}
      aria-describedby=${described}
      ?readonly=${locked}
      .value=${this.texts[field.name]}
      .enterKeyHint=${field.name === this.fields.at(-1)?.name ? 'go' : 'next'}
      @beforeinput=${(event: InputEvent) => refuseKey(event.currentTarget as HTMLInputElement, event, field.name, this.texts)}
      @input=${(event: Event) => this.#edited(field, event)}
      @change=${(event: Event) => this.#edited(field, event)}
      @compositionend=${(event: Event) => this.#edited(field, event)}
      @blur=${() => this.#left(field)}
    />`;
  }

  #countries(field: FormField, locked: boolean, described: string, wrong: boolean): TemplateResult {
    const names = new Intl.DisplayNames([this.language.tag], { type: 'region' });
    const options = COUNTRY_CODES.map((code) => [code, names.of(code) ?? code] as const).sort(([, a], [, b]) =>
      a.localeCompare(b, this.language.tag),
    );
    return html`<select
      part="input"
      id=${field.name}
      name=${field.name}
      .autocomplete=${field.autocomplete}
      aria-required="true"
      aria-invalid=${wrong ? 'true' : 'false'}
      aria-describedby=${described}
      aria-disabled=${locked ? 'true' : 'false'}
      @change=${({ currentTarget }: Event) => this.#typed(field, (currentTarget as HTMLSelectElement).value)}
    >
      ${[['', this.language.localize('choose-country')] as const, ...options].map(([code, name]) => {
        const selected = this.texts.country === code;
        // A select has no readonly state, and a disabled one loses the focus. A locked one has no other option.
        return locked && !selected ? nothing : html`<option value=${code} ?selected=${selected}>${name}</option>`;
      })}
    </select>`;
  }

  #group(message: MessageKey, fields: readonly FormField[], locked: boolean): TemplateResult | typeof nothing {
    if (fields.length === 0) return nothing;
    return html`<fieldset part="group">
      <legend part="legend">${this.language.localize(message)}</legend>
      <div class="fields" part="fields">${fields.map((field) => this.#field(field, locked))}</div>
    </fieldset>`;
  }

  #groups(locked: boolean): TemplateResult {
    if (this.method.code !== 'card') return html`${this.#group('holder-details', this.fields, locked)}`;
    const card = this.isolated ? [] : CARD_FIELDS;
    const contact = this.fields.filter(({ name }) => name === 'email' || name === 'phone');
    const address = this.asked.includes('billing_address') ? ASKED_FIELDS.billing_address : [];
    return html`${this.#group('card-details', card, locked)} ${this.#group('contact-details', contact, locked)} ${this.#group('billing-address', address, locked)}`;
  }

  /** @param locked True while a payment runs. The fields then keep the focus and cannot be changed. */
  render(locked: boolean): TemplateResult {
    const { isolated, offersCard, method } = this;
    // A frame that is removed loses what was typed, so it stays when another method is chosen.
    const frame =
      isolated && offersCard ? html`<div ?hidden=${method.code !== 'card'}>${isolated.render(locked)}</div>` : nothing;
    return html`${frame}${this.#groups(locked)}`;
  }
}
