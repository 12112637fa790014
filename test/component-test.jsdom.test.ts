// @vitest-environment jsdom
import { it } from 'vitest';
import { runComponentTest } from './component-test.js';

it('the elements render, pay and are removed without an error in jsdom', async () => {
  await runComponentTest(true);
});
