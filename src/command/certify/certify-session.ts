import { createGateway, type Gateway } from '../../server/gateway/gateway.js';
import { GatewayError } from '../../server/gateway/gateway-error.js';
import { gatewayText, own, ownText, type ReportText } from './report-text.js';
import { withoutCardData } from '../../server/util/card-data.js';
import { bytesOfBody, textOfBody } from '../text-of-body.js';
import { outsideText } from '../outside-text.js';
import type { CertifyCommand } from './certify-options.js';
import { correctedNames, correctedOptions, withCorrections, type Corrections } from './corrections.js';
import { callRefusalOf, RANKS, type CallRefusal } from './call-refusal.js';
import { HashOrders } from './hash-order.js';
import { MovedMoney } from './moved-money.js';
import { webFormOf } from './web-forms.js';

/** The result of a step. `not-checked` has the reason in its text. */
export type CertifyVerdict = 'confirmed' | 'differs' | 'not-allowed' | 'not-checked';

/** One row of the table. */
export interface CertifyFinding {
  readonly id: string;
  readonly title: string;
  readonly verdict: CertifyVerdict;
  /** The observation, and the advice about it. */
  readonly detail: string;
}

/** Tools that tests replace. */
export interface CertifyTools {
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<void>;
  readonly randomUuid: () => string;
  /** Aborted by a signal such as Ctrl+C, and without a reader: no further step begins. */
  readonly stop: AbortSignal;
}

/** The outcome of a call, tried with corrections. */
export interface Tried<Answer> {
  /** Absent when the call was refused. */
  readonly answer?: Answer;
  /** The last error, or the result that refused the call. */
  readonly refusal?: CallRefusal;
  /** The corrections with which the call passed. */
  readonly corrected: Corrections;
}

/** The advice about a difference that no option covers. */
export const NO_OPTION = own`No option covers it. Send the report to the project before you go live.`;

/** The advice about an option that JSON cannot have. */
const FUNCTION_ADVICE = own`hashFields are functions: they need createMerchantBackend, and SCUDO_OPTIONS cannot have them.`;

/** A text with the advice about a difference that no option covers, unless it names options itself. */
export function withAdvice(text: ReportText): ReportText {
  return /gateway options? \w/.test(text) ? text : own`${text} ${NO_OPTION}`;
}

/** The outcome of a walk through pages. */
export type Walked =
  /** The fields that the shop receives. */
  | { readonly fields: URLSearchParams }
  /** The reason why the walk ended, and true when a page was asked for, which may have paid. */
  | { readonly reason: ReportText; readonly isOpened: boolean };

/** True for the address of the shop, or one below it. */
function isUnder(address: string, shop: string): boolean {
  const [{ origin, pathname }, own] = [new URL(address), new URL(shop)];
  return origin === own.origin && `${pathname}/`.startsWith(`${own.pathname.replace(/\/$/, '')}/`);
}

const isAuthorized = (answer: string) => /<result>\s*00\s*</.test(answer);

const withoutAnswer = (text: ReportText): CallRefusal => ({ kind: 'unanswered', rank: RANKS, text, said: text });

/** Calls in a row without an answer, after which the steps end. Each takes as long as the client waits. */
const MOST_UNANSWERED = 3;
const UNANSWERED = own`The gateway did not answer ${MOST_UNANSWERED} calls in a row. No further call was sent. Repeat the command later.`;

const SHORTEST_ID = 4;

/** A host as a browser shows it. */
const HOST = /^[a-z\d.:[\]-]{1,100}$/;

const AS_ASSUMED = own`as assumed`;

const PAYMENT_PAGES = 5;
/** Longest wait for a page, in milliseconds. */
const PAGE_LIMIT = 20_000;

/** One walk through the unknowns: the corrections found so far, the findings, and the money that was moved. */
export class CertifySession {
  found: Corrections = {};
  readonly findings: CertifyFinding[] = [];
  readonly money: MovedMoney;
  /** Rows that a call without an answer left unchecked. */
  readonly unanswered = new Set<string>();
  /** The reason why no further call of a step is sent: a wrong setting, a step that has thrown, or no answers. */
  blocked: ReportText | undefined;
  /** The text of the last answer of the gateway. */
  lastAnswer = '';
  readonly hashOrders = new HashOrders();
  #lastRequest = '';
  #orders = 0;
  /** Calls in a row without an answer. */
  #unanswered = 0;
  #losesAnswers = false;
  readonly #run: string;

