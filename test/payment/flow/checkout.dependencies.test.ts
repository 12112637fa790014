import { describe, expect, it } from 'vitest';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { unanswered, withWindow } from '../checkout/scripted-page.js';
import { scriptedRedirect, scriptedReturn, type ScriptedRedirect } from '../checkout/scripted-redirect.js';

withWindow();

/** Answers without an answer, and collects the times of the calls in seconds from now. */
function countingFrom({ clock }: ScriptedRedirect): { readonly at: number[]; readonly answer: () => Promise<never> } {
  const at: number[] = [];
  const start = clock.now().getTime();
  const answer = () => {
    at.push((clock.now().getTime() - start) / 1000);
    return unanswered();
  };
  return { at, answer };
}

describe('the default intervals', () => {
  it('repeat a call without an answer after 1, 2, 4 and 8 seconds, and then every 8 seconds', async () => {
    const page = await scriptedRedirect();
    const { at, answer } = countingFrom(page);
    page.backend.answers.redirect = answer;
    page.payment.redirect({ method: 'paypal' });
    await settle();
    await page.clock.advance(44_999);
    expect(at).toEqual([0, 1, 3, 7, 15, 23, 31, 39]);
    page.payment.stop();
  });

  it('repeat a request for the final status after 1, 2, 4, 8 and 15 seconds, and then every 15 seconds', async () => {
    const page = scriptedReturn({ order: () => UNFINISHED_ORDER }, { patience: 600_000 });
    await settle();
    const { at, answer } = countingFrom(page);
    page.backend.answers.order = answer;
    await page.clock.advance(62_000);
    expect(at).toEqual([1, 2, 4, 8, 16, 31, 46, 61]);
    page.payment.stop();
  });
});
