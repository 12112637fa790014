/** Reports a wrong set-up, or a file that did not load, on the console. Nothing that a shopper does is written. */
export function warnDeveloper(text: string): void {
  // eslint-disable-next-line no-console -- The only place of the elements that writes to the console.
  console.error(`scudo-checkout: ${text}`);
}
