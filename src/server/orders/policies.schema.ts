import * as z from 'zod/mini';
import { inputObject, type InputShape } from '../options/call-input.js';
import type { Policies } from './policies.js';

const policy = z.optional(z.enum(['authorize', 'refuse'], { error: "'authorize' or 'refuse'" }));

/** The policies of the backend and of an order. */
export const chosenPolicies = inputObject({
  notEnrolled: policy,
  attempted: policy,
  couldNotBePerformed: policy,
  successfulWithoutShift: policy,
} satisfies InputShape<Policies>);
