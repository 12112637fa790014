import type { AuthenticationStatus } from '../../protocol/three-d-secure/three-d-secure-values.js';
import { encodeBase64url } from '../../protocol/values/base64url.js';
import type { AuthenticationAnswer, AuthenticationParams } from '../../server/gateway/authentications.js';
import type { AuthenticationQuery } from '../../server/gateway/authentication-search.js';
import type { Gateway } from '../../server/gateway/gateway.js';
import type { GatewayNames } from '../../server/gateway/inferred-names.js';
import { isoTimestamp } from '../../protocol/values/timestamp.js';
import { GATEWAY_TEST_CARDS, type TestCard } from '../../sandbox/cards/test-cards.js';
import type { BehaviourName } from '../../sandbox/cards/behaviours.js';
import { GatewayError } from '../../server/gateway/gateway-error.js';
import { own, ownText, statusText, type ReportText } from './report-text.js';
import { shownMessage, UnexpectedAnswer, type CallRefusal } from './call-refusal.js';
import type { CertifySession, Tried } from './certify-session.js';
import type { Corrections } from './corrections.js';
import { ordersNear, REQUEST_SLOTS } from './hash-order.js';

/** One euro, or one hundred of the smallest units. */
export const AMOUNT = '100';

/** The status of an authentication by the behaviour of its card, where it is not successful. */
const EXPECTED_STATUS: Readonly<Record<string, AuthenticationStatus>> = {
  attempted: 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL',
  failed: 'AUTHENTICATION_FAILED',
  rejected: 'AUTHENTICATION_ISSUER_REJECTED',
  'could-not-be-performed': 'AUTHENTICATION_COULD_NOT_BE_PERFORMED',
  challenge: 'CHALLENGE_REQUIRED',
};

/** A card of the gateway's test system by its behaviour. */
export function documentedCard(behaviour: BehaviourName): TestCard {
  const card = GATEWAY_TEST_CARDS.find((one) => one.behaviour === behaviour);
  if (!card) throw new RangeError(`No documented test card: ${behaviour}`);
  return card;
}

/** The name of a card's behaviour; every documented card has one. */
export function nameOfBehaviour({ behaviour }: TestCard): string {
  return typeof behaviour === 'string' ? behaviour : '';
}

/** The card data of a request: the expiry date is in the future. */
export function cardData({ number, scheme }: TestCard, now: Date) {
  const expiryYear = String((now.getUTCFullYear() + 2) % 100).padStart(2, '0');
  return { number, scheme, expiryMonth: '12', expiryYear, fullName: 'Test Card' };
}

/** Version check and authentication of a card. */
export async function authenticateTestCard(
  session: CertifySession,
  gateway: Gateway,
  card: TestCard,
  more: Partial<AuthenticationParams> = {},
): Promise<AuthenticationAnswer> {
  const { now } = session.tools;
  const { shop, currency } = session.command;
  const { number, scheme } = card;
  const methodNotificationUrl = `${shop}/notifications/method`;
  const checked = await gateway.versionCheck({ number, scheme, methodNotificationUrl });
  if (!checked.enrolled) throw new UnexpectedAnswer(own`The gateway answers that this test card is not enrolled.`);
  return gateway.authentications.create({
    authenticationSource: 'BROWSER',
    authenticationRequestType: 'PAYMENT_TRANSACTION',
    messageCategory: 'PAYMENT_AUTHENTICATION',
    messageVersion: checked.messageVersion,
    challengeRequestIndicator: 'NO_PREFERENCE',
    serverTransId: checked.serverTransId,
    cardDetail: cardData(card, now()),
    order: { dateTimeCreated: isoTimestamp(now()), amount: AMOUNT, currency, id: session.newOrderId() },
    payer: { mobilePhone: { countryCode: '44', subscriberNumber: '7700900000' } },
    challengeNotificationUrl: `${shop}/notifications/challenge`,
    merchantContactUrl: shop,
    methodUrlCompletion: checked.methodUrl === undefined ? 'UNAVAILABLE' : 'NO',
    browserData: BROWSER,
    ...more,
  });
}

