import type { Message, Reply } from '../engine/network.js';

/**
 * The transactions of 3-D Secure 2, by the gateway's own answers, which are read before any fault disturbs them. The
 * rules are those of docs/configuration.md, Policies, with the defaults, which the shop of the simulation uses.
 */
export interface Transactions {
  /** The gateway has answered a request to create or to read an authentication. */
  answered(message: Message, reply: Reply): void;
  /** True when an authorization of the card may follow: its authentication was successful or attempted, with proof. */
  isApproved(serverTransId: string, card: string | undefined): boolean;
  /** True when the card of an order is confirmed: a success needs no proof, because nothing is charged. */
  isCardConfirmed(order: string): boolean;
}

interface Transaction {
  readonly order: string | undefined;
  readonly card: string | undefined;
  isApproved: boolean;
  isCardConfirmed: boolean;
}

/** The fields of a request to create an authentication that name its order and its card. */
interface AuthenticationRequest {
  readonly server_trans_id?: string;
  readonly order?: { readonly id?: string };
  readonly card_detail?: { readonly number?: string };
}

/** The fields of the gateway's answer that decide. */
interface Answer {
  readonly server_trans_id?: string;
  readonly status?: string;
  readonly eci?: string;
  readonly authentication_value?: string;
}

const PATH = '/3ds2/authentications';

export function watchTransactions(): Transactions {
  const transactions = new Map<string, Transaction>();

  /** The transaction of a request. The first request to create one names its order and its card. */
  function transactionOf({ url, body = '' }: Message): Transaction | undefined {
    const { pathname } = new URL(url);
    if (pathname !== PATH) return transactions.get(pathname.slice(PATH.length + 1));
    const { server_trans_id: id, order, card_detail: card } = JSON.parse(body) as AuthenticationRequest;
    if (id === undefined) return undefined;
    const begun = { order: order?.id, card: card?.number, isApproved: false, isCardConfirmed: false };
    const transaction = transactions.get(id) ?? begun;
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
      if ((isSuccessful || isAttempted) && isProven) transaction.isApproved = true;
      if (isSuccessful || transaction.isApproved) transaction.isCardConfirmed = true;
    },
    isApproved(id, card) {
      const transaction = transactions.get(id);
      return transaction !== undefined && transaction.isApproved && transaction.card === card;
    },
    isCardConfirmed: (order) => [...transactions.values()].some((one) => one.order === order && one.isCardConfirmed),
  };
}
