import { expect, it } from 'vitest';
import { codeOfCorrections } from '../../../src/command/certify/corrections.js';

it('a name that the gateway answers with stays one text in the code to paste', () => {
  expect(codeOfCorrections({ names: { payments: `a'"\\\n` } })).toContain(`names: { payments: 'a\\'"\\\\\\n' },`);
});
