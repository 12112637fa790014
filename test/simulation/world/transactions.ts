import type { Message, Reply } from '../engine/network.js';
import { allows, type Setup } from './setup.js';

/**
 * The transactions of 3-D Secure 2, by the gateway's own answers, which are read before any fault disturbs them. The
 * rules are those of docs/configuration.md, Policies.
 */
export interface Transactions {
  /** The gateway has answered a request to create or to read an authentication. */
  answered(message: Message, reply: Reply): void;
  /** True when an authorization of the card may follow by the shop's policies. */
  isApproved(serverTransId: string, card: string | undefined): boolean;
  /** True when the card of an order is confirmed: a success needs no proof, because nothing is charged. */
  isCardConfirmed(order: string): boolean;
  /** True when the issuer is liable: with proof, and without a claim of an exemption in the request. */
  shiftsLiability(serverTransId: string): boolean;
}

interface Transaction {
  readonly order: string | undefined;
  readonly card: string | undefined;
  readonly indicator: string;
  isApproved: boolean;
  isCardConfirmed: boolean;
  isProven: boolean;
}

/** The fields of a request to create an authentication that name its order and its card. */
interface AuthenticationRequest {
  readonly server_trans_id?: string;
  readonly order?: { readonly id?: string };
  readonly card_detail?: { readonly number?: string };
  readonly challenge_request_indicator?: string;
}

/** The fields of the gateway's answer that decide. */
interface Answer {
  readonly server_trans_id?: string;
  readonly status?: string;
  readonly eci?: string;
  readonly authentication_value?: string;
}

const PATH = '/3ds2/authentications';

const DATA_SHARE = 'NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY';

/** Answers after which no policy allows an authorization, at least not yet. */
const NO_POLICY = [
  '',
  'CHALLENGE_REQUIRED',
  'DECOUPLED_AUTHENTICATION_CONFIRMED',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_ISSUER_REJECTED',
];

export function watchTransactions(setup: Setup): Transactions {
  const transactions = new Map<string, Transaction>();

  /** The transaction of a request. The first request to create one names its order and its card. */
  function transactionOf({ url, body = '' }: Message): Transaction | undefined {
    const { pathname } = new URL(url);
    if (pathname !== PATH) return transactions.get(pathname.slice(PATH.length + 1));
    const request = JSON.parse(body) as AuthenticationRequest;
    const { server_trans_id: id, order, card_detail: card, challenge_request_indicator: indicator = '' } = request;
    if (id === undefined) return undefined;
    const transaction = transactions.get(id) ?? {
      order: order?.id,
      card: card?.number,
      indicator,
      isApproved: false,
      isCardConfirmed: false,
      isProven: false,
    };
    transactions.set(id, transaction);
    return transaction;
  }

  return {
    answered(message, { status: code, body }) {
      const transaction = transactionOf(message);
      if (!transaction || code !== 200) return;
      const { status, eci, authentication_value: value } = JSON.parse(body) as Answer;
      const isSuccessful = status === 'AUTHENTICATION_SUCCESSFUL';
      const isAttempted = status === 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL';
      const isProven = ['01', '02', '05', '06'].includes((eci ?? '').padStart(2, '0')) && Boolean(value);
      const { order = '', indicator } = transaction;
      const isAsRequested =
        status === 'CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY' && indicator === DATA_SHARE;
      if (isSuccessful && isProven) transaction.isApproved = true;
      else if (isSuccessful || isAsRequested) transaction.isApproved ||= allows(setup, 'successfulWithoutShift', order);
      else if (isAttempted && isProven) transaction.isApproved ||= allows(setup, 'attempted', order);
      else if (!NO_POLICY.includes(status ?? ''))
        transaction.isApproved ||= allows(setup, 'couldNotBePerformed', order);
      transaction.isProven = (isSuccessful || isAttempted) && isProven;
      if (isSuccessful || (isAttempted && isProven && allows(setup, 'attempted', order)))
        transaction.isCardConfirmed = true;
    },
    isApproved(id, card) {
      const transaction = transactions.get(id);
      return transaction !== undefined && transaction.isApproved && transaction.card === card;
    },
    shiftsLiability(id) {
      const transaction = transactions.get(id);
      return (
        transaction !== undefined && transaction.isProven && !transaction.indicator.startsWith('NO_CHALLENGE_REQUESTED')
      );
    },
    isCardConfirmed: (order) => [...transactions.values()].some((one) => one.order === order && one.isCardConfirmed),
  };
}
