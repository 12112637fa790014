/** Reads the code of an answer: of its outcome or problem, or else its result, such as `redirect`. */
export async function codeOf(response: Response | Promise<Response>): Promise<string> {
  const body = (await (await response).json()) as { outcome?: { code: string }; code?: string; result?: string };
  return body.outcome?.code ?? body.code ?? body.result ?? '';
}
