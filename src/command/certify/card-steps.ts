import type { CardAuthorization, CardAuthorizationAnswer } from '../../server/gateway/card-authorizations.js';
import type { CardPaymentReferences } from '../../server/gateway/card-operations.js';
import type { Gateway } from '../../server/gateway/gateway.js';
import type { SignedAnswer } from '../../server/gateway/signed-xml-call.js';
import { GATEWAY_TEST_CARDS, type TestCard } from '../../sandbox/cards/test-cards.js';
import { own, ownText } from './report-text.js';
import { isUnprocessed, isWithoutAnswer, type CallRefusal } from './call-refusal.js';
import { NO_OPTION, withAdvice, type CertifySession, type Tried } from './certify-session.js';
import type { Corrections } from './corrections.js';
import type { HashSlot } from './hash-order.js';
import { AMOUNT, authenticateTestCard, nameOfBehaviour, cardData, documentedCard } from './three-d-secure-steps.js';

/** Corrections of an XML call: another path, another algorithm. */
export function xmlCorrections({ tried }: CertifySession['command'], { kind }: CallRefusal): readonly Corrections[] {
  if (kind === 'path')
    return [...tried.paths, '/apis/epage-remote.cgi', '/remote', '/epage-remote'].map((xml) => ({ paths: { xml } }));
  if (kind === 'hash' || kind === 'answer')
    return (['sha256', 'sha1'] as const).map((xml) => ({ hashAlgorithms: { xml } }));
  return [];
}

interface CardPayment {
  readonly card?: TestCard;
  readonly amount?: string;
  readonly currency?: string;
  readonly autosettle?: CardAuthorization['autosettle'];
  readonly hasSecurityCode?: boolean;
  readonly mpi?: CardAuthorization['mpi'];
  readonly orderId?: string;
}

/** Authorizes a card, and notes the money that it may have moved. */
export async function pay(
  session: CertifySession,
  gateway: Gateway,
  {
    card = documentedCard('success'),
    amount = AMOUNT,
    autosettle = false,
    hasSecurityCode = true,
    mpi,
    ...given
  }: CardPayment = {},
): Promise<CardAuthorizationAnswer & { readonly orderId: string }> {
  const { currency = session.command.currency, orderId = session.newOrderId() } = given;
  session.money.begin('card', { orderId, amount, currency });
  const answer = await gateway.cardAuthorizations
    .create({
      orderId,
      amount,
      currency,
      autosettle,
      card: { ...cardData(card, session.tools.now()), ...(hasSecurityCode ? { securityCode: '123' } : {}) },
      ...(mpi ? { mpi } : {}),
    })
    .catch((error: unknown) => {
      if (isUnprocessed(error)) session.money.end(orderId);
      else if (isWithoutAnswer(error)) session.money.unanswered(orderId);
      throw error;
    });
  const { result, pasref, authcode } = answer;
  if (result !== '00') session.money.end(orderId);
  else if (pasref !== undefined && authcode !== undefined) session.money.know(orderId, { pasref, authcode });
  return { ...answer, orderId };
}

const referencesOf = ({ orderId, pasref = '', authcode = '' }: CardAuthorizationAnswer & { orderId: string }) => ({
  orderId,
  pasref,
  authcode,
});

/** The hashed fields of the last answer; undefined when they are not found. */
const orderOf = ({ hashOrders, lastAnswer, command }: CertifySession, request: Readonly<Record<string, string>> = {}) =>
  hashOrders.of(lastAnswer, command.gateway.secret ?? '', request);

/** The names of hashed fields. */
const namesOf = (order: readonly HashSlot[]) => ownText(order.map(({ code }) => code.slice(8)).join(', '));

/** The row of an XML call whose answer has a hash. A wrong hash is compared with every order of the fields. */
function addSigned(session: CertifySession, id: string, title: string, tried: Tried<SignedAnswer>): void {
  if (tried.refusal?.kind !== 'answer')
    return session.addTried(id, title, tried, own`result ${session.shown(tried.answer?.result)}`);
  const order = orderOf(session);
  const found = Array.isArray(order) ? own`The hash of the answer covers ${namesOf(order)}.` : tried.refusal.text;
  session.add(id, title, 'differs', own`${found} ${NO_OPTION}`);
}

