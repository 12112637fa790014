import { createGateway, type Gateway } from '../../server/gateway/gateway.js';
import { GatewayError } from '../../server/gateway/gateway-error.js';
import { withoutCardData } from '../../server/util/card-data.js';
import { textOfBody } from '../text-of-body.js';
import { outsideText } from '../outside-text.js';
import type { CertifyCommand } from './certify-options.js';
import { correctedNames, correctedOptions, withCorrections, type Corrections } from './corrections.js';
import { callRefusalOf, RANKS, type CallRefusal } from './call-refusal.js';
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
  /** Aborted by Ctrl+C: no further step begins. */
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
export const NO_OPTION = 'No option covers it. Send the report to the project before you go live.';

const PAYMENT_PAGES = 5;

/** One walk through the unknowns: the corrections found so far, the findings, and the money that was moved. */
export class CertifySession {
  found: Corrections = {};
  readonly findings: CertifyFinding[] = [];
  readonly money: MovedMoney;
  /** The text of the last answer of the gateway. */
  lastAnswer = '';
  #orders = 0;
  #losesAnswers = false;
  readonly #run: string;

  constructor(
    readonly command: CertifyCommand,
    readonly tools: CertifyTools,
    readonly print: (line: string) => void,
  ) {
    this.#run = tools.randomUuid().replaceAll('-', '').slice(0, 16);
    this.money = new MovedMoney(() => this.gateway());
  }

  /** The client of the gateway with the corrections found, and more. */
  gateway(more: Corrections = {}): Gateway {
    const { now } = this.tools;
    const options = correctedOptions(this.command.gateway, withCorrections(this.found, more));
    return createGateway({ ...options, now, fetch: (input, init) => this.#fetch(input, init) });
  }

  /** An order id that no request has had. Its legs fit into 50 characters. */
  newOrderId(): string {
    return `certify-${this.#run}-${++this.#orders}`;
  }

  /** Keeps corrections. */
  correct(more: Corrections): void {
    this.found = withCorrections(this.found, more);
  }

  /** Makes a call whose request arrives and whose answer does not. */
  async withLostAnswer(call: () => Promise<unknown>): Promise<void> {
    this.#losesAnswers = true;
    await call().catch(() => undefined);
    this.#losesAnswers = false;
  }

  /** Adds a row, and prints it. Its text has no value of the account, no card number and no line break. */
  add(id: string, title: string, verdict: CertifyVerdict, detail: string): void {
    const finding = { id, title, verdict, detail: this.#plain(detail) };
    this.findings.push(finding);
    this.print(`${verdict.padEnd(12)} ${title}${verdict === 'confirmed' ? '' : `\n             ${finding.detail}`}`);
  }

  /** Adds the row of a call: confirmed, confirmed with corrections, not allowed, or refused. */
  addTried(id: string, title: string, { answer, refusal, corrected }: Tried<unknown>, detail = 'as assumed'): void {
    const names = correctedNames(corrected);
    if (refusal === undefined && names.length > 0) {
      this.add(id, title, 'differs', `Set ${names.join(', ')} as printed at the end.`);
    } else if (refusal === undefined) this.add(id, title, 'confirmed', answer === undefined ? '' : detail);
    else if (refusal.kind === 'not-allowed') this.add(id, title, 'not-allowed', refusal.text);
    else if (refusal.kind === 'unanswered') this.add(id, title, 'not-checked', refusal.text);
    else this.add(id, title, 'differs', `${refusal.text} ${NO_OPTION}`);
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
      if (this.tools.stop.aborted) return undefined;
      const more = withCorrections(corrected, one);
      const tried = await this.#send(call, more);
      if ((tried.refusal?.rank ?? 0) < rank) return { corrected: more, tried };
    }
    return undefined;
  }

  async #send<Answer>(call: (gateway: Gateway) => Promise<Answer>, corrections: Corrections) {
    this.lastAnswer = '';
    for (let repeats = 3; ; repeats--) {
      try {
        const answer = await call(this.gateway(corrections));
        const refusal = callRefusalOf(answer);
        return refusal ? { answer, refusal } : { answer };
      } catch (error) {
        const { failure } = error instanceof GatewayError ? error : { failure: undefined };
        if (failure?.kind !== 'rate-limited' || repeats === 0 || this.tools.stop.aborted) {
          return { refusal: callRefusalOf(error) ?? { kind: 'unanswered' as const, rank: RANKS, text: String(error) } };
        }
        await this.tools.pause(Math.min(failure.retryAfter ?? 5, 60) * 1000);
      }
    }
  }

  /**
   * Opens a page and submits its forms as a shopper does, until one leads to an address of the shop.
   * @returns the fields that the shop receives, or the reason why the page cannot be walked
   */
  async walk(address: string, init: RequestInit, shop: string): Promise<URLSearchParams | string> {
    let [next, request] = [address, init];
    for (let pages = 0; pages < PAYMENT_PAGES; pages++) {
      const { hostname, searchParams } = new URL(next);
      if (next.startsWith(shop)) {
        return request.body instanceof URLSearchParams ? request.body : searchParams;
      }
      if (!this.command.isTestHost(hostname)) return `${hostname} is not named by --test-host.`;
      const response = await this.tools.fetch(next, { ...request, redirect: 'manual' });
      const location = response.headers.get('location');
      if (location !== null) {
        [next, request] = [new URL(location, next).href, {}];
        continue;
      }
      const form = webFormOf(await textOfBody(response), next, this.command.code);
      if (!form) return `${hostname} answers ${response.status} with a page without a form.`;
      [next, request] = [form.action, { method: 'POST', body: form.fields }];
    }
    return 'The page leads to more pages than the command follows.';
  }

  async #fetch(input: Parameters<typeof globalThis.fetch>[0], init?: RequestInit): Promise<Response> {
    const response = await this.tools.fetch(input, init);
    this.lastAnswer = await textOfBody(response.clone());
    if (this.#losesAnswers) throw new TypeError('The answer is lost on purpose.');
    return response;
  }

  /** A text without the values of the account. */
  #plain(text: string): string {
    const { secret, refundPassword, rebatePassword, merchantId, accountId } = this.command.gateway;
    const own = [secret, refundPassword, rebatePassword, merchantId, accountId].filter((value) => value);
    return outsideText(
      own.reduce<string>((shown, value) => shown.replaceAll(String(value), '…'), withoutCardData(text)),
    );
  }
}