  constructor(
    readonly command: CertifyCommand,
    readonly tools: CertifyTools,
    readonly print: (line: string) => void,
    journal?: (line: string) => void,
  ) {
    // A run of digits would be masked like a card number, and the operator could not look the payment up.
    this.#run = tools
      .randomUuid()
      .replaceAll('-', '')
      .slice(0, 16)
      .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
    this.money = new MovedMoney((call) => this.#patient(() => call(this.gateway())), journal);
  }

  /** The client of the gateway with the corrections found, and more. */
  gateway(more: Corrections = {}): Gateway {
    const { now } = this.tools;
    const options = correctedOptions(this.command.gateway, withCorrections(this.found, more));
    return createGateway({ ...options, now, fetch: (input, init) => this.#fetch(input, init) });
  }

  /** True when no further call of a step is sent. */
  get isEnding(): boolean {
    return this.tools.stop.aborted || this.blocked !== undefined;
  }

  /** An order id that no request has had. Its legs fit into 50 characters. */
  newOrderId(): string {
    return `certify-${this.#run}-${++this.#orders}`;
  }

  /** Keeps corrections. */
  correct(more: Corrections): void {
    this.found = withCorrections(this.found, more);
  }

  /**
   * Makes a call whose request arrives and whose answer does not.
   * @returns false when the gateway has not authorized the payment
   */
  async withLostAnswer(call: () => Promise<unknown>): Promise<boolean> {
    this.lastAnswer = '';
    this.#losesAnswers = true;
    await call().catch(() => undefined);
    this.#losesAnswers = false;
    return isAuthorized(this.lastAnswer);
  }

  /** Adds a row, and prints it. Its text has no card number and no line break. */
  add(id: string, title: string, verdict: CertifyVerdict, detail: ReportText): void {
    const finding = { id, title, verdict, detail: outsideText(withoutCardData(detail)) };
    this.findings.push(finding);
    const shown = verdict.replace('-', ' ').padEnd(12);
    this.print(`${shown} ${title}${verdict === 'confirmed' ? '' : `\n             ${finding.detail}`}`);
  }

  /** Adds the row of a call: confirmed, confirmed with corrections, not allowed, or refused. */
  addTried(
    id: string,
    title: string,
    { answer, refusal, corrected }: Tried<unknown>,
    detail: ReportText | undefined = AS_ASSUMED,
  ): void {
    const names = correctedNames(corrected);
    if (refusal === undefined && names.length > 0) {
      const advice = corrected.hashFields ? own` ${FUNCTION_ADVICE}` : own``;
      this.add(id, title, 'differs', own`Set ${ownText(names.join(', '))} as printed at the end.${advice}`);
    } else if (refusal === undefined) this.add(id, title, 'confirmed', answer === undefined ? own`` : detail);
    else if (refusal.kind === 'not-allowed') this.add(id, title, 'not-allowed', refusal.text);
    else if (refusal.kind === 'unanswered') {
      this.unanswered.add(id);
      this.add(id, title, 'not-checked', refusal.text);
    } else this.add(id, title, 'differs', withAdvice(refusal.text));
  }

  /**
   * Sends a call. When it is refused, repeats it with one correction after the other, and keeps the first that the
   * gateway accepts.
   */
  async tryCall<Answer>(
    call: (gateway: Gateway) => Promise<Answer>,
    corrections: (refusal: CallRefusal, answer: string) => readonly Corrections[] = () => [],
  ): Promise<Tried<Answer>> {
    let corrected: Corrections = {};
    let tried = await this.#send(call, corrected);
    // A wrong path hides a wrong hash, and a wrong hash hides a wrong name.
    for (let round = 0; round < RANKS && tried.refusal; round++) {
      const better = await this.#better(call, corrected, tried.refusal, corrections(tried.refusal, this.lastAnswer));
      if (!better) break;
      ({ corrected, tried } = better);
    }
    if (!tried.refusal) this.correct(corrected);
    return { ...tried, corrected: tried.refusal ? {} : corrected };
  }

  async #better<Answer>(
    call: (gateway: Gateway) => Promise<Answer>,
    corrected: Corrections,
    { rank }: CallRefusal,
    corrections: readonly Corrections[],
  ) {
    for (const one of corrections) {
      if (this.isEnding) return undefined;
      const more = withCorrections(corrected, one);
      const tried = await this.#send(call, more);
      if ((tried.refusal?.rank ?? 0) < rank) return { corrected: more, tried };
    }
    return undefined;
  }

  async #send<Answer>(call: (gateway: Gateway) => Promise<Answer>, corrections: Corrections) {
    this.lastAnswer = '';
    if (this.blocked !== undefined) return { refusal: withoutAnswer(this.blocked) };
    try {
      const answer = await this.#patient(() => call(this.gateway(corrections)), this.tools.stop);
      this.#unanswered = 0;
      const refusal = callRefusalOf(answer, this.shown);
      return refusal ? { answer, refusal } : { answer };
    } catch (error) {
      const kind = error instanceof GatewayError ? error.failure.kind : undefined;
      this.#unanswered = kind === 'unanswered' || kind === 'rate-limited' ? this.#unanswered + 1 : 0;
      if (this.#unanswered === MOST_UNANSWERED) {
        this.blocked = UNANSWERED;
        this.add('unanswered', 'answers of the gateway', 'differs', UNANSWERED);
      }
      return { refusal: callRefusalOf(error, this.shown) ?? withoutAnswer(this.shown(String(error))) };
    }
  }

  /** Makes a call, and repeats it up to three times while the gateway refuses its rate. */
  async #patient<Answer>(call: () => Promise<Answer>, stop?: AbortSignal): Promise<Answer> {
    for (let repeats = 3; ; repeats--) {
      try {
        return await call();
      } catch (error) {
        const { failure } = error instanceof GatewayError ? error : { failure: undefined };
        if (failure?.kind !== 'rate-limited' || repeats === 0 || stop?.aborted) throw error;
        await this.tools.pause(Math.min(failure.retryAfter ?? 5, 60) * 1000);
      }
    }
  }

