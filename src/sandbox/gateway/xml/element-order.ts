import { badRequest } from './xml-refusal.js';

/**
 * Elements that are sent must appear in exactly the document's order (spec: Initiate request). A
 * parsed document's keys stand in the order of their elements; one that comes twice is a list, and
 * out of order wherever it stands. Elements that nobody knows may stand anywhere.
 * @throws {XmlRefusal} 400 naming the first element out of order.
 */
export function requireOrder(order: readonly string[], element: Record<string, unknown>, path: string): void {
  let last = -1;
  for (const [name, value] of Object.entries(element)) {
    const place = order.indexOf(name);
    if (place < 0) continue;
    if (Array.isArray(value)) throw badRequest(`${path}/${name} is out of order: it is there more than once`);
    if (place < last)
      throw badRequest(`${path}/${name} is out of order: it belongs before ${path}/${order[last] ?? ''}`);
    last = place;
  }
}
