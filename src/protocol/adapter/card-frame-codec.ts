import { camelName, renamed, wireName, type CamelCased } from '../values/camel-case.js';
import type { WireCardFrameCommand } from './card-frame-commands.js';
import type { WireCardFrameMessage } from './card-frame-messages.js';

/**
 * Converts the messages between the checkout page and the frame with the isolated card fields: camelCase in code,
 * snake_case on the wire. It has no schema, so that each side loads only that of the messages that it receives.
 */

/** A message of the checkout page to the frame. */
export type CardFrameCommand = CamelCased<WireCardFrameCommand>;
/** Language and style of the page around the frame. */
export type CardFrameStyle = Extract<CardFrameCommand, { readonly scudo: 'card-style' }>['style'];
/** A font as the frame receives it: the frame loads nothing from another origin. */
export type CardFrameFont = Extract<CardFrameCommand, { readonly scudo: 'card-fonts' }>['fonts'][number];

/** A message of the frame to the checkout page. */
export type CardFrameMessage = CamelCased<WireCardFrameMessage>;
/** Names of all that the frame takes over from the page. */
export type CardFrameNeeds = Extract<CardFrameMessage, { readonly scudo: 'card-ready' }>['needs'];
/** The state of the card fields. */
export type CardFrameState = Extract<CardFrameMessage, { readonly scudo: 'card-state' }>;

export function encodeCommand(command: CardFrameCommand): WireCardFrameCommand {
  return renamed(command, wireName, isNested) as WireCardFrameCommand;
}

export function decodeCommand(command: WireCardFrameCommand): CardFrameCommand {
  return renamed(command, camelName, isNested) as CardFrameCommand;
}

export function encodeMessage(message: CardFrameMessage): WireCardFrameMessage {
  return renamed(message, wireName, isNested) as WireCardFrameMessage;
}

export function decodeMessage(message: WireCardFrameMessage): CardFrameMessage {
  return renamed(message, camelName, isNested) as CardFrameMessage;
}

/** Fields whose value has names of its own. The values of all others are data, such as the body of a call. */
const NESTED: readonly string[] = ['style', 'fonts', 'needs'];
const isNested = (name: string) => NESTED.includes(name);
