/**
 * Reports a mistake of the set-up. The elements of a page set it; the frame of isolated card fields has no attributes
 * to report, and its script leaves the texts for developers out.
 */
export const reporter: { report?: (host: HTMLElement, failure?: unknown) => void } = {};
