import type * as lateForm from './late-form.js';

/** The code of the form that is part of late.js (docs/decisions/0014-late-code.md). */
export type LateFormCode = typeof lateForm;

let code: LateFormCode | undefined;

/** Returns the code, or undefined when it has not been loaded. */
export function loadedFormCode(): LateFormCode | undefined {
  return code;
}

/** Loads the code for all elements of the page. Rejects when it cannot. */
export async function loadFormCode(): Promise<LateFormCode> {
  code ??= await import('./late-form.js');
  return code;
}
