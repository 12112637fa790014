import * as z from '../../protocol/zod.js';
import { MessageError, parseMessage } from '../../protocol/values/field-issue.js';
import { protocolVersionSchema } from '../../protocol/values/identifiers.js';
import { cardNumberSchema } from '../../protocol/values/request-values.js';
import { SCHEMES } from '../../protocol/three-d-secure/three-d-secure-values.js';
import { BEHAVIOURS, type BehaviourName } from './behaviours.js';
import type { TestCard } from './test-cards.js';

const names = Object.keys(BEHAVIOURS) as [BehaviourName, ...BehaviourName[]];

/** A behaviour station by station. Missing stations are those of a card that succeeds. */
const stationsSchema = z.partial(
  z.strictObject({
    versionCheck: z.enum(['enrolled', 'not-enrolled', 'card-not-supported', 'directory-unavailable']),
    method: z.enum(['posts', 'none', 'never-posts', 'slow']),
    issuer: z.enum(['successful', 'attempted', 'failed', 'rejected', 'impossible', 'challenge', 'unavailable']),
    cardholderText: z.string(),
    authorization: z.enum(['00', '101', '102', '103', '111', '200', '205', 'not-approved']),
    whitelisted: z.literal(true),
    decoupled: z.enum(['agrees', 'refuses', 'no-answer']),
    resultExtension: z.literal(true),
  }),
);

const cardFileSchema = z.array(
  z.strictObject({
    number: cardNumberSchema,
    scheme: z.enum(SCHEMES),
    version: z.optional(protocolVersionSchema),
    /** The name of a behaviour, or the stations of a new one. */
    behaviour: z.union([z.enum(names), stationsSchema]),
    label: z.optional(z.string()),
  }),
);

/**
 * Reads a card file: a JSON list of cards with known or new behaviours.
 * @throws {MessageError} naming entry and field, such as `2.scheme`; {SyntaxError} for a text that is not JSON.
 */
export function readCardFile(text: string): TestCard[] {
  const cards = parseMessage('card file', cardFileSchema, JSON.parse(text));
  const twice = cards.findIndex(({ number }, index) => cards.findIndex((other) => other.number === number) !== index);
  if (twice >= 0)
    throw new MessageError('card file', [{ field: `${twice}.number`, message: 'is there twice', missing: false }]);
  return cards.map(({ number, scheme, version = '2.2.0', behaviour, label }) => ({
    number,
    scheme,
    version,
    behaviour: typeof behaviour === 'string' ? behaviour : { ...BEHAVIOURS.success, ...withoutUndefined(behaviour) },
    label: label ?? `${scheme} ${version}: ${typeof behaviour === 'string' ? behaviour : 'of the card file'}`,
  }));
}

function withoutUndefined(stationsOf: object): object {
  return Object.fromEntries(Object.entries(stationsOf).filter(([, value]) => value !== undefined));
}