/** A browser without a person behind it. The address is one of documentation (RFC 5737). */
const BROWSER = {
  acceptHeader: '*/*',
  colorDepth: 'TWENTY_FOUR_BITS',
  ip: '192.0.2.1',
  javaEnabled: 'false',
  javascriptEnabled: 'true',
  language: 'en-GB',
  screenHeight: '900',
  screenWidth: '1440',
  challengeWindowSize: 'FULL_SCREEN',
  timezone: '0',
  userAgent: 'scudo-checkout certify',
} as const;

/** Corrections of a JSON call: another path, another algorithm. */
function jsonCorrections({ tried }: CertifySession['command'], { kind }: CallRefusal): readonly Corrections[] {
  if (kind === 'path')
    return [...tried.paths, '/3ds', '/api/3ds2', '/3ds2/v2'].map((path) => ({ paths: { threeDSecure: path } }));
  if (kind === 'hash') return (['sha256', 'sha1'] as const).map((json) => ({ hashAlgorithms: { json } }));
  return [];
}

/** The settings behind a refused version check. No other call can pass with them. */
const BLOCKING: Readonly<Partial<Record<CallRefusal['kind'], ReportText>>> = {
  unanswered: own`The gateway gives no answer that can be used: check SCUDO_GATEWAY_URL, or repeat the command later.`,
  path: own`SCUDO_GATEWAY_URL is not the address of the 3-D Secure service, its path differs (add --path), or the gateway refuses the address of this machine (HTTP 403).`,
  hash: own`SCUDO_MERCHANT_ID or SCUDO_SECRET is wrong. The gateway refuses both in the same way.`,
  account: own`SCUDO_ACCOUNT_ID is not an account of SCUDO_MERCHANT_ID.`,
};

/** Path, version header and hashes of the three calls of an authentication. */
export async function checkAuthenticationCalls(session: CertifySession): Promise<void> {
  const card = documentedCard('success');
  const { number, scheme } = card;
  const correct = (refusal: CallRefusal) => jsonCorrections(session.command, refusal);
  const version = await session.tryCall((gateway) => gateway.versionCheck({ number, scheme }), correct);
  const [id, title] = ['version-check', 'path, headers and hash of a version check'];
  const advice = version.refusal && BLOCKING[version.refusal.kind];
  if (advice !== undefined) {
    const reported = version.refusal?.text ?? own`nothing`;
    const detail = own`${advice} The gateway client reports: ${reported} No further step ran.`;
    session.blocked = detail;
    return session.add(id, title, 'differs', detail);
  }
  session.addTried(id, title, version);
  const answered = await session.tryCall((gateway) => authenticateTestCard(session, gateway, card), correct);
  session.addTried('authentication', 'fields and hash of an authentication', answered);
  const { serverTransId } = answered.answer ?? {};
  if (serverTransId === undefined) return;
  const read = await session.tryCall((gateway) => gateway.authentications.get(serverTransId), correct);
  session.addTried('authentication-data', 'hash of the query for an authentication', read);
}

/** Every documented test card, up to its authentication. No money moves. */
export async function checkTestCards(session: CertifySession): Promise<void> {
  for (const card of GATEWAY_TEST_CARDS) {
    if (session.isEnding) return;
    const [id, title] = [`card-${card.number.slice(-4)}`, `test card, ${card.label}`];
    const expected = EXPECTED_STATUS[nameOfBehaviour(card)] ?? 'AUTHENTICATION_SUCCESSFUL';
    const tried = await session.tryCall((gateway) => authenticateTestCard(session, gateway, card));
    const { status } = tried.answer ?? {};
    if (status === undefined || status === expected) session.addTried(id, title, tried, statusText(status));
    else {
      const detail = own`${statusText(status)} instead of ${statusText(expected)}. Use another test card for this outcome.`;
      session.add(id, title, 'differs', detail);
    }
  }
}

