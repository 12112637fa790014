import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type ReactNode,
  type RefAttributes,
  type RefObject,
} from 'react';
import '../elements/checkout/checkout-element.js';
import '../elements/return/return-element.js';
import type { ScudoCheckout } from '../elements/checkout/checkout-element.js';
import type { ScudoEventMap } from '../elements/events.js';
import type { ScudoReturn } from '../elements/return/return-element.js';
import type { CheckoutProperties, ReturnProperties } from './element-properties.js';

/** Handlers of the elements' events. */
export interface ScudoHandlers {
  /** Receives `scudo-step`. */
  readonly onStep?: ((event: ScudoEventMap['scudo-step']) => void) | undefined;
  /** Receives `scudo-challenge`, which can be cancelled. */
  readonly onChallenge?: ((event: ScudoEventMap['scudo-challenge']) => void) | undefined;
  /** Receives `scudo-redirect`, which can be cancelled. */
  readonly onRedirect?: ((event: ScudoEventMap['scudo-redirect']) => void) | undefined;
  /** Receives `scudo-outcome`. */
  readonly onOutcome?: ((event: ScudoEventMap['scudo-outcome']) => void) | undefined;
}

type Html = Omit<HTMLAttributes<HTMLElement>, keyof CheckoutProperties | keyof ReturnProperties>;

/** Props of the component `ScudoCheckout`: those of the element, its events, and attributes of HTML. */
export type CheckoutProps = Html & CheckoutProperties & ScudoHandlers;

/** Props of the component `ScudoReturn`: those of the element, its events, and attributes of HTML. */
export type ReturnProps = Html & ReturnProperties & ScudoHandlers;

const HANDLERS = {
  onStep: 'scudo-step',
  onChallenge: 'scudo-challenge',
  onRedirect: 'scudo-redirect',
  onOutcome: 'scudo-outcome',
} as const satisfies Readonly<Record<keyof ScudoHandlers, keyof ScudoEventMap>>;

/**
 * An element's properties, with the names of their attributes. Properties without one have values that are not text.
 */
type Properties = Readonly<Record<string, string | undefined>>;

const SHARED = {
  backend: 'backend',
  order: 'order',
  messages: undefined,
  customer: 'customer',
  next: undefined,
  adapter: undefined,
  clock: undefined,
};

const CHECKOUT: Record<keyof CheckoutProperties, string | undefined> = {
  ...SHARED,
  fields: 'fields',
  fonts: undefined,
  prepare: 'prepare',
  challenge: 'challenge',
  acceptPending: 'accept-pending',
  layout: 'layout',
  labels: 'labels',
  fieldOrder: undefined,
  noButton: 'no-button',
  rememberFields: 'remember-fields',
  autoAdvance: 'auto-advance',
  methods: 'methods',
  amount: 'amount',
  currency: 'currency',
  authentication: undefined,
};

const RETURN: Record<keyof ReturnProperties, string | undefined> = {
  ...SHARED,
  checkout: 'checkout',
  patience: 'patience',
};

/**
 * The component of `<scudo-checkout>`, for React 18 and 19.
 *
 * React sets neither properties nor listeners of a custom element that it hydrates
 * (https://github.com/react/react/issues/35446), and React 18 sets attributes only. So the component renders the
 * attributes, and sets properties and listeners itself before the browser paints.
 *
 * @example
 * import { ScudoCheckout } from 'scudo-checkout/react';
 * import { createElement } from 'react';
 *
 * const checkout = createElement(ScudoCheckout, {
 *   backend: '/scudo',
 *   order: 'A1',
 *   onOutcome: ({ detail }) => {
 *     if (detail.status === 'paid') location.assign('/thank-you');
 *   },
 * });
 */
export const CheckoutComponent = componentOf<ScudoCheckout, CheckoutProps>('scudo-checkout', CHECKOUT);

/**
 * The component of `<scudo-return>`, for React 18 and 19.
 *
 * @example
 * import { ScudoReturn } from 'scudo-checkout/react';
 * import { createElement } from 'react';
 *
 * const outcome = createElement(ScudoReturn, { backend: '/scudo', order: 'A1', checkout: '/checkout' });
 */
export const ReturnComponent = componentOf<ScudoReturn, ReturnProps>('scudo-return', RETURN);

/** On the server no effect runs, and React 18 warns of layout effects there. */
const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function componentOf<Element extends HTMLElement, Props extends Html & ScudoHandlers>(
  tag: 'scudo-checkout' | 'scudo-return',
  properties: Properties,
): ForwardRefExoticComponent<Props & RefAttributes<Element>> {
  const Component = forwardRef<Element, Record<string, unknown>>((props, ref) => {
    const element = useRef<Element>(null);
    useImperativeHandle<Element | null, Element | null>(ref, () => element.current, []);
    useProperties(element, tag, properties, props);
    useHandlers(element, props);
    const { children, ...attributes } = attributesOf(props, properties);
    return createElement(tag, { ...attributes, ref: element }, children as ReactNode);
  });
  Component.displayName = tag === 'scudo-checkout' ? 'ScudoCheckout' : 'ScudoReturn';
  return Component as unknown as ForwardRefExoticComponent<Props & RefAttributes<Element>>;
}

/**
 * Props of the custom element as React renders it, on the server, too: attributes of HTML, and those of the element.
 */
function attributesOf(props: Record<string, unknown>, properties: Properties): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (name in HANDLERS) continue;
    if (!Object.hasOwn(properties, name)) attributes[name === 'className' ? 'class' : name] = value;
    else setAttribute(attributes, properties[name], value);
  }
  return attributes;
}

/** A boolean attribute that is false is absent, and null is a value that is not there yet. */
function setAttribute(attributes: Record<string, unknown>, name: string | undefined, value: unknown): void {
  if (name === undefined || value === undefined || value === null || value === false) return;
  attributes[name] = value === true ? '' : value;
}

/** Sets the properties of an element, and restores the default of a property that a later render does not have. */
function useProperties(
  element: RefObject<HTMLElement | null>,
  tag: string,
  properties: Properties,
  props: Record<string, unknown>,
): void {
  const before = useRef<readonly string[]>([]);
  useBrowserEffect(() => {
    const target = element.current as unknown as Record<string, unknown>;
    const names = Object.keys(properties).filter((name) => (props[name] ?? undefined) !== undefined);
    for (const name of names) target[name] = props[name];
    const removed = before.current.filter((name) => !names.includes(name));
    const defaults = removed.length > 0 ? document.createElement(tag) : undefined;
    for (const name of removed) target[name] = (defaults as unknown as Record<string, unknown>)[name];
    before.current = names;
  });
}

/** Listens to all events, and calls the handlers of the last render. */
function useHandlers(element: RefObject<HTMLElement | null>, props: ScudoHandlers): void {
  const handlers = useRef(props);
  useBrowserEffect(() => {
    handlers.current = props;
  });
  useBrowserEffect(() => {
    const target = element.current;
    const listeners = Object.entries(HANDLERS).map(([name, event]) => {
      const listener = (received: Event) => {
        (handlers.current[name as keyof ScudoHandlers] as ((event: Event) => void) | undefined)?.(received);
      };
      target?.addEventListener(event, listener);
      return { event, listener };
    });
    return () => {
      for (const { event, listener } of listeners) target?.removeEventListener(event, listener);
    };
  }, [element]);
}