  /** Opens a page and submits its forms as a shopper does, until one leads to an address of the shop. */
  async walk(address: string, init: RequestInit, shop: string): Promise<Walked> {
    let [next, request, isOpened] = [address, init, false];
    const ended = (reason: ReportText): Walked => ({ reason, isOpened });
    try {
      for (let pages = 0; pages < PAYMENT_PAGES; pages++) {
        const { hostname, searchParams } = new URL(next);
        if (isUnder(next, shop)) {
          return { fields: request.body instanceof URLSearchParams ? request.body : searchParams };
        }
        if (!this.command.isTestHost(hostname))
          return ended(own`${this.#shownHost(hostname)} is not named by --test-host.`);
        isOpened = true;
        const signal = AbortSignal.any([this.tools.stop, AbortSignal.timeout(PAGE_LIMIT)]);
        const response = await this.tools.fetch(next, { ...request, redirect: 'manual', signal });
        const location = response.headers.get('location');
        if (location !== null) {
          [next, request] = [new URL(location, next).href, {}];
          continue;
        }
        const form = webFormOf(await textOfBody(response), next, this.command.code);
        if (!form)
          return ended(own`${this.#shownHost(hostname)} answers ${response.status} with a page without a form.`);
        [next, request] = [form.action, { method: 'POST', body: form.fields }];
      }
    } catch {
      if (this.tools.stop.aborted) return ended(own`Interrupted.`);
      const place = URL.canParse(next) ? this.#shownHost(new URL(next).host) : own`An address of the page`;
      return ended(own`${place} cannot be reached, or does not answer within ${PAGE_LIMIT / 1000} s.`);
    }
    return ended(own`The page leads to more pages than the command follows.`);
  }

  async #fetch(input: Parameters<typeof globalThis.fetch>[0], init?: RequestInit): Promise<Response> {
    const sent = new Request(input, init);
    this.#lastRequest = `${sent.url} ${await sent.text()}`;
    const response = await this.tools.fetch(input, init);
    // A clone that is left early waits for the other half of the answer.
    const bytes = await bytesOfBody(response);
    this.lastAnswer = new TextDecoder().decode(bytes);
    if (this.#losesAnswers && isAuthorized(this.lastAnswer)) throw new TypeError('The answer is lost on purpose.');
    const { status, headers } = response;
    return new Response(bytes.length === 0 ? null : bytes, { status, headers });
  }

  /** A text of the gateway for the report. */
  readonly shown = (text?: string): ReportText =>
    text === undefined ? own`nothing` : gatewayText(text, this.#lastRequest);

  /** A host of an address of the gateway. Letters and digits that are a value of the account hide all of it. */
  #shownHost(host: string): ReportText {
    const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
    const { secret, refundPassword, rebatePassword, merchantId, accountId } = this.command.gateway;
    const values = [secret, refundPassword, rebatePassword, merchantId, accountId].map((value = '') => plain(value));
    const isHidden = values.some((value) => value.length >= SHORTEST_ID && plain(host).includes(value));
    const isNamed = this.command.isTestHost(new URL(`https://${host || '-'}`).hostname);
    if (isNamed || (!isHidden && withoutCardData(host) === host && HOST.test(host))) return ownText(host);
    return own`A host of ${host.length} characters`;
  }
}
