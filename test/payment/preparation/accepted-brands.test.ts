import { describe, expect, it } from 'vitest';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { OPEN_ORDER } from '../../browser/scripted-backend.js';
import { CARD, scriptedPage, withWindow, type ScriptedPage } from '../checkout/scripted-page.js';

withWindow();

const AMEX = '374101000000608';
const calls = ({ backend }: ScriptedPage) => backend.calls.map(({ call }) => call).filter((call) => call !== 'order');
const taking = (...brands: string[]) => ({ ...OPEN_ORDER, methods: [{ code: 'card', brands }] });

describe('the brands of an order in a headless checkout', () => {
  it.each([
    ['374101000000608', ['visa', 'mastercard']],
    ['4222000006285344', ['amex']],
    ['6011000000000087', ['diners', 'jcb']],
    ['3566000000000000', ['discover', 'of-a-later-version']],
    ['4222000006285344', []],
  ])(
    'the card %s is not sent when the order takes %j, and its payment ends as card-not-supported',
    async (number, brands) => {
      const page = scriptedPage({ order: () => taking(...brands) });
      await settle();
      page.payment.enterNumber(number);
      await settle();
      expect(page.payment.snapshot.preparation).toBe('faulted');
      expect(await page.payment.pay({ ...CARD, number })).toMatchObject({
        status: 'failed',
        code: 'card-not-supported',
        retryable: true,
        sameCard: false,
        order: { state: 'open' },
      });
      expect(calls(page)).toEqual([]);
      page.payment.tryAgain();
      expect(page.payment.snapshot.step).toBe('entering');
    },
  );

  it.each([
    [CARD.number, ['visa', 'jcb']],
    [AMEX, ['amex']],
    // The backend decides about a number of no brand.
    ['9999999999999995', ['visa']],
    // A reference of isolated card fields, which begins like a number of American Express.
    ['374101d0-0000-4000-8000-000000000001', ['visa']],
  ])('the card %s is prepared when the order takes %j', async (number, brands) => {
    const page = scriptedPage({ order: () => taking(...brands) });
    await settle();
    page.payment.enterNumber(number);
    await settle();
    expect(page.payment.snapshot.preparation).toBe('prepared');
    expect(calls(page)).toEqual(['prepare']);
  });

  it('a number that is entered before the order is read is prepared once the order takes it', async () => {
    let read: (order: typeof OPEN_ORDER) => void = () => undefined;
    const order = new Promise<typeof OPEN_ORDER>((resolve) => (read = resolve));
    const page = scriptedPage({ order: () => order });
    page.payment.enterNumber(AMEX);
    await settle();
    expect(calls(page)).toEqual([]);
    page.payment.enterNumber(CARD.number);
    read(taking('visa'));
    await settle();
    expect(page.backend.calls.filter(({ call }) => call === 'prepare')).toMatchObject([{ input: CARD.number }]);
    expect(await page.payment.pay(CARD)).toMatchObject({ status: 'paid' });
  });
});