/** A challenge, answered on the page of the ACS. */
export async function checkChallenge(session: CertifySession): Promise<void> {
  const [id, title] = ['challenge', 'challenge with the one-time code'];
  const tried = await session.tryCall((gateway) => authenticateTestCard(session, gateway, documentedCard('challenge')));
  const { status, challengeRequestUrl, acsTransId, serverTransId, messageVersion = '2.2.0' } = tried.answer ?? {};
  if (status === undefined) return session.addTried(id, title, tried);
  if (status !== 'CHALLENGE_REQUIRED' || challengeRequestUrl === undefined || serverTransId === undefined) {
    return session.add(id, title, 'not-checked', own`${statusText(status)}: the gateway asked for no challenge.`);
  }
  const request = {
    messageType: 'CReq',
    messageVersion,
    threeDSServerTransID: serverTransId,
    acsTransID: acsTransId,
    challengeWindowSize: '05',
  };
  const body = new URLSearchParams({ creq: encodeBase64url(JSON.stringify(request)) });
  const walked = await session.walk(challengeRequestUrl, { method: 'POST', body }, session.command.shop);
  if ('reason' in walked) return session.add(id, title, 'not-checked', walked.reason);
  const read = await session.tryCall((gateway) => gateway.authentications.get(serverTransId));
  if (!read.answer || read.answer.status === 'AUTHENTICATION_SUCCESSFUL')
    session.addTried(id, title, read, statusText(read.answer?.status));
  else {
    const detail = own`${statusText(read.answer.status)} after the code ${ownText(session.command.code)}. Check --code.`;
    session.add(id, title, 'differs', detail);
  }
}

/** Names of filters that clients of similar interfaces use. */
const FILTER_NAMES: Readonly<Record<'bin' | 'dsTransId' | 'orderId', readonly string[]>> = {
  bin: ['card_bin', 'bin_number', 'first_six', 'card_detail_bin'],
  dsTransId: ['dsTransId', 'ds_transaction_id', 'directory_server_trans_id'],
  orderId: ['orderId', 'order', 'merchant_order_id', 'order_reference'],
};

/** The hash, the filters and the pages of the authentication search. */
export async function checkSearch(session: CertifySession): Promise<void> {
  const orderId = session.newOrderId();
  const { now } = session.tools;
  const startedFrom = new Date(now().getTime() - 3_600_000);
  const range = (): AuthenticationQuery => ({ startedFrom, startedTo: now() });
  const order = {
    dateTimeCreated: isoTimestamp(now()),
    amount: AMOUNT,
    currency: session.command.currency,
    id: orderId,
  };
  const card = documentedCard('success');
  const own = await session.tryCall((gateway) => authenticateTestCard(session, gateway, card, { order }));
  const all = await session.tryCall(
    (gateway) => gateway.authentications.searchPage(range()),
    (refusal) => [
      ...jsonCorrections(session.command, refusal),
      ...(refusal.kind === 'hash' ? ordersNear(REQUEST_SLOTS.authenticationSearch) : []).map(
        (authenticationSearch) => ({
          hashFields: { authenticationSearch },
        }),
      ),
    ],
  );
  session.addTried('search', 'hash of the authentication search', all);
  if (!all.answer || !own.answer) return;
  const filters = {
    bin: [card.number.slice(0, 6), '000000'],
    dsTransId: [own.answer.dsTransId ?? '', '00000000-0000-4000-8000-000000000000'],
    orderId: [orderId, 'no-such-order'],
  } as const;
  for (const [name, [value, foreign]] of Object.entries(filters)) {
    await checkFilter(session, name as keyof typeof filters, value, foreign, range);
  }
  await checkPaging(session, range);
}

/** A filter works when it finds the value and does not find another one. A gateway may ignore unknown names. */
async function checkFilter(
  session: CertifySession,
  name: keyof typeof FILTER_NAMES,
  value: string,
  foreign: string,
  range: () => AuthenticationQuery,
): Promise<void> {
  const [id, title] = [`search-${name}`, `filter ${name} of the authentication search`];
  const search = async (gateway: Gateway) => {
    const found = await gateway.authentications.searchPage({ ...range(), [name]: value });
    const others = await gateway.authentications.searchPage({ ...range(), [name]: foreign });
    if (found.records.length === 0 || others.records.length > 0)
      throw new UnexpectedAnswer(own`The gateway ignores the filter.`);
    return found;
  };
  const names = [...session.command.tried.names, ...FILTER_NAMES[name]];
  const tried: Tried<unknown> = await session.tryCall(search, () =>
    names.map((one) => ({ names: { [name]: one } satisfies Partial<GatewayNames> })),
  );
  session.addTried(id, title, tried);
}

const PAGE_NAMES = { pageSize: ['pageSize', 'limit', 'max_page_size'], pageNumber: ['pageNumber', 'page'] } as const;

