import { expect, it } from 'vitest';
import { checkoutHtml } from '../../src/html.js';

const HOSTILE = `"><script>alert('x')</script>&`;
const ORDER = {
  id: 'a"1',
  amount: '1999',
  currency: 'EUR',
  description: HOSTILE,
  state: 'open',
  methods: [{ code: 'card', name: HOSTILE }, { code: 'testpay' }],
  ask: [],
};

it('checkoutHtml returns an element with a form whose texts are escaped', async () => {
  const text = await checkoutHtml(ORDER, { backend: '/scudo', files: '/files"', layout: 'tabs' });
  expect(text).toMatch(/^<scudo-checkout backend="\/scudo" order="a&quot;1" lang="en" layout="tabs"><template /);
  expect(text).toContain('href="/files&quot;/form.css"');
  expect(text).toContain('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;');
  expect(text).not.toMatch(/<script|\[object|undefined| style=|\bon\w+=/);
  expect(text).toContain('Pay €19.99');
});

it('checkoutHtml names no input, and disables every button and choice', async () => {
  const text = await checkoutHtml(ORDER, { backend: '/scudo' });
  const tags = text.match(/<(?:input|select|button)\b[^>]*>/g) ?? [];
  expect(tags.filter((tag) => tag.includes('id="'))).toHaveLength(4);
  for (const tag of tags) {
    expect(tag).not.toMatch(/\sname=|\svalue=/);
    if (/<button|radio/.test(tag)) expect(tag).toContain(' disabled');
  }
});

it('checkoutHtml has the lines of an order, closed and escaped', async () => {
  const lines = [{ text: '<i>Coin', quantity: 2, amount: '1999' }];
  const text = await checkoutHtml({ ...ORDER, lines }, { backend: '/scudo' });
  expect(text).toContain('<details part="lines">');
  expect(text).toMatch(/>2 items<.*2 × <bdi>&lt;i&gt;Coin<.*€19\.99/s);
});

it('checkoutHtml has the words, the amount and the direction of the language', async () => {
  const text = await checkoutHtml({ ...ORDER, currency: 'ILS' }, { backend: '/scudo', lang: 'he-IL' });
  expect(text).toContain('<div lang="he" dir="rtl" class="body" data-reserved>');
  expect(text).not.toContain('Card number');
});

it('checkoutHtml has the digits of the language in its texts and in the amount', async () => {
  const text = await checkoutHtml(ORDER, { backend: '/scudo', lang: 'fa' });
  expect(text).toContain('placeholder="۳ رقم"');
  expect(text).toContain('placeholder="۱۲۳۴ ۱۲۳۴ ۱۲۳۴ ۱۲۳۴"');
});

it.each([
  { state: 'paid' },
  { state: 'pending' },
  { state: 'in-doubt' },
  { state: 'open', suspended: true },
  { state: 'open', methods: [] },
  { state: 'open', redirect: { method: 'testpay', unfinished: true } },
])('checkoutHtml has no form for an order that takes no payment: %o', async (part) => {
  const text = await checkoutHtml({ ...ORDER, ...part }, { backend: '/scudo' });
  expect(text).toBe('<scudo-checkout backend="/scudo" order="a&quot;1" lang="en"></scudo-checkout>');
});

it.each([
  [{ layout: 'nonsense' }, 'Bad options: layout must be one of accordion, tabs, compact'],
  [{ labels: 'below' }, 'Bad options: labels must be one of above, floating, inset'],
  [{ files: 7 }, 'Bad options: files has the wrong type'],
  [
    { lang: undefined, language: 'de' },
    'Bad options: language must be left out: the options are backend, lang, layout, labels, files',
  ],
])('checkoutHtml rejects a wrong option by its name: %o', async (option, message) => {
  const options = { backend: '/scudo', ...option } as Parameters<typeof checkoutHtml>[1];
  await expect(checkoutHtml(ORDER, options)).rejects.toMatchObject({ name: 'MessageError', message });
});

it('checkoutHtml has no card inputs for an order whose card fields are isolated', async () => {
  const card_frame = 'https://pay.example/scudo/fields';
  const text = await checkoutHtml({ ...ORDER, card_frame }, { backend: '/scudo' });
  expect(text).toContain('type="submit"');
  expect(text).not.toContain('id="number"');
});
