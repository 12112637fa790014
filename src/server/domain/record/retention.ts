import {
  REDIRECT_FIELDS,
  type RedirectFields,
  type RedirectValues,
} from '../../../protocol/redirect/redirect-fields.js';
import { camelName } from '../../../protocol/values/camel-case.js';
import type { Attempt } from './attempts.js';
import type { HistoryEntry } from './history.js';
import type { AuthenticationRecord, OrderCounts, OrderRecord } from './order-record.js';
import { orderStateRow } from './order-state.table.js';

/**
 * The record without data that nothing needs any more (docs/data.md). Once the order takes no further payment, it has
 * no fingerprint of a card, a frame or a page. Once its changes were delivered as well, it has no personal data of the
 * payer. An order that was erased has no text of a person, the shop or the gateway either. Applied to every write, so
 * that a late call cannot bring the data back.
 */
export function withoutUnneededData(record: OrderRecord): OrderRecord {
  if (!orderStateRow(record.state).final) return record;
  const settled = withoutFingerprints(record);
  if (record.erased !== undefined) return withoutFreeTexts(withoutPayer(settled));
  return record.changes.length === 0 ? withoutPayer(settled) : settled;
}

/** Every field that holds a fingerprint of a card, a frame or a page belongs here. */
function withoutFingerprints(record: OrderRecord): OrderRecord {
  const { authentications, answers, counts } = record;
  return {
    ...record,
    ...(counts ? { counts: countsWithoutFingerprints(counts) } : {}),
    authentications: authentications.map(({ frameKey: _frame, page: _page, ...one }) => ({
      ...one,
      cardFingerprint: '',
    })),
    answers: Object.fromEntries(
      Object.entries(answers).map(([key, { request, ...answer }]) => {
        const { fingerprint: _fingerprint, ...rest } = request;
        return [key, { ...answer, request: rest }];
      }),
    ),
  };
}

function countsWithoutFingerprints({ pageKeys: _pageKeys, ...counts }: OrderCounts): OrderCounts {
  return { ...counts, cardFingerprints: [] };
}

/** The fields of a record that are no fields of redirect payment methods. */
type OwnField = Exclude<keyof OrderRecord, keyof RedirectValues>;

/** True for a field that stays. A field that is not named is deleted. */
const STAYS: Readonly<Record<OwnField, boolean>> = {
  version: true,
  id: true,
  createdAt: true,
  updatedAt: true,
  dueAt: true,
  deliverAt: true,
  checkAt: true,
  unresolvedSince: true,
  amount: true,
  currency: true,
  revision: true,
  exponent: true,
  description: true,
  reference: true,
  // The goods of an order can be personal data.
  lines: false,
  descriptor: true,
  purpose: true,
  state: true,
  expiresAt: true,
  inputFingerprint: true,
  ended: true,
  endKeys: true,
  erased: true,
  suspended: true,
  methods: true,
  comments: false,
  payer: false,
  shippingAddress: false,
  challengeRequestIndicator: true,
  exemptStatus: true,
  policies: true,
  authentication: false,
  authentications: true,
  attempts: true,
  payment: true,
  liabilityShift: true,
  earlyRefundMessages: true,
  flags: true,
  answers: true,
  counts: true,
  notifies: true,
  changes: true,
  changeCount: true,
  delivery: true,
  history: true,
};

/** The record without personal data. */
export function withoutPayer(record: OrderRecord, fields: RedirectFields = REDIRECT_FIELDS): OrderRecord {
  const staying = new Set(
    Object.entries(fields).flatMap(([name, { isPersonal }]) => (isPersonal ? [] : [camelName(name)])),
  );
  const kept = Object.entries(record).filter(([name]) => STAYS[name as OwnField] || staying.has(name));
  return { ...(Object.fromEntries(kept) as unknown as OrderRecord), payer: {} };
}

/**
 * The record without texts that may name a person: those of the shop, its staff, the gateway and a scheme. The input of
 * `orders.create` has such texts, so its fingerprint goes as well.
 */
function withoutFreeTexts({
  description: _description,
  descriptor: _descriptor,
  comments: _comments,
  inputFingerprint: _input,
  ...record
}: OrderRecord): OrderRecord {
  return {
    ...record,
    history: record.history.map(withoutDetail),
    attempts: record.attempts.map(withoutTexts),
    authentications: record.authentications.map(withoutExtras),
  };
}

/** The person who erased an order, and the reason, stay for the audit. */
function withoutDetail(entry: HistoryEntry): HistoryEntry {
  if (entry.event === 'erased') return entry;
  const { detail: _detail, ...event } = entry;
  return event;
}

function withoutExtras({
  messageExtension: _extension,
  whitelistStatus: _whitelist,
  ...authentication
}: AuthenticationRecord): AuthenticationRecord {
  return authentication;
}

/** The attempt without texts of the gateway, and without the address of the shopper's page there. */
function withoutTexts(attempt: Attempt): Attempt {
  switch (attempt.kind) {
    case 'card': {
      const { progress } = attempt;
      if ((progress.step !== 'unresolved' && progress.step !== 'ended') || !progress.answer) return attempt;
      return { ...attempt, progress: { ...progress, answer: { ...progress.answer, message: '' } } };
    }
    case 'redirect': {
      const { redirectUrl: _url, ...redirect } = attempt;
      return redirect;
    }
    case 'capture':
    case 'void':
    case 'refund': {
      const { progress } = attempt;
      if (progress.step === 'sent') return attempt;
      const { message: _message, ...facts } = progress;
      return { ...attempt, progress: facts };
    }
  }
}