async function checkPaging(session: CertifySession, range: () => AuthenticationQuery): Promise<void> {
  const { names } = session.command.tried;
  const sized = await session.tryCall(
    async (gateway) => {
      const { records } = await gateway.authentications.searchPage({ ...range(), pageSize: 1 });
      if (records.length !== 1) throw new UnexpectedAnswer(own`The gateway ignores the size of a page.`);
      return records;
    },
    () => [...names, ...PAGE_NAMES.pageSize].map((pageSize) => ({ names: { pageSize } })),
  );
  session.addTried('search-page-size', 'size of a page of the authentication search', sized);
  const [first] = sized.answer ?? [];
  if (!first) return;
  const second = await session.tryCall(
    async (gateway) => {
      const { records } = await gateway.authentications.searchPage({ ...range(), pageSize: 1 }, 2);
      if (records[0]?.serverTransId === first.serverTransId)
        throw new UnexpectedAnswer(own`The gateway ignores the number of a page.`);
      return records;
    },
    () => [...names, ...PAGE_NAMES.pageNumber].map((pageNumber) => ({ names: { pageNumber } })),
  );
  session.addTried('search-page', 'number of a page of the authentication search', second);
}

/** Answers that the documents do not show. */
export async function checkOpenBehaviour(session: CertifySession): Promise<void> {
  const card = documentedCard('success');
  const { number } = card;
  const early = await session.tryCall(async (gateway) => {
    const checked = await gateway.versionCheck({ number, scheme: card.scheme });
    if (!checked.enrolled) throw new UnexpectedAnswer(own`The gateway answers that this test card is not enrolled.`);
    return gateway.authentications.get(checked.serverTransId).catch((error: unknown) => statusless(session, error));
  });
  session.addTried('data-early', 'query after a version check alone', early, answerText(early.answer));
  const failed = await session.tryCall(async (gateway) => {
    const { serverTransId } = await authenticateTestCard(session, gateway, documentedCard('could-not-be-performed'));
    return gateway.authentications.get(serverTransId);
  });
  session.addTried(
    'data-not-performed',
    'query after an authentication that could not be performed',
    failed,
    statusText(failed.answer?.status),
  );
  await checkRefused(session, 'scheme', 'scheme of another card', /scheme/i, (gateway) =>
    gateway.versionCheck({ number, scheme: 'MASTERCARD' }),
  );
  await checkRefused(
    session,
    'method-completion',
    'completed method step that the version check did not offer',
    /method/i,
    (gateway) =>
      authenticateTestCard(session, gateway, documentedCard('success-no-method'), { methodUrlCompletion: 'YES' }),
  );
}

/** The sandbox answers without a status, which the client cannot read. Other gateways may not know the transaction. */
function statusless({ shown }: CertifySession, error: unknown): ReportText {
  if (error instanceof GatewayError && isAboutTransaction(error)) return shownMessage(error, shown);
  throw error;
}

function isAboutTransaction({ failure }: GatewayError): boolean {
  switch (failure.kind) {
    case 'bad-answer':
      return failure.issues.some(({ field, missing }) => field === 'status' && missing);
    case 'invalid':
      return /trans/i.test(`${failure.body?.errorDetail} ${failure.body?.errorDescription}`);
    default:
      return failure.kind === 'not-found';
  }
}

const answerText = (answer: AuthenticationAnswer | ReportText | undefined) =>
  typeof answer === 'string' ? answer : statusText(answer?.status);

/**
 * A request that the sandbox refuses. Only a refusal that names the expected field counts. A gateway that accepts the
 * request is more lenient, which no payment notices.
 */
async function checkRefused(
  session: CertifySession,
  id: string,
  title: string,
  expected: RegExp,
  call: (gateway: Gateway) => Promise<unknown>,
): Promise<void> {
  const tried = await session.tryCall(call);
  const { refusal } = tried;
  if (refusal?.kind === 'unanswered') session.addTried(id, title, tried);
  else if (!refusal)
    session.add(id, title, 'confirmed', own`The gateway accepts it, and the sandbox does not. Nothing to do.`);
  else if (refusal.kind === 'refused' && expected.test(refusal.said))
    session.add(id, title, 'confirmed', own`refused: ${refusal.text}`);
  else session.add(id, title, 'not-checked', own`The gateway refuses the call for another reason: ${refusal.text}`);
}
