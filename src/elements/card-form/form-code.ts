import type * as lateForm from './late-form.js';

/** The code of the form that is part of late.js (docs/decisions/0014-late-code.md). */
export type FormCode = typeof lateForm;

let code: FormCode | undefined;

/** Returns the code, or undefined when it has not been loaded. */
export function loadedFormCode(): FormCode | undefined {
  return code;
}

/** Loads the code for all elements of the page. Rejects when it cannot. */
export async function loadFormCode(): Promise<FormCode> {
  code ??= await import('./late-form.js');
  return code;
}
