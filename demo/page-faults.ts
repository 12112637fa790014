/** A disturbance of a call to the backend, as docs/faults.md describes it. */
export type PageFault =
  | { readonly type: 'refused' }
  /** The connection breaks after the request was processed. */
  | { readonly type: 'answer-lost' }
  /** Nothing comes back, and nothing is processed. */
  | { readonly type: 'no-answer' }
  /** Processed at once, answered late. */
  | { readonly type: 'late'; readonly seconds: number }
  | { readonly type: 'truncated' }
  | { readonly type: 'twice' }
  /** A server in between answers. */
  | { readonly type: 'answer'; readonly status: number; readonly contentType: string; readonly body: string };

export type Answer = (request: Request) => Promise<Response>;

/**
 * Answers a call as far as the fault allows it. A network error (`Response.error()`) stands for a broken connection.
 */
export async function answerWithPageFault(fault: PageFault, request: Request, answer: Answer): Promise<Response> {
  switch (fault.type) {
    case 'refused':
      return Response.error();
    case 'answer-lost':
      await answer(request);
      return Response.error();
    case 'no-answer':
      await abortOf(request.signal);
      return new Response(null, { status: 499 });
    case 'late': {
      const response = await answer(request);
      await Promise.race([
        abortOf(request.signal),
        new Promise((resolve) => setTimeout(resolve, fault.seconds * 1000)),
      ]);
      return response;
    }
    case 'truncated': {
      const response = await answer(request);
      const text = await response.text();
      const headers = new Headers(response.headers);
      headers.delete('content-length');
      return new Response(text.slice(0, text.length / 2), { status: response.status, headers });
    }
    case 'twice': {
      const { url, method, headers, signal } = request;
      const body = method === 'GET' ? null : await request.arrayBuffer();
      const copy = () => new Request(url, { method, headers, signal, body });
      await answer(copy());
      return answer(copy());
    }
    case 'answer':
      return new Response(fault.body, { status: fault.status, headers: { 'content-type': fault.contentType } });
  }
}

/** Resolves when the page gives up. */
function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
