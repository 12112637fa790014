import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { afterDecline, checkout, field, pass, payButton, press, root, text, typeCard } from './scripted-checkout.js';

const never = () => new Promise<never>(() => undefined);

/** A checkout whose payment runs. */
async function paying() {
  const shop = await checkout({ authenticate: never });
  typeCard(shop);
  await press(shop, 'Pay €19.99');
  await pass(shop, 0);
  return { shop, opacity: (selector: string) => opacityOf(root(shop).querySelector(selector)!) };
}

/** The opacity that is seen: that of an element and of all around it. */
function opacityOf(element: Element | null): number {
  for (const animation of element?.getAnimations() ?? []) if (animation instanceof CSSTransition) animation.finish();
  return element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
}

it('the form is dimmed and cannot be changed while a payment runs, and the texts to read are not dimmed', async () => {
  const { shop, opacity } = await paying();
  for (const dimmed of ['.method', '#number']) expect(opacity(dimmed)).toBeCloseTo(0.65);
  field(shop, 'expiry').focus();
  expect(opacity('#expiry')).toBe(1);
  const legible = ['[part=form]', '[part=methods]', '[part~=pay-button]', '[part=foot]', '[part=progress]'];
  for (const text of [...legible, '[for=number]', '#security-code-hint', '#number-error'])
    expect(opacity(text)).toBe(1);
  expect(text(shop, 'progress')).toBe('Your bank is checking the payment…');
  expect(field(shop, 'number').readOnly).toBe(true);
  const { left, top, width, height } = field(shop, 'number').getBoundingClientRect();
  const hit = root(shop).elementFromPoint(left + width / 2, top + height / 2);
  expect(root(shop).querySelector('[part=methods]')!.contains(hit)).toBe(false);
  expect(payButton(shop).getAttribute('aria-busy')).toBe('true');
});

it('a press of Pay sends the request before anything is rendered or measured', async () => {
  const height = () => root(shop).querySelector<HTMLElement>('.body')!.style.minBlockSize;
  let heightAtRequest: string | undefined;
  const shop = await checkout({
    authenticate: () => {
      heightAtRequest = height();
      return never();
    },
  });
  typeCard(shop);
  await pass(shop, 0);
  payButton(shop).click();
  expect(heightAtRequest).toBe('');
  expect(parseFloat(height())).toBeGreaterThan(100);
  expect(payButton(shop).getAttribute('aria-busy')).not.toBe('true');
});

it('no field has a text when the outcome is reported, and none afterwards', async () => {
  const shop = await checkout();
  typeCard(shop);
  // A browser fires a change event for a text that was typed by keys, also when its input is removed.
  field(shop, 'name').focus();
  await userEvent.keyboard('Ada Lovelace');
  const inputs = ['number', 'expiry', 'security-code', 'name'].map((id) => field(shop, id));
  const texts = () => inputs.map(({ value }) => value);
  let reported: readonly string[] = [];
  shop.element.addEventListener('scudo-outcome', () => {
    reported = texts();
  });
  await shop.element.pay();
  await pass(shop, 0);
  expect(reported).toEqual(['', '', '', '']);
  shop.element.order = 'A2';
  await pass(shop, 0);
  expect(texts()).toEqual(['', '', '', '']);
  expect(field(shop, 'name').value).toBe('');
});

it('the form is as clear as before when the payment can be tried again', async () => {
  const shop = await afterDecline();
  for (const clear of ['.method', '#number', '[for=number]'])
    expect(opacityOf(root(shop).querySelector(clear))).toBe(1);
  expect(getComputedStyle(root(shop).querySelector('[part=methods]')!).pointerEvents).toBe('auto');
});
