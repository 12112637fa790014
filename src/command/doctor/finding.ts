import type { Answer } from '../client/answer.js';
import { outsideText } from '../outside-text.js';
import { NoAnswerError } from '../client/no-answer-error.js';

/** A fault of the set-up. */
export interface SetUpFault {
  /** The fault and its place. */
  readonly what: string;
  /** The change that removes it. */
  readonly fix: string;
}

/** The result of one check. */
export interface DoctorFinding {
  readonly name: string;
  /** The state that the check expects. */
  readonly title: string;
  /** Undefined for a check without a fault. */
  readonly fault: SetUpFault | undefined;
}

/** Makes a finding. A call without an answer is a fault of every check that needs it. */
export async function findingOf(
  name: string,
  title: string,
  check: () => Promise<SetUpFault | undefined>,
): Promise<DoctorFinding> {
  try {
    return { name, title, fault: await check() };
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    const fix = 'Check that the server runs, and name, port, certificate and firewall of the address.';
    return { name, title, fault: { what: error.message, fix } };
  }
}

/** Status and type of an answer, for the text of a fault. */
export function shortAnswerOf({ call, status, headers }: Answer): string {
  const [server, location] = [headers.get('server'), headers.get('location')];
  return [
    `${call} is answered ${status}`,
    outsideText(headers.get('content-type') ?? 'without a content type'),
    ...(location === null ? [] : [`to ${outsideText(location)}`]),
    ...(server === null ? [] : [`by ${outsideText(server)}`]),
  ].join(', ');
}
