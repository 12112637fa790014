import 'scudo-checkout/types/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

/** The attributes that svelte-check checks in a component. */
export const checkout: SvelteHTMLElements['scudo-checkout'] = {
  backend: '/scudo',
  order: 'A1',
  class: 'checkout',
  messages: { pay: 'Buy now for {amount}' },
  'onscudo-outcome': ({ detail }) => console.log(detail.status),
};
export const outcome: SvelteHTMLElements['scudo-return'] = { backend: '/scudo', order: 'A1', patience: 30 };

// @ts-expect-error A value that the property does not have.
export const wrongValue: SvelteHTMLElements['scudo-checkout'] = { prepare: 'on-submit' };
