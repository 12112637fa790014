import type { Target } from './engine/target.js';
import { ANSWER_TARGETS } from './targets/answers.js';
import { BACKEND_TARGETS } from './targets/backend-routes.js';
import { FIELD_TARGETS } from './targets/fields.js';
import { MESSAGE_TARGETS } from './targets/messages.js';
import { OPTION_TARGETS } from './targets/options.js';
import { SANDBOX_TARGETS } from './targets/sandbox-routes.js';
import { VALUE_TARGETS } from './targets/values.js';

/** Everything that is fuzzed. */
export const TARGETS: readonly Target[] = [
  ...VALUE_TARGETS,
  ...FIELD_TARGETS,
  ...MESSAGE_TARGETS,
  ...ANSWER_TARGETS,
  ...OPTION_TARGETS,
  ...BACKEND_TARGETS,
  ...SANDBOX_TARGETS,
];
