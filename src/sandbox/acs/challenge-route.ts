import { Hono, type Context } from 'hono';
import type { SimulatedChallenge } from '../issuer/model.js';
import { encodeBase64url } from '../../protocol/values/base64url.js';
import {
  decodeChallengeRequest,
  type ChallengeRequest,
  type ChallengeResult,
} from '../../protocol/three-d-secure/challenge-messages.js';
import {
  applyAction,
  challengedOf,
  isRequested,
  receiveRequest,
  type ChallengeAction,
  type Challenged,
} from '../issuer/challenge.js';
import type { AcsDependencies } from './dependencies.js';
import type { Authentication, Transaction } from '../issuer/model.js';
import { challengePage, layoutOf } from './challenge-page.js';
import { completionPage } from './completion-page.js';
import { refusalPage, type RefusalReason } from './refusal-page.js';
import { formFields, onlyMethod } from '../http/request.js';

/** EMV's limit for the merchant's session data. */
const SESSION_DATA_LIMIT = 1024;

/** The challenge request URL and the target of its page's form. */
export function challengeRoute(state: AcsDependencies): Hono {
  const route = new Hono();
  route
    .post('/acs/challenge', (context) => open(state, context))
    .all('/acs/challenge', onlyMethod('POST'))
    .post('/acs/challenge/answer', (context) => answer(state, context))
    .all('/acs/challenge/answer', onlyMethod('POST'));
  return route;
}

async function open(state: AcsDependencies, context: Context): Promise<Response> {
  const { settings, log, transactions } = state;
  const { creq = '', threeDSSessionData } = await formFields(context);
  const request = challengeRequestOf(creq);
  const challenged = request && challengedOf(transactions.ofAcs(request.acsTransID));
  const outcome = accept(state, request, challenged, threeDSSessionData);
  log.record('creq', {
    request: { creq: request ?? null, ...(threeDSSessionData === undefined ? {} : { threeDSSessionData }) },
    response: outcome === 'accepted' ? { page: 'challenge' } : { refused: outcome },
    about: challenged?.transaction,
  });
  if (outcome !== 'accepted' || !challenged) return refusalPage(outcome === 'accepted' ? 'unknown' : outcome, settings);
  return challengePage(challenged.transaction, challenged.authentication, challenged.challenge, settings);
}

function accept(
  { settings }: AcsDependencies,
  request: ChallengeRequest | undefined,
  challenged: Challenged | undefined,
  sessionData: string | undefined,
): 'accepted' | RefusalReason {
  if (!request || (sessionData?.length ?? 0) > SESSION_DATA_LIMIT) return 'invalid';
  if (challenged?.transaction.serverTransId.toLowerCase() !== request.threeDSServerTransID.toLowerCase())
    return 'unknown';
  return receiveRequest(challenged, sessionData, settings);
}

async function answer(state: AcsDependencies, context: Context): Promise<Response> {
  const { settings, log, transactions } = state;
  const { acsTransID = '', code = '', action: name } = await formFields(context);
  const challenged = challengedOf(transactions.ofAcs(acsTransID));
  const action = actionOf(name);
  if (!challenged || !isRequested(challenged.challenge)) return refusalPage('unknown', settings);
  if (!action) return refusalPage('invalid', settings);
  const { transaction, authentication, challenge } = challenged;
  const wasOpen = challenge.state === 'open';
  const step = applyAction(challenged, action, code, settings);
  if (wasOpen) {
    const response = step === 'ended' ? { ended: challenge.state } : { attempts_left: challenge.attemptsLeft };
    log.record('challenge-attempt', {
      request: { action, ...(action === 'confirm' ? { code: '*'.repeat(code.length) } : {}) },
      response,
      about: transaction,
    });
  }
  if (step === 'another-attempt') return challengePage(transaction, authentication, challenge, settings);
  const result = challengeResult(transaction, authentication, challenge);
  const url = authentication.request.challenge_notification_url ?? '';
  const { sessionData } = challenge;
  if (wasOpen) {
    const request = { url, cres: result, ...(sessionData === undefined ? {} : { threeDSSessionData: sessionData }) };
    log.record('cres', { request, response: null, about: transaction });
  }
  return completionPage(
    {
      notificationUrl: url,
      encodedResult: encodeBase64url(JSON.stringify(result)),
      sessionData,
      layout: layoutOf(challenge),
    },
    settings,
  );
}

/**
 * Data of the scheme in a challenge result, with EMV's names (3D Secure 2 Authentication Interface, Challenge
 * result).
 */
const RESULT_EXTENSION = {
  name: 'Sandbox scheme data',
  id: 'A000000000-sandbox',
  criticalityIndicator: false,
  data: { 'A000000000-sandbox': { version: '1', issuerScore: '12' } },
} as const;

function challengeResult(
  { serverTransId, behaviour }: Transaction,
  { acsTransId, request }: Authentication,
  { state }: SimulatedChallenge,
): ChallengeResult {
  return {
    messageType: 'CRes',
    messageVersion: request.message_version,
    threeDSServerTransID: serverTransId,
    acsTransID: acsTransId,
    challengeCompletionInd: 'Y',
    transStatus: state === 'completed' ? 'Y' : 'N',
    ...(behaviour.resultExtension ? { messageExtension: [RESULT_EXTENSION] } : {}),
  };
}

function challengeRequestOf(encoded: string): ChallengeRequest | undefined {
  try {
    return decodeChallengeRequest(encoded);
  } catch {
    return undefined;
  }
}

/** Returns the action of a button. A form that Enter submits without a button confirms. */
function actionOf(name: string | undefined): ChallengeAction | undefined {
  switch (name) {
    case undefined:
    case 'confirm':
      return 'confirm';
    case 'cancel':
    case 'auto':
      return name;
    default:
      return undefined;
  }
}
