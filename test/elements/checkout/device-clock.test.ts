import { expect, it } from 'vitest';
import { OPEN_ORDER } from '../../browser/scripted-backend.js';
import { checkout, field, rendered, root, type } from './scripted-checkout.js';

const FAR = 'Check the year: no card is valid that long.';
const PAST = 'This card has expired.';

// The clock of the device says November 2026.
it.each([
  ['2025-09-30T12:00:00Z', '10/25', ''],
  ['2025-09-30T12:00:00Z', '08/25', PAST],
  ['2044-06-15T12:00:00Z', '07/60', ''],
  ['2001-01-15T12:00:00Z', '01/27', FAR],
  ['no time', '10/26', PAST],
  [undefined, '10/26', PAST],
])(
  'the form with the backend’s time %s has for a card that is valid until %s the error “%s”',
  async (now, expiry, error) => {
    const shop = await checkout({ order: () => ({ ...OPEN_ORDER, now }) });
    type(shop, 'expiry', expiry);
    field(shop, 'expiry').dispatchEvent(new Event('blur'));
    await rendered(shop);
    expect(root(shop).querySelector('#expiry-error')!.textContent).toBe(error);
  },
);
