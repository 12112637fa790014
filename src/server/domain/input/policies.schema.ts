import * as z from '../../../protocol/zod.js';
import { inputObject, type InputShape } from '../../util/call-input.js';
import type { Policies } from './policies.js';

const policySchema = z.optional(z.enum(['authorize', 'refuse'], { error: "'authorize' or 'refuse'" }));

/** The policies of the backend and of an order. */
export const chosenPoliciesSchema = inputObject({
  notEnrolled: policySchema,
  attempted: policySchema,
  couldNotBePerformed: policySchema,
  successfulWithoutShift: policySchema,
} satisfies InputShape<Policies>);
