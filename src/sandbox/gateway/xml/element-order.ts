import { badRequest } from './xml-refusal.js';

/**
 * Checks that the elements appear in exactly the document's order (Non-Card Payment Methods Interface, Initiate
 * request). The keys of a parsed document have the order of its elements. A repeated element is parsed as a list and
 * counts as out of order. Unknown elements may appear anywhere.
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