/** Authorization, capture in parts, release, and the queries for them. */
export async function checkCardMoney(session: CertifySession): Promise<void> {
  const correct = (refusal: CallRefusal) => xmlCorrections(session.command, refusal);
  const paid = await session.tryCall((gateway) => pay(session, gateway), correct);
  addSigned(session, 'authorization', 'path, fields and hash of a card authorization', paid);
  if (paid.answer?.result !== '00') return;
  const references = referencesOf(paid.answer);
  const { orderId } = references;

  const queried = await session.tryCall((gateway) => gateway.cardAuthorizations.query(orderId));
  session.addTried('query', 'query for an authorization', queried);
  const isUsual = queried.answer?.hashMatches;
  const order = isUsual ? undefined : orderOf(session, { orderid: orderId });
  const detail = isUsual
    ? own`The answer is signed like an authorization. Nothing to do.`
    : order === undefined
      ? own`No order of the known fields has this hash: the backend does not verify it.`
      : order === 'not-searched'
        ? own`not searched: other answers have used up the searches. The backend does not verify this hash.`
        : own`The hash covers ${namesOf(order)}. Nothing to do.`;
  if (queried.answer) session.add('query-hash', 'hash of the answer to a query', 'confirmed', detail);

  const again = await session.tryCall((gateway) => pay(session, gateway, { orderId }));
  const [id, title] = ['repeated', 'second request with one order id'];
  if (again.refusal?.text.startsWith('501')) session.add(id, title, 'confirmed', own`501`);
  else if (again.answer?.result === '00') session.add(id, title, 'differs', own`The gateway accepts it. ${NO_OPTION}`);
  else if (again.refusal?.kind === 'refused') session.add(id, title, 'differs', withAdvice(again.refusal.text));
  else if (again.refusal?.kind === 'unanswered') session.addTried(id, title, again);
  else session.add(id, title, 'not-checked', again.refusal?.text ?? own`result ${session.shown(again.answer?.result)}`);

  const voided = await voidPayment(session, references);
  addSigned(session, 'void', 'void of an authorization', voided);
  if (voided.answer?.result === '00') await checkLeg(session, 'void', references, AMOUNT);
}

/** Voids an authorization. The end of the command does not return it again. */
async function voidPayment(session: CertifySession, references: CardPaymentReferences): Promise<Tried<SignedAnswer>> {
  const voided = await session.tryCall((gateway) => gateway.cardOperations.void(references));
  if (voided.answer?.result === '00') session.money.end(references.orderId, references.pasref);
  return voided;
}

/** About a second after a success, a leg can be queried. Its answer may repeat the order id of the payment. */
async function checkLeg(
  session: CertifySession,
  type: 'settle' | 'void' | 'rebate',
  { orderId }: CardPaymentReferences,
  amount: string,
) {
  const [id, title, legId] = [`leg-${type}`, `leg _${type}_`, `_${type}_${orderId}`];
  for (let left = 4; ; left--) {
    await session.tools.pause(1000);
    const leg = await session.tryCall((gateway) => gateway.cardAuthorizations.query(legId, { payment: orderId }));
    const { answer } = leg;
    if (answer?.amount !== undefined && answer.amount !== amount) {
      const other = session.shown(answer.amount);
      const detail = own`The answer has the amount ${other} instead of ${ownText(amount)}. ${NO_OPTION}`;
      return session.add(id, title, 'differs', detail);
    }
    if (answer !== undefined || leg.refusal) {
      const owner = session.lastAnswer.includes(legId) ? own`its own order id` : own`the order id of the payment`;
      const shownAmount = answer?.amount === undefined ? own`no amount` : own`its amount`;
      return session.addTried(id, title, leg, own`${owner}, ${shownAmount}`);
    }
    if (session.isEnding) {
      return session.add(id, title, 'not-checked', own`The command ended before the gateway showed the leg.`);
    }
    if (left === 0) {
      return session.add(id, title, 'differs', own`The gateway does not know the leg after 5 s. ${NO_OPTION}`);
    }
  }
}

/** The part that is captured. All of it is refunded, because some accounts allow one refund for each payment. */
const CAPTURED = '60';
const REBATE = ['rebate', 'refund of a card'] as const;

