import { hashOf } from './scripted-fetch.js';

export const TIMESTAMP = '20261120222411';

/** The whole document of an authorization answer, signed over its fields in the published order. */
export function signedAnswer(fields: Record<string, string>, algorithm: 'sha1' | 'sha256' = 'sha1') {
  const {
    orderid = 'A1',
    result = '00',
    message = 'AUTHORISED',
    pasref = '16898444372586159',
    authcode = '071757',
    ...more
  } = fields;
  const hash = hashOf([TIMESTAMP, 'scudo', orderid, result, message, pasref, authcode], algorithm);
  return document({
    merchantid: 'scudo',
    account: 'internet',
    orderid,
    authcode,
    result,
    cvnresult: 'M',
    batchid: '',
    message,
    pasref,
    timetaken: '0',
    [`${algorithm}hash`]: hash,
    ...more,
  });
}

/** The whole document of an answer to payment-set or payment-credit, signed over its fields. */
export function signedMethodAnswer(fields: Record<string, string>, algorithm: 'sha1' | 'sha256' = 'sha1') {
  const {
    orderid = 'A1',
    result = '01',
    message = 'PENDING',
    pasref = '16898444372586159',
    paymentmethod = 'testpay',
    ...more
  } = fields;
  const hash = hashOf([TIMESTAMP, 'scudo', orderid, result, message, pasref, paymentmethod], algorithm);
  return document({
    merchantid: 'scudo',
    account: 'internet',
    orderid,
    result,
    message,
    pasref,
    paymentmethod,
    [`${algorithm}hash`]: hash,
    ...more,
  });
}

/** A document with these elements only: the form of errors. */
export function shortAnswer(fields: Record<string, string>) {
  return document(fields);
}

function document(elements: Record<string, string>): () => Response {
  const children = Object.entries(elements).map(([name, value]) => `<${name}>${value}</${name}>`);
  return () =>
    new Response(
      `<?xml version="1.0" encoding="UTF-8"?>\n<response timestamp="${TIMESTAMP}">\n${children.join('\n')}\n</response>`,
    );
}
