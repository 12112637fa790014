import { nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import type { NextTry } from '../../protocol/adapter/card-frame-lists.js';
import {
  CLEARED_FOR,
  errorThatHolds,
  isCardField,
  type FieldError,
  type FieldName,
  type FieldTexts,
  type FormField,
} from '../fields/form-field.js';
import { AutoAdvance } from './auto-advance.js';
import { payerTextsIn } from './payer-texts.js';
import { beforeEdit, isTypedToEnd, leftText, writeField, writeTexts } from './card-field-text.js';
import { acceptedCards, fieldPicture } from './field-picture.template.js';
import { fieldTemplate, type FieldView } from './field.template.js';
import { usableArrangement, type Arrangement } from './arrangement.js';
import { inGroups, inOrder, isBeforeCard } from './field-order.js';
import * as cardFields from './form-fields.js';
import { cardGroups, fieldGroup } from './form-groups.template.js';
import { FormNews } from './form-news.js';
import type { IsolatedCardFields } from './isolated-card-fields.js';
import { Press } from '../press.controller.js';
import type { Clock } from '../../payment/clock.js';
import type { Card, OrderMethod, PayerInput, RedirectInput } from '../../payment/backend-client/backend-client.js';
import type { FieldContext } from '../payer-fields/payer-fields.js';
import { phonePrefixOf, type LateFields } from './late-fields.js';
import type { Icons } from '../icons/icons.controller.js';
import type { FieldLanguage, Language } from '../i18n/language.controller.js';

/**
 * The fields of the form with their texts and errors. Errors appear when the shopper leaves a field or presses Pay, and
 * disappear as soon as the text is valid.
 */
export class PaymentForm implements ReactiveController {
  asked: readonly ShopperField[] = [];
  /** The chosen payment method. Redirect payment methods have fields of their own. */
  method: OrderMethod = { code: '' };
  /** The layout, the place of labels and the order of fields, as the page sets them. */
  arrangement: Arrangement = {};
  /** The country of the order, if the shop knows one. */
  country: string | undefined;
  /** The texts that were typed or written. */
  #texts: Partial<FieldTexts> = {};
  /** The brands of cards that the order takes; undefined for all. */
  brands: readonly string[] | undefined;
  /** The time of the backend's last answer, because a device's clock may be wrong; undefined for the device's. */
  now: string | undefined;
  /** The card fields, when they are isolated. The form then has all other fields. */
  isolated: IsolatedCardFields | undefined;
  /** True from the first character in a card field on. */
  hasCardText = false;
  readonly #advance = new AutoAdvance();
  #errors: { [Name in FieldName]?: FieldError | undefined } = {};
  /** The field that has the focus. */
  #focused: FieldName | undefined;
  readonly news: FormNews;
  readonly #press: Press;

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment },
    private readonly language: FieldLanguage & Partial<Pick<Language, 'wanted' | 'localizeLabel'>>,
    /** Called with the card number when it is complete and valid, and with undefined otherwise. */
    private readonly onNumber: (number: string | undefined) => void,
    /** The code of the fields besides the card, which is loaded late. */
    private readonly late: LateFields,
    private readonly clock: () => Clock,
    /** Called after each change of a card field. */
    private readonly onCardEdited: () => void = () => undefined,
    private readonly icons?: Pick<Icons, 'render'>,
  ) {
    host.addController(this);
    this.news = new FormNews(host);
    this.#press = new Press(host);
  }

  hostDisconnected(): void {
    this.keepFor('none');
  }

  hostUpdate(): void {
    // A number that was there before the data of phone numbers has its calling code in the text.
    const plans = this.#texts.phone && this.#focused !== 'phone' ? this.#context?.plans : undefined;
    if (plans) this.#texts = { ...this.#texts, ...this.late.code?.leftPhone(this.texts, plans) };
  }

  /** The texts of the fields. Countries that the shopper has not chosen are those of the order or of the locale. */
  get texts(): FieldTexts {
    const typed = { ...CLEARED_FOR.none, ...this.#texts } as FieldTexts;
    const country = this.country ?? this.late.code?.presetCountry(this, this.language) ?? '';
    return { ...typed, country: typed.country || country, 'phone-country': typed['phone-country'] || country };
  }

  /** The texts that the shopper has typed besides the card. */
  get payerTexts(): Partial<FieldTexts> {
    return payerTextsIn(this.#texts);
  }

  /** Writes texts of an earlier visit into the fields that are still empty. */
  recall(texts: object): void {
    this.#write({ ...payerTextsIn(texts), ...this.payerTexts });
  }

  get fields(): readonly FormField[] {
    const context = this.#context;
    // Without data there are no fields of a payer, as in the frame of isolated card fields.
    const code = context && this.late.code;
    if (this.method.code !== 'card') {
      const fields = code && this.method.ask?.map((one) => code.methodField(one, context));
      return inOrder(fields ?? [], this.#fieldOrder);
    }
    const asked = (code && this.asked.flatMap((one) => code.askedFields(one, this.texts, context))) ?? [];
    return inGroups(this.isolated ? asked : [...cardFields.CARD_FIELDS, ...asked], this.#fieldOrder);
  }

  get #fieldOrder(): readonly FieldName[] {
    return usableArrangement(this.arrangement).fieldOrder;
  }

  /** True when the first field with an error is before the frame with isolated card fields. */
  get hasErrorBeforeCard(): boolean {
    return isBeforeCard(this.invalid[0], this.#fieldOrder);
  }

  /** The fields that the order asked for besides the card. */
  get payer(): PayerInput {
    const context = this.#context;
    return (context && this.late.code?.payerOf(this.texts, this.asked, context)) ?? {};
  }

  get #context(): FieldContext | undefined {
    const { code, data } = this.late;
    return data && code?.fieldContext(data, this, this.language.tag);
  }

  /** The card of a form whose fields are all valid; undefined when another method is chosen. */
  get card(): Card | undefined {
    return this.method.code === 'card' ? cardFields.cardOf(this.texts) : undefined;
  }

  /** The fields that the chosen redirect payment method asked for. */
  get redirectInput(): RedirectInput | undefined {
    return this.late.code?.redirectInputOf(this.texts, this.method);
  }

  /** The names of the fields that show an error. */
  get invalid(): readonly FieldName[] {
    // Most renderings have no error, and the fields need not be built for them.
    if (!Object.values(this.#errors).some(Boolean)) return [];
    return this.fields.map(({ name }) => name).filter((name) => this.#errors[name]);
  }

  /** True when a field shows an error. */
  get hasErrors(): boolean {
    return this.invalid.length > 0 || (this.isolated?.hasErrors ?? false);
  }

  /** True when a field has the focus. */
  get hasFocus(): boolean {
    return this.#focused !== undefined || (this.isolated?.hasFocus ?? false);
  }

  /** The card number if it is complete and valid, or its reference if it is in the frame; otherwise undefined. */
  get number(): string | undefined {
    return this.isolated ? this.isolated.number : cardFields.validCardNumber(this.texts, this.date(), this.brands);
  }

  /** The date by which an expiry date is judged. */
  readonly date = (): Date => new Date(Date.parse(this.now ?? '') || this.clock().now());

  #check(field: FormField): FieldError | undefined {
    return field.check(this.texts, this.date(), cardFields.acceptedBrands(this.brands));
  }

  /** The card as the shopper knows it. Its digits may be in the frame. */
  get cardSummary() {
    return cardFields.cardSummary(this.isolated ?? { brand: cardFields.brandOf(this.texts), digits: this.number });
  }

  /**
   * Returns true when all fields are valid. Otherwise shows the errors, focuses the first invalid field, and announces
   * the names of all.
   */
  validate({ focus = true } = {}): boolean {
    this.#withdrawErrors();
    for (const field of this.fields) this.#errors[field.name] = this.#check(field);
    return focus ? !this.focusFirstError() : this.invalid.length === 0;
  }

  /** Marks the fields that the backend refused, by their wire names. A message is shown for a name without a field. */
  refuse(wireNames: readonly string[], { focus = true } = {}): void {
    const isOneOf = (fields: readonly FormField[]) => (name: string) =>
      fields.some((field) => field.wireNames.test(name));
    const ofCard = wireNames.filter(isOneOf(this.isolated ? cardFields.CARD_FIELDS : []));
    const isUnknown = wireNames.some((name) => !ofCard.includes(name) && !isOneOf(this.fields)(name));
    this.news.refusal = isUnknown ? this.language.localize('backend-refused') : '';
    for (const field of this.fields) {
      if (wireNames.some((name) => field.wireNames.test(name))) this.#errors[field.name] = { message: 'field-refused' };
    }
    this.host.requestUpdate();
    if (!focus) return;
    if (!this.isolated?.refuse(ofCard) && !this.focusFirstError() && isUnknown) this.news.announce(this.news.refusal);
  }

  /** Clears the texts that the next try does not need. */
  keepFor(nextTry: NextTry): void {
    this.news.isCodeCleared = nextTry === 'same-card' && this.texts['security-code'] !== '';
    this.#clearFor(nextTry);
    this.#withdrawErrors();
    this.isolated?.end(nextTry);
  }

  /** Calls `render` while the form has no texts, which it keeps. */
  whileEmpty(render: () => unknown): void {
    const kept = this.#texts;
    this.#write(CLEARED_FOR.none);
    render();
    this.#texts = kept;
  }

  /** Clears number, expiry date, security code and name. */
  forgetCard(): void {
    this.#clearFor('another-card');
    this.#withdrawErrors();
    this.isolated?.forget();
  }

  #clearFor(nextTry: NextTry): void {
    this.#advance.reset();
    this.#write(CLEARED_FOR[nextTry]);
  }

  /**
   * Sets texts that the shopper has not typed, in their inputs as well. Other inputs may have texts that are not read
   * yet.
   */
  #write(texts: Partial<FieldTexts>): void {
    this.#texts = { ...this.#texts, ...texts };
    this.show(texts);
    this.host.requestUpdate();
  }

  choose(method: OrderMethod): void {
    this.method = method;
    this.#withdrawErrors();
  }

  #withdrawErrors(): void {
    this.#errors = {};
    this.news.refusal = '';
    this.host.requestUpdate();
  }

  /**
   * Writes texts to their inputs, all of them after a rendering that has moved the fields and left the inputs in place.
   */
  show(texts: Partial<FieldTexts> = this.texts): void {
    writeTexts(this.host.renderRoot, texts);
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
    const wrong = this.fields.filter(({ name }) => this.#errors[name]);
    if (!wrong[0]) return false;
    const fields = wrong.map((field) => this.#label(field)).join(', ');
    const summary = this.language.localize('errors-summary', { fields });
    this.news.announce([summary, this.news.refusal].filter(Boolean).join('. '));
    this.focus(wrong[0].name);
    return true;
  }

  #typed(field: FormField, text: string): void {
    // A `change` event repeats the text of the last `input` event.
    if (isCardField(field.name) && text !== this.texts[field.name]) {
      this.hasCardText = true;
      this.onCardEdited();
    }
    if (this.news.text || this.#errors[field.name] || !cardFields.changesNothingElse(field.name, this.texts, text))
      this.host.requestUpdate();
    this.#texts = { ...this.#texts, [field.name]: text };
    // An error that no longer holds is taken back, such as one about a brand that the digits no longer identify.
    this.#errors = { ...this.#errors, [field.name]: errorThatHolds(this.#errors[field.name], this.#check(field)) };
    this.news.text = '';
    if (field.name === 'number') this.onNumber(this.number);
  }

  #edited(field: FormField, event: Event): void {
    const input = event.currentTarget as HTMLInputElement;
    const plans = field.name === 'phone' ? this.#context?.plans : undefined;
    if (plans) this.#texts = { ...this.#texts, ...this.late.code?.takeCallingCode(input, event, this.texts, plans) };
    if (!writeField(input, event, field.name, this.texts)) return;
    this.#typed(field, input.value);
    if (this.arrangement.autoAdvance && isTypedToEnd(input, event) && !this.#check(field))
      this.#advance.from(input, field, this.fields, this.texts);
  }

  #chooseCallingCode(country: string): void {
    this.#texts = { ...this.#texts, 'phone-country': country };
    const field = this.fields.find(({ name }) => name === 'phone');
    if (field) this.#typed(field, this.texts.phone);
  }

  #focusOn(name: FieldName | undefined): void {
    this.#focused = name;
    this.host.requestUpdate();
  }

  #left(field: FormField): void {
    this.#focusOn(undefined);
    // An error unfolds, and the button that is being pressed would move away.
    this.#press.whenReleased(() => this.#checkLeft(field));
  }

  #checkLeft(field: FormField): void {
    const text = this.texts[field.name];
    // An empty field is an error only after Pay.
    if (text.trim() === '') return;
    this.#write({ [field.name]: leftText(field.name, text) });
    // A refused field stays marked until its text changes.
    this.#errors = { ...this.#errors, [field.name]: this.#check(field) ?? this.#errors[field.name] };
    this.news.text = this.#errorText(field);
  }

  #errorText(field: FormField): string {
    return cardFields.errorTextOf(this.#errors[field.name], field, this.language, this.brands);
  }

  #view(field: FormField, locked: boolean, isLast: boolean): FieldView {
    const [{ name }, { texts, icons, language }] = [field, this];
    const isNumber = name === 'number';
    const { hintKey, exampleKey, values } = cardFields.wordsOf(field, texts, this.news.isCodeCleared);
    const hint = hintKey && this.language.localize(hintKey, values);
    return {
      field,
      text: texts[name],
      label: this.#label(field),
      hint,
      // A page of an earlier version has no word for the frame of isolated card fields.
      example:
        (exampleKey && this.language.localize(exampleKey, values)) ||
        this.language.withDigits(cardFields.exampleOf(field, texts)),
      emptyOption: field.placeholder && this.language.localize(field.placeholder),
      error: this.#errorText(field),
      isFocused: this.#focused === name,
      isLast,
      locked,
      before: name === 'phone' ? this.#phonePrefix(locked) : nothing,
      brand: isNumber ? (cardFields.brandOf(texts) ?? '') : undefined,
      picture: icons ? fieldPicture(name, texts, icons) : nothing,
      accepted: isNumber && !texts.number ? cardFields.acceptedText(this.language, this.brands) : undefined,
      acceptedPictures: isNumber && icons ? acceptedCards(texts, icons, this.brands, language) : undefined,
      onBeforeInput: (event) => beforeEdit(event.currentTarget as HTMLInputElement, event, name, this.texts),
      onEdit: (event) => this.#edited(field, event),
      onChoose: (value) => this.#typed(field, value),
      onEnter: () => this.#focusOn(name),
      onLeave: () => this.#left(field),
    };
  }

  #label({ label, late }: FormField): string {
    const { localize, localizeLabel } = this.language;
    return late && localizeLabel ? localizeLabel(...late) : localize(label);
  }

  #phonePrefix(locked: boolean): TemplateResult | typeof nothing {
    const { texts, language } = this;
    const onChoose = (country: string) => this.#chooseCallingCode(country);
    return phonePrefixOf(this.late, { plans: this.#context?.plans, texts, language, locked, onChoose });
  }

  /**
   * Renders the card fields and the fields that the order asks for besides the card. They stay, hidden, while another
   * method is chosen, because a frame that is removed loses what was typed.
   *
   * @param locked True while a payment runs. The fields then keep the focus and cannot be changed.
   */
  renderCard(locked: boolean): TemplateResult {
    return cardGroups({
      ...this.#group(this.method.code === 'card' ? this.fields : [], locked),
      order: this.#fieldOrder,
      frame: this.isolated?.render(locked) ?? nothing,
    });
  }

  /** Renders the fields of a redirect payment method. */
  renderHolder(locked: boolean): TemplateResult | typeof nothing {
    return fieldGroup(this.#group(this.fields, locked), 'holder-details', false);
  }

  #group(fields: readonly FormField[], locked: boolean) {
    const field = (one: FormField) => fieldTemplate(this.#view(one, locked, one === fields.at(-1)));
    return { localize: this.language.localize, fields, field };
  }
}
