import type { DefineComponent, HTMLAttributes } from 'vue';
import type { ScudoChallengeEvent, ScudoOutcomeEvent, ScudoRedirectEvent, ScudoStepEvent } from '../elements/events.js';
import type { CheckoutProperties, ReturnProperties } from './element-properties.js';

/** Handlers by the names that Vue gives to `@scudo-outcome` and the others. */
interface VueHandlers {
  readonly onScudoStep?: ((event: ScudoStepEvent) => void) | undefined;
  readonly onScudoChallenge?: ((event: ScudoChallengeEvent) => void) | undefined;
  readonly onScudoRedirect?: ((event: ScudoRedirectEvent) => void) | undefined;
  readonly onScudoOutcome?: ((event: ScudoOutcomeEvent) => void) | undefined;
}

declare module 'vue' {
  interface GlobalComponents {
    'scudo-checkout': DefineComponent<CheckoutProperties & HTMLAttributes & VueHandlers>;
    'scudo-return': DefineComponent<ReturnProperties & HTMLAttributes & VueHandlers>;
  }
}
