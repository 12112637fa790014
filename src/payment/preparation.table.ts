import type { Flow } from '../protocol/flow.js';

export type PreparationState = 'idle' | 'checking-version' | 'running-method' | 'prepared' | 'faulted';
export type PreparationTask = 'checkVersion' | 'runMethod';
export type PreparationEventType =
  | 'NUMBER'
  | 'CLEARED'
  | 'STALE'
  | 'METHOD_OFFERED'
  | 'NO_METHOD'
  | 'METHOD_ENDED'
  | 'METHOD_SILENT'
  | 'FAULT'
  | 'SILENT';

/**
 * The preparation: version check and method step, while the shopper still types (3D Secure 2 Authentication
 * Interface, Browser-to-ACS posts and Limits). It restarts with each card number.
 */
export const PREPARATION: Flow<PreparationState, PreparationEventType, PreparationTask> = {
  initial: 'idle',
  states: {
    idle: {
      on: { NUMBER: 'checking-version' },
    },
    'checking-version': {
      task: 'checkVersion',
      after: { ms: 30_000, event: 'SILENT' },
      on: {
        METHOD_OFFERED: 'running-method',
        NO_METHOD: 'prepared',
        FAULT: 'faulted',
        SILENT: 'faulted',
        NUMBER: 'checking-version',
        CLEARED: 'idle',
      },
    },
    'running-method': {
      task: 'runMethod',
      // An ACS that does not answer is reported as NO, not as an error.
      after: { ms: 10_000, event: 'METHOD_SILENT' },
      on: {
        METHOD_ENDED: 'prepared',
        METHOD_SILENT: 'prepared',
        FAULT: 'prepared',
        NUMBER: 'checking-version',
        CLEARED: 'idle',
      },
    },
    prepared: {
      // The lifetime of a version check is not documented; after 15 minutes Pay repeats it.
      after: { ms: 900_000, event: 'STALE' },
      on: { STALE: 'idle', NUMBER: 'checking-version', CLEARED: 'idle' },
    },
    faulted: {
      on: { NUMBER: 'checking-version', CLEARED: 'idle' },
    },
  },
};
