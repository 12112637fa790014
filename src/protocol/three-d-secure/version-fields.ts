import { CHALLENGE_REQUEST_INDICATORS, type ChallengeRequestIndicator } from './three-d-secure-values.js';

/** Fields of the authentication request that version 2.2.0 added (EMV 3-D Secure, data elements by version). */
export const UNKNOWN_TO_2_1_0 = [
  'decouple_flow_request',
  'decouple_flow_timeout',
  'decoupled_notification_url',
  'whitelist_status',
] as const;

/** Challenge request indicators that version 2.2.0 added: EMV's 05 to 09. */
export const INDICATORS_UNKNOWN_TO_2_1_0: readonly ChallengeRequestIndicator[] = CHALLENGE_REQUEST_INDICATORS.slice(4);

interface Versioned {
  readonly message_version: string;
  readonly challenge_request_indicator?: ChallengeRequestIndicator | undefined;
}

/**
 * Returns a request without the fields that its version does not have. An indicator of a later version becomes its
 * nearest earlier one: for every exemption, no challenge requested.
 */
export function withoutUnknownFields<Message extends Versioned>(message: Message): Message {
  if (message.message_version !== '2.1.0') return message;
  const { challenge_request_indicator: indicator } = message;
  const known = Object.fromEntries(
    Object.entries(message).filter(([field]) => !(UNKNOWN_TO_2_1_0 as readonly string[]).includes(field)),
  ) as Message;
  if (!indicator || !INDICATORS_UNKNOWN_TO_2_1_0.includes(indicator)) return known;
  return {
    ...known,
    challenge_request_indicator:
      indicator === 'CHALLENGE_REQUESTED_PROMPT_FOR_WHITELIST' ? 'CHALLENGE_PREFERRED' : 'NO_CHALLENGE_REQUESTED',
  };
}
