/** Samples of a page’s card payment and of an order, for benches and the soak. */

export const CARD = {
  number: '4222000006285344',
  expiry_month: '12',
  expiry_year: '40',
  security_code: '987',
  full_name: 'Ada Lovelace',
};

export const BROWSER = {
  color_depth: 'TWENTY_FOUR_BITS',
  java_enabled: 'false',
  javascript_enabled: 'true',
  language: 'en',
  screen_height: '900',
  screen_width: '1440',
  challenge_window_size: 'FULL_SCREEN',
  timezone: '0',
  user_agent: 'Samples',
};

export const ORDER = {
  amount: '1999',
  currency: 'EUR',
  payer: { mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
};
