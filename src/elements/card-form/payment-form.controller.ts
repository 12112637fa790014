import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import type { CardFieldName } from '../../protocol/adapter/card-frame-lists.js';
import { digitsOf } from '../../protocol/values/card-number.js';
import { cardBrand } from '../../protocol/values/card-scheme.js';
import { CARD_FIELDS, hintOf, securityCodeLength } from './form-fields.js';
import { EMPTY, type FieldError, type FieldName, type FieldTexts, type FormField } from '../fields/form-field.js';
import type { FormCode } from './form-code.js';
import { LateCode } from './late-code.controller.js';
import type { Clock } from '../../payment/clock.js';
import type { OrderMethod, PayerInput } from '../../payment/backend-client/backend-client.js';
import type { LateData } from '../late-data/late-data.js';
import type { FieldContext } from '../payer-fields/payer-fields.js';
import { phonePrefix } from '../payer-fields/phone-prefix.template.js';
import type { Language } from '../i18n/language.controller.js';
import type { MessageKey } from '../i18n/english.js';

/** Types of input events of single characters; others, such as a paste, bring the whole text. */
const TYPING = /^(insert(Text|Comp)|delete)/;

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
  /** The country of the order, if the shop knows one. */
  country: string | undefined;
  #texts: FieldTexts = EMPTY;
  /** The card fields, when they are isolated. The form then has all other fields. */
  isolated: IsolatedCardFields | undefined;
  /** True when the order can be paid by card. */
  offersCard = true;
  /** True from the first character in a card field on. */
  hasCardText = false;
  #errors: Partial<Record<FieldName, FieldError>> = {};
  /** The code of the form that is loaded late. */
  readonly lateCode: LateCode;
  #data: LateData | undefined;

  constructor(
    private readonly host: ReactiveControllerHost & {
      readonly renderRoot: HTMLElement | DocumentFragment;
      readonly updateComplete: Promise<boolean>;
    },
    private readonly language: Pick<Language, 'localize' | 'tag'> &
      Partial<Pick<Language, 'country' | 'localizeLabel'>>,
    /** Called with the card number when it is complete and valid, and with undefined otherwise. */
    private readonly onNumber: (number: string | undefined) => void,
    private readonly clock: () => Clock,
    /** Called after each change of a card field. */
    private readonly onCardEdited: () => void = () => undefined,
  ) {
    host.addController(this);
    this.lateCode = new LateCode(host, clock);
  }

  /** True when the fields can be filled in: their code is loaded. */
  get isReady(): boolean {
    return this.#code !== undefined;
  }

  get #code(): FormCode | undefined {
    return this.lateCode.code;
  }

  /** The data of the fields; undefined until their code is loaded. */
  get #late(): LateData | undefined {
    if (this.#code)
      this.#data ??= new this.#code.LateData(
        () => this.clock().now(),
        () => this.host.requestUpdate(),
      );
    return this.#data;
  }

  hostDisconnected(): void {
    this.keepFor(false);
  }

  /** The texts of the fields. Countries that the shopper has not chosen are those of the order or of the locale. */
  get texts(): FieldTexts {
    const typed = this.#texts;
    const country = this.country ?? this.language.country ?? '';
    return { ...typed, country: typed.country || country, 'phone-country': typed['phone-country'] || country };
  }

  get fields(): readonly FormField[] {
    const { texts } = this;
    const [code, context] = [this.#code, this.#context];
    if (!code || !context) return this.method.code === 'card' && !this.isolated ? CARD_FIELDS : [];
    if (this.method.code !== 'card') return (this.method.ask ?? []).map((one) => code.methodField(one, context));
    const asked = this.asked.flatMap((one) => code.askedFields(one, texts, context));
    return this.isolated ? asked : [...CARD_FIELDS, ...asked];
  }

  /** The fields that the order asked for besides the card. */
  get payer(): PayerInput {
    const context = this.#context;
    return context && this.#code ? this.#code.payerOf(this.texts, this.asked, context) : {};
  }

  get #context(): FieldContext | undefined {
    return this.#late && this.#code?.fieldContext(this.#late, this, this.language.tag);
  }

  /** The names of the fields that show an error. */
  get invalid(): readonly FieldName[] {
    return this.fields.map(({ name }) => name).filter((name) => this.#errors[name]);
  }

  /** The card number if it is complete and valid, or its reference if it is in the frame; otherwise undefined. */
  get number(): string | undefined {
    if (this.isolated) return this.isolated.number;
    return CARD_FIELDS[0]?.check(this.texts, this.clock().now()) ? undefined : digitsOf(this.texts.number);
  }

  /** Returns true when all fields are valid. Otherwise shows the errors, and focuses the first invalid field. */
  validate({ focus = true } = {}): boolean {
    this.#errors = {};
    for (const field of this.fields) {
      const error = field.check(this.texts, this.clock().now());
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
    this.#texts = anotherTry ? { ...this.#texts, 'security-code': '' } : EMPTY;
    this.#errors = {};
    this.isolated?.end(anotherTry);
    this.host.requestUpdate();
  }

  /** Clears number, expiry date and security code, in the inputs as well, because they may not be rendered again. */
  forgetCard(): void {
    this.#texts = { ...this.#texts, number: '', expiry: '', 'security-code': '' };
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
    this.#texts = { ...this.#texts, [field.name]: text };
    if (this.#errors[field.name] && !field.check(this.texts, this.clock().now()))
      this.#errors = { ...this.#errors, [field.name]: undefined };
    if (field.name === 'number') this.onNumber(this.number);
    this.host.requestUpdate();
  }

  #edited(field: FormField, event: Event): void {
    const input = event.currentTarget as HTMLInputElement;
    if (field.name === 'phone') this.#followCallingCode(input, !TYPING.test((event as InputEvent).inputType));
    if (this.#code?.writeField(input, event, field.name, this.texts) ?? true) this.#typed(field, input.value);
  }

  /** Chooses the country of a calling code in the number, and removes the code unless the shopper is still typing it. */
  #followCallingCode(input: HTMLInputElement, isComplete: boolean): void {
    const plans = this.#context?.plans;
    if (!plans || !this.#code) return;
    const read = this.#code.readPhoneNumber(input.value, this.texts['phone-country'], plans);
    if (!read.isInternational || !read.country) return;
    this.#texts = { ...this.#texts, 'phone-country': read.country };
    if (isComplete) input.value = read.national;
  }

  #chooseCallingCode(country: string): void {
    this.#texts = { ...this.#texts, 'phone-country': country };
    const field = this.fields.find(({ name }) => name === 'phone');
    if (field) this.#typed(field, this.#texts.phone);
  }

  #left(field: FormField): void {
    // An empty field is an error only after Pay.
    if (this.texts[field.name].trim() === '') return;
    this.#texts = {
      ...this.#texts,
      [field.name]: this.#code?.leftText(field.name, this.texts[field.name]) ?? this.texts[field.name],
    };
    // A refused field stays marked until its text changes.
    this.#errors = {
      ...this.#errors,
      [field.name]: field.check(this.texts, this.clock().now()) ?? this.#errors[field.name],
    };
    this.host.requestUpdate();
  }

  #field(field: FormField, locked: boolean): TemplateResult {
    const { name } = field;
    const hint = hintOf(field, this.texts);
    const error = this.#errors[name];
    const described = error || !(hint ?? name === 'number') ? `${name}-error` : `${name}-error ${name}-hint`;
    return html`
      <div class="field" part="field" data-field=${name}>
        <label part="label" for=${name}>${this.#label(field)}</label>
        ${name === 'phone' ? html`<div class="phone">${this.#phonePrefix(locked)}${this.#control(field, locked, described, error !== undefined)}</div>` : this.#control(field, locked, described, error !== undefined)}
        <div class="below" part="field-foot">
          <p class="error" part="error" id="${name}-error" aria-live="polite">${error ? this.language.localize(error.message, { ...error.values, ...field.values }) : nothing}</p>
          ${name === 'number' && !error ? html`<p class="hint" part="brand" id="number-hint">${cardBrand(digitsOf(this.texts.number))?.name ?? nothing}</p>` : nothing}
          ${hint && !error ? html`<p class="hint" part="hint" id="${name}-hint">${this.language.localize(hint, field.values ?? { digits: securityCodeLength(this.texts) })}</p>` : nothing}
        </div>
      </div>
    `;
  }

  #label({ label, late }: FormField): string {
    const { localize, localizeLabel } = this.language;
    return late && localizeLabel ? localizeLabel(...late) : localize(label);
  }

  #phonePrefix(locked: boolean): TemplateResult | typeof nothing {
    const plans = this.#context?.plans;
    if (!plans || !this.#code) return nothing;
    return phonePrefix({
      plans,
      options: this.#code.countryOptions(this.language.tag, Object.keys(plans)),
      locked,
      country: this.texts['phone-country'],
      label: this.language.localize('phone-country'),
      onChoose: (country) => this.#chooseCallingCode(country),
    });
  }

  #control(field: FormField, locked: boolean, described: string, wrong: boolean): TemplateResult {
    return field.type === 'select'
      ? this.#select(field, locked, described, wrong)
      : this.#input(field, field.type, locked, described, wrong);
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
      aria-required=${field.required === false ? 'false' : 'true'}
      aria-invalid=${wrong ? 'true' : 'false'}
      aria-describedby=${described}
      ?readonly=${locked}
      .value=${this.texts[field.name]}
      .enterKeyHint=${field.name === this.fields.at(-1)?.name ? 'go' : 'next'}
      @beforeinput=${(event: InputEvent) => this.#code?.refuseKey(event.currentTarget as HTMLInputElement, event, field.name, this.texts)}
      @input=${(event: Event) => this.#edited(field, event)}
      @change=${(event: Event) => this.#edited(field, event)}
      @compositionend=${(event: Event) => this.#edited(field, event)}
      @blur=${() => this.#left(field)}
    />`;
  }

  #select(field: FormField, locked: boolean, described: string, wrong: boolean): TemplateResult {
    const { name, options = [], placeholder } = field;
    const chosen = this.texts[name];
    const empty = placeholder ? [['', this.language.localize(placeholder)] as const] : [];
    return html`<select
      part="input"
      id=${name}
      name=${name}
      .autocomplete=${field.autocomplete}
      aria-required=${field.required === false ? 'false' : 'true'}
      aria-invalid=${wrong ? 'true' : 'false'}
      aria-describedby=${described}
      aria-disabled=${locked ? 'true' : 'false'}
      @change=${({ currentTarget }: Event) => this.#typed(field, (currentTarget as HTMLSelectElement).value)}
    >
      ${[...empty, ...options].map(([value, text]) => {
        const selected = chosen === value;
        // A select has no readonly state, and a disabled one loses the focus. A locked one has no other option.
        return locked && !selected ? nothing : html`<option value=${value} .selected=${selected}>${text}</option>`;
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
    const isContact = ({ name }: FormField) => name === 'email' || name === 'phone';
    const asked = this.fields.filter((field) => !CARD_FIELDS.includes(field));
    const contact = asked.filter(isContact);
    const address = asked.filter((field) => !isContact(field));
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
