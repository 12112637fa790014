import { inspect } from 'node:util';
import type { ProblemReport } from '../../ports/ports.js';
import { safeId, safeText } from '../../util/card-data.js';

/** Causes of causes that a line shows, such as the network error below a GatewayError. */
const MAX_CAUSES = 3;

/** A problem in one line, without card data. */
export function consoleLine({ code, order, route, client, cause }: ProblemReport): string {
  const parts = [
    `scudo: ${code}`,
    ...(order === undefined ? [] : [`order ${safeId(order)}`]),
    ...(route === undefined ? [] : [safeText(route)]),
    ...(client === undefined ? [] : [`client ${safeText(client)}`]),
  ];
  const reasons = causesText(cause);
  return reasons === '' ? parts.join(', ') : `${parts.join(', ')}: ${reasons}`;
}

/** The texts of an error and of its causes, without card data; empty for none. */
export function causesText(cause: unknown): string {
  return causesOf(cause).map(safeText).join(' <- ');
}

function causesOf(cause: unknown): string[] {
  const found: string[] = [];
  for (let one = cause; one !== undefined && one !== null && found.length < MAX_CAUSES; one = causeOf(one)) {
    found.push(textOf(one));
  }
  return found;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** An error, or another value that was thrown or reported, as text. */
export function textOf(cause: unknown): string {
  if (cause instanceof Error) return `${cause.name}: ${cause.message}`;
  return typeof cause === 'string' ? cause : inspect(cause, { breakLength: Infinity });
}
