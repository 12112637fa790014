import { readXml } from '../../../protocol/values/xml.js';

/** A payment-set as the backend sent it. */
export interface SentPaymentSet {
  readonly orderid?: string;
  readonly amount?: { readonly '#text'?: string; readonly '@currency'?: string };
  readonly paymentmethoddetails?: { readonly returnurl?: string; readonly statusupdateurl?: string };
}

/**
 * Reads the payment-set of a request as it was sent. The sandbox's log hides digits that look like a card number, and a
 * backend may write such digits into its order ids and addresses. Returns undefined for other requests.
 */
export async function sentPaymentSet(request: Request): Promise<SentPaymentSet | undefined> {
  if (request.method !== 'POST') return undefined;
  const content = contentOf(await request.clone().text());
  return content?.['@type'] === 'payment-set' ? content : undefined;
}

function contentOf(text: string): Record<string, unknown> | undefined {
  try {
    return readXml('request', text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
