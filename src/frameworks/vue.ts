import type { DefineComponent, HTMLAttributes } from 'vue';
import type { ScudoEventMap } from '../elements/events.js';
import type { CheckoutProperties, ReturnProperties } from './element-properties.js';

/** Handlers by the names that Vue gives to `@scudo-outcome` and the others. */
type VueHandlers = {
  readonly [Name in keyof ScudoEventMap as `on${Pascal<Name>}`]?: ((event: ScudoEventMap[Name]) => void) | undefined;
};

/** `scudo-outcome` as `ScudoOutcome`. */
type Pascal<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Pascal<Rest>}`
  : Capitalize<Name>;

declare module 'vue' {
  interface GlobalComponents {
    'scudo-checkout': DefineComponent<CheckoutProperties & HTMLAttributes & VueHandlers>;
    'scudo-return': DefineComponent<ReturnProperties & HTMLAttributes & VueHandlers>;
  }
}
