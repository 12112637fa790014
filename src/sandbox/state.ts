import type { AcsDependencies } from './acs/dependencies.js';
import type { JsonDependencies } from './gateway/json/dependencies.js';
import type { XmlDependencies } from './gateway/xml/dependencies.js';
import type { ReportDependencies } from './reports/dependencies.js';
import type { TestpayDependencies } from './testpay/dependencies.js';

/** The state that all routes share. Each folder declares its part, and a route has no state of its own. */
export type SandboxState = AcsDependencies &
  JsonDependencies &
  XmlDependencies &
  TestpayDependencies &
  ReportDependencies;
