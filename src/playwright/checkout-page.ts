import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { OutcomeStatus } from '../protocol/adapter/outcome-codes.js';
import { ChallengePage } from './challenge-page.js';
import { checkChoice } from './choice.js';
import { watchConsole, withConsole } from './page-console.js';

/** The texts that a test types into the card form. */
export interface CardTexts {
  /** The card number. `cards` has the test cards of the sandbox. */
  readonly number: string;
  /** Default: December of the year after next. */
  readonly expiry?: string;
  /** Default: 123, or 1234 for American Express. */
  readonly securityCode?: string;
  /** Default: Ada Lovelace. */
  readonly name?: string;
}

/** The texts that a test types into the billing address. */
export interface AddressTexts {
  /** Two letters (ISO 3166-1 alpha-2). */
  readonly country: string;
  /** The first line, such as street and number. */
  readonly line1: string;
  /** The second line. */
  readonly line2?: string;
  /** The town or city. */
  readonly city?: string;
  /** The postcode; absent in countries that have none. */
  readonly postcode?: string;
  /** The code of the state or province (ISO 3166-2), such as `US-CA`. */
  readonly area?: string;
}

/**
 * A `<scudo-checkout>` on a page. An action that fails names the lines that the element has written on the console.
 *
 * @example
 * import { CheckoutPage } from 'scudo-checkout/playwright';
 * import { expect, test } from 'playwright/test';
 *
 * test('a card is charged', async ({ page }) => {
 *   await page.goto('/checkout?order=A1');
 *   const checkout = new CheckoutPage(page);
 *   await checkout.pay({ number: '4222000006285344' });
 *   expect(await checkout.outcomeStatus()).toBe('paid');
 * });
 */
export class CheckoutPage {
  /** The element. */
  readonly element: Locator;
  /** The issuer's page, when a challenge is open. */
  readonly challenge: ChallengePage;
  /** The frame with the card fields, when they are isolated. */
  readonly cardFrame: FrameLocator;

  /** @param element the element to use on a page with several */
  constructor(
    private readonly page: Page,
    element: Locator = page.locator('scudo-checkout'),
  ) {
    this.element = element;
    watchConsole(page);
    this.challenge = new ChallengePage(element);
    this.cardFrame = element.frameLocator('[part=card-frame]');
  }

  /**
   * Chooses a payment method by its name, such as `Testpay`. An order with one method has no choice.
   * @throws {RangeError} for a name that no method of the order has, at once
   */
  chooseMethod(name: string): Promise<void> {
    return this.#named(async () => {
      const radios = this.element.getByRole('radio');
      // The form arrives with the order and the late code.
      await radios.or(this.payButton).first().waitFor();
      if ((await radios.count()) === 0) return;
      const names = await this.element.locator('[part~=method-name]').allTextContents();
      checkChoice('The payment method', name, names);
      await this.element.getByRole('radio', { name, exact: true }).check();
    });
  }

  /**
   * Pays with a redirect payment method: chooses it, fills its fields, and presses Pay.
   * @param method the name of the method
   * @throws {RangeError} for a name that no method of the order has, at once
   */
  payWith(method: string, { holder = 'Ada Lovelace', country = 'GB' } = {}): Promise<void> {
    return this.#named(async () => {
      await this.chooseMethod(method);
      await this.payButton.waitFor();
      const name = this.#input('holder');
      if (await name.isVisible()) await name.fill(holder);
      const choice = this.#input('country');
      if (await choice.isVisible()) await choice.selectOption(country);
      await this.payButton.click();
    });
  }

  /** Runs an action, whose error names the lines on the console. */
  #named<Result>(action: () => Promise<Result>): Promise<Result> {
    return withConsole(this.page, action);
  }

  /** Finds a field by its label in the language of the element. Isolated card fields are in `cardFrame`. */
  field(label: string): Locator {
    return this.element.getByLabel(label, { exact: true });
  }

  /** Finds fields by id, because labels differ by language and a page can replace them. */
  #input(id: string): Locator {
    return this.element.locator(`#${id}`);
  }

  /** Finds a card field by id: in the page, or in the frame when it is isolated. */
  cardField(id: 'number' | 'expiry' | 'security-code' | 'name'): Promise<Locator> {
    return this.#named(async () => {
      const frame = this.element.locator('[part=card-frame]');
      await this.#input('number').or(frame).first().waitFor();
      return (await frame.count()) > 0 ? this.cardFrame.locator(`#${id}`) : this.#input(id);
    });
  }

  /** The button that pays. */
  get payButton(): Locator {
    return this.element.locator('[part~=pay-button]');
  }

  /** The button that starts another try after a failure. */
  get tryAgainButton(): Locator {
    return this.element.locator('[part~=try-again]');
  }

  /** The element that describes the current step. */
  get progress(): Locator {
    return this.element.getByRole('status');
  }

  /** The outcome panel. Its `data-status` is the status of the outcome, and its `data-code` the code. */
  get outcome(): Locator {
    return this.element.locator('[part~=outcome]');
  }

  /** Fills the card form, and the phone number if the order asks for one. */
  fillCard({
    number,
    expiry = `12/${(new Date().getFullYear() + 2) % 100}`,
    securityCode,
    name = 'Ada Lovelace',
  }: CardTexts): Promise<void> {
    return this.#named(async () => {
      await (await this.cardField('number')).fill(number);
      await (await this.cardField('expiry')).fill(expiry);
      await (await this.cardField('security-code')).fill(securityCode ?? (/^3[47]/.test(number) ? '1234' : '123'));
      await (await this.cardField('name')).fill(name);
      const phone = this.#input('phone');
      if (await phone.isVisible()) await phone.fill('+44 20 7946 0000');
    });
  }

  /** Fills the billing address. Waits for the fields of the country, whose data load late. */
  fillAddress({ country, area, ...texts }: AddressTexts): Promise<void> {
    return this.#named(async () => {
      await this.#input('line2').waitFor();
      await this.#input('country').selectOption(country);
      if (area !== undefined) await this.#input('area').selectOption(area);
      for (const [id, text] of Object.entries(texts)) await this.#input(id).fill(text);
    });
  }

  /** Fills the card form and presses Pay. */
  pay(card: CardTexts): Promise<void> {
    return this.#named(async () => {
      await this.fillCard(card);
      await this.payButton.click();
    });
  }

  /**
   * Waits for the outcome and returns its status, such as `paid`.
   * @param timeout milliseconds; default: Playwright's limit for actions
   * @throws {Error} when there is no outcome in time
   */
  outcomeStatus(timeout?: number): Promise<OutcomeStatus | null> {
    return this.#named(async () => {
      await this.outcome.waitFor(timeout === undefined ? {} : { timeout });
      return (await this.outcome.getAttribute('data-status')) as OutcomeStatus | null;
    });
  }
}
