import 'scudo-checkout/types/vue';
import type { GlobalComponents } from 'vue';

type Props<Name extends 'scudo-checkout' | 'scudo-return'> = InstanceType<GlobalComponents[Name]>['$props'];

/** The props that vue-tsc checks in a template: `<scudo-checkout :messages="…" @scudo-outcome="…">`. */
export const checkout: Props<'scudo-checkout'> = {
  backend: '/scudo',
  order: 'A1',
  class: 'checkout',
  messages: { pay: 'Buy now for {amount}' },
  onScudoOutcome: ({ detail }) => console.log(detail.status),
  onScudoStep: ({ detail }) => console.log(detail.step),
  onScudoChallenge: (event) => event.preventDefault(),
  onScudoRedirect: ({ detail }) => console.log(detail.url),
};
export const outcome: Props<'scudo-return'> = { backend: '/scudo', order: 'A1', patience: 30 };

// @ts-expect-error A value that the property does not have.
export const wrongValue: Props<'scudo-checkout'> = { prepare: 'on-submit' };
