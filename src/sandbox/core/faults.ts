import type { MessageKind } from './message-kind.js';

/** The calls of a merchant's backend, and the status message that the backend receives: faults can disturb them. */
export type FaultyCallKind = Extract<
  MessageKind,
  | 'protocol-versions'
  | 'authentications'
  | 'authentication-data'
  | 'search'
  | 'auth'
  | 'otb'
  | 'query'
  | 'settle'
  | 'multisettle'
  | 'void'
  | 'rebate'
  | 'payment-set'
  | 'status'
  | 'payment-credit'
  | 'payments-report'
  | 'refunds-report'
>;

/** A call that the option `faults` decides about. */
export interface FaultyCall {
  /** The kind of the call. */
  readonly kind: FaultyCallKind;
  /** The order id that the call names. A payments report by identifier has that of the payment. */
  readonly orderId?: string;
  /** 1 for the first call of this kind with this order id, then counting up. */
  readonly attempt: number;
}

/** A disturbance of any call. The caller of a status message is the sandbox, and its receiver the backend. */
export type TransportFault =
  /** The request does not arrive: nothing is processed, and the caller gets no answer. */
  | { readonly type: 'not-received' }
  /** The request is processed, and its answer is lost. */
  | { readonly type: 'no-answer' }
  /** The request is processed, and the answer's body cannot be read. */
  | { readonly type: 'unreadable' }
  /** A server in between answers with this HTTP status and no body, for example 429 or 502; nothing is processed. */
  | { readonly type: 'http-status'; readonly status: number };

/** A disturbance of an XML call or of a status message. */
export type RepeatedDelivery =
  /** The network delivers the request twice. An XML call is processed once, and gets the second answer, a 501. */
  { readonly type: 'delivered-twice' };

/** A disturbance of an XML call only. */
export type XmlFault =
  | RepeatedDelivery
  /** A short document without hash, instead of processing the request or after it. */
  | {
      readonly type: 'short-answer';
      /** The moment of the fault: nothing has happened yet, or the call was carried out. */
      readonly when: 'before-processing' | 'after-processing';
      /** The result code of the answer. */
      readonly result: string;
      /** The text of the answer. */
      readonly message: string;
    }
  /** The request is processed, and the answer's hash is wrong. */
  | { readonly type: 'wrong-hash' }
  /** The request is processed, and the answer carries no hash. */
  | { readonly type: 'no-hash' };

/** A disturbance of one call, as a test or a simulation chooses it with the option `faults`. */
export type SandboxFault = TransportFault | XmlFault;

/** Chooses the fault of a call. Return undefined to not disturb the call. */
export type ChooseFault = (call: FaultyCall) => SandboxFault | undefined;

/** Returns whether a fault applies to XML calls only. */
export function isXmlFault(fault: SandboxFault | undefined): fault is XmlFault {
  switch (fault?.type) {
    case undefined:
    case 'not-received':
    case 'no-answer':
    case 'unreadable':
    case 'http-status':
      return false;
    case 'short-answer':
    case 'wrong-hash':
    case 'no-hash':
    case 'delivered-twice':
      return true;
  }
}
