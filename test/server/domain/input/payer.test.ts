import { expect, it } from 'vitest';
import { hasPhone } from '../../../../src/server/domain/input/payer.js';

const phone = { countryCode: '44', subscriberNumber: '2079460000' };

it('a payer has a phone number when one of the three is known', () => {
  expect(hasPhone({ mobilePhone: phone })).toBe(true);
  expect(hasPhone({ homePhone: phone })).toBe(true);
  expect(hasPhone({ workPhone: phone })).toBe(true);
});

it('a payer without any of the three phone numbers has none', () => {
  expect(hasPhone(undefined)).toBe(false);
  expect(hasPhone({})).toBe(false);
  expect(hasPhone({ email: 'ada@example.com' })).toBe(false);
});
