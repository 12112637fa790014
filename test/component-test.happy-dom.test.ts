// @vitest-environment happy-dom
import { it } from 'vitest';
import { runComponentTest } from './component-test.js';

it('the elements render, pay and are removed without an error in happy-dom', async () => {
  await runComponentTest(false);
});