/** Capture of a part, its refund, and capture in several parts. */
export async function checkCaptures(session: CertifySession): Promise<void> {
  const { currency } = session.command;
  const reserved = await session.tryCall((gateway) => pay(session, gateway));
  if (reserved.answer?.result !== '00') return session.addTried('settle', 'capture', reserved);
  const references = referencesOf(reserved.answer);
  const settled = await session.tryCall((gateway) =>
    gateway.cardOperations.settle({ ...references, amount: CAPTURED, currency }),
  );
  addSigned(session, 'settle', 'capture of a part', settled);
  if (settled.answer?.result === '00') {
    session.money.captured(references.orderId, CAPTURED);
    await checkLeg(session, 'settle', references, CAPTURED);
    await checkRebate(session, references);
  } else session.add(...REBATE, 'not-checked', own`Nothing is captured that a refund could return.`);

  const parts = await session.tryCall((gateway) => pay(session, gateway, { autosettle: 'multi' }));
  const [id, title] = ['multisettle', 'capture in several parts'];
  if (parts.answer?.result !== '00') return session.addTried(id, title, parts);
  const first = referencesOf(parts.answer);
  const multi = await session.tryCall((gateway) =>
    gateway.cardOperations.settle({ ...first, amount: '40', currency, part: 'first' }),
  );
  if (multi.refusal?.kind === 'not-allowed') {
    const advice = own`Do not use autosettle: 'multi', or ask the gateway to enable multisettle.`;
    session.add(id, title, 'not-allowed', own`${multi.refusal.text} ${advice}`);
  } else {
    if (multi.answer?.result === '00') session.money.captured(first.orderId, '40');
    addSigned(session, id, title, multi);
  }
}

async function checkRebate(session: CertifySession, references: CardPaymentReferences): Promise<void> {
  const [id, title] = REBATE;
  const { currency, gateway: options } = session.command;
  if ((options.rebatePassword ?? options.refundPassword) === undefined) {
    return session.add(id, title, 'not-checked', own`Set SCUDO_REBATE_PASSWORD to check it.`);
  }
  const refunded = await session.tryCall((gateway) =>
    gateway.cardOperations.rebate({ ...references, amount: CAPTURED, currency }),
  );
  // The documents know 512 for a payment whose batch is not sent yet. Type, hash and password are right then.
  if (refunded.refusal?.text.startsWith('512')) {
    return session.add(
      id,
      title,
      'confirmed',
      own`Type, hash and password are right. Refunds are possible after the batch.`,
    );
  }
  addSigned(session, id, title, refunded);
  if (refunded.answer?.result === '00') {
    session.money.end(references.orderId, references.pasref);
    await checkLeg(session, 'rebate', references, CAPTURED);
  }
}

/** The declines of the documented cards, each after its authentication. */
export async function checkDeclines(session: CertifySession): Promise<void> {
  for (const card of GATEWAY_TEST_CARDS) {
    const [, expected] = /^declined-(\d+)$/.exec(nameOfBehaviour(card)) ?? [];
    if (expected === undefined || session.isEnding) continue;
    const [id, title] = [`decline-${card.number.slice(-4)}`, `decline of ${card.label}`];
    const tried = await session.tryCall(async (gateway) =>
      pay(session, gateway, { card, mpi: await mpiOf(session, gateway, card) }),
    );
    const { result } = tried.answer ?? {};
    if (result === undefined || result === expected) addSigned(session, id, title, tried);
    else {
      const detail = own`${session.shown(result)} instead of ${ownText(expected)}. Use another test card for this outcome.`;
      session.add(id, title, 'differs', detail);
    }
  }
}

/** The data of an authentication that an authorization repeats. */
export async function mpiOf(session: CertifySession, gateway: Gateway, card: TestCard) {
  const { eci, dsTransId, authenticationValue, messageVersion } = await authenticateTestCard(session, gateway, card);
  return {
    ...(eci === undefined ? {} : { eci }),
    ...(dsTransId === undefined ? {} : { dsTransId }),
    ...(authenticationValue === undefined ? {} : { authenticationValue }),
    ...(messageVersion === undefined ? {} : { messageVersion }),
  };
}

