const held = new Set<Request>();

/**
 * Returns a request whose caller can give up. Node collects the signal of a request to which no object refers, and an
 * abort is then lost.
 */
export function heldRequest(...parameters: ConstructorParameters<typeof Request>): Request {
  const request = new Request(...parameters);
  held.add(request);
  return request;
}