/** An authorization whose answer is lost can be looked up by its order id. */
export async function checkLostAnswer(session: CertifySession): Promise<void> {
  const [id, title] = ['lost-answer', 'look-up of an authorization without an answer'];
  const orderId = session.newOrderId();
  const isMoved = await session.withLostAnswer(() => pay(session, session.gateway(), { orderId }));
  if (!isMoved) return session.add(id, title, 'not-checked', own`The gateway did not authorize the payment.`);
  const found = await session.tryCall((gateway) => gateway.cardAuthorizations.query(orderId));
  if (found.refusal || found.answer?.result === '00') session.addTried(id, title, found);
  else session.add(id, title, 'differs', own`The query does not find it. ${NO_OPTION}`);
}

/** An authorization without security code. */
export async function checkMissingCode(session: CertifySession): Promise<void> {
  const tried = await session.tryCall(
    (gateway) => pay(session, gateway, { hasSecurityCode: false }),
    ({ kind }) => (kind === 'refused' ? [{ missingSecurityCode: 'omit' }] : []),
  );
  addSigned(session, 'no-security-code', 'authorization without security code', tried);
}

type TriedPayment = Tried<{ readonly result: string }>;

/** True for a refusal that names the currency, or that the account is not allowed to send. */
const isWithoutYen = ({ refusal }: TriedPayment) =>
  refusal?.kind === 'not-allowed' || (refusal?.kind === 'refused' && /currency|JPY/i.test(refusal.said));

function addWithoutYen(session: CertifySession, tried: TriedPayment): void {
  const reason = tried.refusal?.text ?? own`result ${session.shown(tried.answer?.result)}`;
  const [verdict, detail] = isWithoutYen(tried)
    ? (['not-allowed', own`The account does not take JPY: ${reason}`] as const)
    : (['not-checked', own`The gateway does not pay an amount in JPY: ${reason}`] as const);
  session.add('exponent', DECIMALS, verdict, detail);
}

const DECIMALS = 'decimals of JPY';

/** A gateway with two decimals refuses the first and the last of these: there are no 0.07 and no 7.01 yen. */
const [YEN, HUNDRED_YEN, BROKEN_YEN] = ['7', '700', '701'];

/** The decimals of a currency without decimals. The larger amount is 7 or 700 yen, by the decimals of the account. */
export async function checkDecimals(session: CertifySession): Promise<void> {
  const [id, title] = ['exponent', DECIMALS];
  const plain = await session.tryCall((gateway) => pay(session, gateway, { amount: YEN, currency: 'JPY' }));
  const set = session.command.exponents?.['JPY'] ?? 0;
  if (plain.answer?.result === '00') {
    if (set === 0) return session.add(id, title, 'confirmed', own`The gateway accepts an amount of 7 yen.`);
    session.correct({ exponents: { JPY: 0 } });
    const detail = own`The gateway accepts 7: JPY has no decimals. Set exponents.JPY as printed at the end.`;
    return session.add(id, title, 'differs', detail);
  }
  if (isWithoutYen(plain) || plain.refusal?.kind !== 'refused') return addWithoutYen(session, plain);
  const hundredfold = await session.tryCall((gateway) =>
    pay(session, gateway, { amount: HUNDRED_YEN, currency: 'JPY' }),
  );
  if (hundredfold.answer?.result !== '00') return addWithoutYen(session, hundredfold);
  const voided = await voidPayment(session, referencesOf(hundredfold.answer));
  if (voided.answer?.result !== '00') {
    const detail = own`The gateway refuses 7, accepts 700 and does not void it. The command holds no more yen and stops here.`;
    return session.add(id, title, 'not-checked', detail);
  }
  const broken = await session.tryCall((gateway) => pay(session, gateway, { amount: BROKEN_YEN, currency: 'JPY' }));
  if (broken.answer?.result === '00') {
    const detail = own`The gateway refuses 7, and accepts 700 and 701: it has a minimum amount, and the decimals stay open.`;
    return session.add(id, title, 'not-checked', detail);
  }
  if (broken.refusal?.kind !== 'refused') return addWithoutYen(session, broken);
  if (set === 2) return session.add(id, title, 'confirmed', own`JPY has two decimals, as exponents.JPY says.`);
  session.correct({ exponents: { JPY: 2 } });
  session.add(
    id,
    title,
    'differs',
    own`The gateway refuses 7 and 701, and accepts 700: JPY has two decimals. Set exponents.JPY as printed at the end.`,
  );
}
