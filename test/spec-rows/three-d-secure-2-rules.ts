import { answers, each, field, fromClient, limits, posts, type NamedTest, type SpecRow } from './row.js';

/** Steps, rules and limits of the 3D Secure 2 Authentication Interface. */
const DOCUMENT = '3D Secure 2 Authentication Interface';
const rules = (section: string, rows: Readonly<Record<string, readonly NamedTest[]>>) => each(DOCUMENT, section, rows);

const CALL = 'sandbox/gateway/json/json-call.test.ts';
const VERSION_CHECK = 'sandbox/gateway/json/version-check.test.ts';
const AUTHENTICATION = 'sandbox/gateway/json/authentication.test.ts';
const DATA = 'sandbox/gateway/json/authentication-data.test.ts';
const AUTHORIZATION = 'sandbox/gateway/xml/card-authorization.test.ts';
const CHALLENGE = 'sandbox/acs/challenge-route.test.ts';
const METHOD = 'sandbox/acs/method-route.test.ts';
const ISSUER = 'sandbox/issuer/decision.test.ts';
const DECISION = 'server/domain/card/decision.test.ts';
const NOTIFICATIONS = 'server/adapters/http/notifications.test.ts';
const FRAMES = 'three-d-secure/frames.test.ts';
const MESSAGES = 'protocol/messages.test.ts';

const METHOD_SAYS_YES: NamedTest = [
  FRAMES,
  'the method step is YES for this transaction’s notification, and its frame is removed',
];
const PAGE_LIMITS: NamedTest = [
  'payment/checkout/checkout.table.test.ts',
  'waits 10 s for the method step, 30 s for the challenge request and 10 min for the shopper',
];
const HEADERS: NamedTest = [
  'server/gateway/json-calls.test.ts',
  'sends every header, with a ${algorithm} hash over the fields of its list',
];
const COMPLETION: NamedTest = [
  'server/use-cases/card/authentication-message.fields.test.ts',
  'methodUrlCompletion with a method URL: ${hasMethodUrl}, and a page that reports ${reported}, is ${sent}',
];
const METHOD_TIMED_OUT: NamedTest = [
  'payment/checkout/checkout.reducer.context.test.ts',
  'keeps the result of ${type} with the number',
];
const HASHES: NamedTest = fromClient('the sandbox recomputes the sha1 hash of each kind of call and accepts it');

export const THREE_D_SECURE_RULES: readonly SpecRow[] = [
  ...rules('What the service does', {
    '1: version check, authentication and outcome': [
      [VERSION_CHECK, 'a version check returns versions, transaction and method of an enrolled card'],
      answers('a success without a challenge has'),
    ],
    '2: a frictionless result, or a challenge': [
      answers('a success without a challenge has'),
      answers('a challenge has'),
    ],
    '3: a table of card number ranges and their versions': [
      ['sandbox/directory/card-directory.test.ts', 'CardDirectory finds the same range as a scan of all ranges'],
      [VERSION_CHECK, 'configured ranges and cards take precedence'],
    ],
    '4: the card authorization carries ECI, authentication value and related data': [
      fromClient('a card authorization carries each element of the mpi'),
      [AUTHORIZATION, 'the issued authentication result is accepted'],
      [AUTHORIZATION, 'an authentication result that differs from the issued one is refused'],
      [AUTHORIZATION, 'an authorization with an authentication that did not succeed is declined with 111: failed'],
    ],
    '4: the authorization can still be declined on ordinary grounds': [
      ['sandbox/gateway/xml/ordinary-declines.test.ts', 'the authorization {"amount":"1101"} is declined'],
      ['sandbox/gateway/xml/ordinary-declines.test.ts', 'the authorization {"cvn":"999"} is declined'],
      ['server/use-cases/card/authorize.test.ts', 'is decided by a signed 101 without a query: declined'],
    ],
    '5: search over past authentications': [
      [
        'sandbox/gateway/json/authentication-search.test.ts',
        'the search returns summaries, oldest first, and the totals',
      ],
      ['sandbox/gateway/json/authentication-search.test.ts', 'the search filters by order'],
    ],
    '6: a sandbox with an ACS simulator, and a base_url for each environment': [
      [CHALLENGE, 'the right code ends the challenge with Y'],
      ['server/gateway/gateway-options.test.ts', 'createGateway accepts the base URL https://gateway.example'],
    ],
    '7: device data, method frame, challenge frame and two notification endpoints of the merchant': [
      [
        'three-d-secure/browser-data.test.ts',
        'collectBrowserData returns what the document wants, in this very browser',
      ],
      METHOD_SAYS_YES,
      [FRAMES, 'the challenge frame returns the CRes of its transaction'],
      [NOTIFICATIONS, 'for method posts the transaction'],
      [NOTIFICATIONS, 'for challenge posts transaction, CRes and session data as the ACS sent them'],
    ],
    '8: an exemption loses the liability shift': [
      [DECISION, 'the liability shift with the indicator NO_CHALLENGE_REQUESTED is false'],
      ['server/use-cases/card/authenticate.test.ts', 'shifts no liability when the order requests an exemption'],
    ],
  }),
  ...rules('Resources and fields: conventions', {
    'timestamps: ISO 8601 date-times with fractional seconds': [
      ['protocol/values/timestamp.test.ts', 'are written in UTC, with six fraction digits or without a fraction'],
      field('version check request', 'request_timestamp'),
    ],
    'amounts: strings with minor units': [field('authentication request', 'order.amount')],
    'countries: numeric codes of three digits': [
      field('authentication request', 'order.shipping_address.country'),
      ['protocol/values/numeric-country.test.ts', 'each country has one two-letter code and one three-digit code'],
    ],
    'booleans in requests: the strings true and false': [
      field('authentication request', 'browser_data.java_enabled'),
      field('authentication request', 'order.address_match_indicator'),
    ],
  }),
  ...rules('Version check request body: response', {
    'enrolled: version 2.x.x, server transaction identifier, method URL and method data': [
      [VERSION_CHECK, 'a version check returns versions, transaction and method of an enrolled card'],
      ...[
        'enrolled',
        'server_trans_id',
        'acs_protocol_version_end',
        'method_url',
        'method_data.encoded_method_data',
      ].map((name) => field('version check response', name)),
    ],
    'no method URL where the ACS does not profile': [[VERSION_CHECK, 'an ACS that does not profile has no method URL']],
    'not enrolled: enrolled with value false, and no other value': [
      [VERSION_CHECK, 'the version check of a card that takes no part says only that'],
      [MESSAGES, 'a version check with enrolled false needs no other value, and has none'],
    ],
    '3DS Method Data: Base64url JSON with threeDSServerTransID and threeDSMethodNotificationURL': [
      field('method data', 'threeDSServerTransID'),
      field('method data', 'threeDSMethodNotificationURL'),
      ['protocol/values/base64url.test.ts', 'is encoded as Node does, unpadded'],
    ],
  }),
  ...rules('Device (browser) data, object browser_data: rules', {
    'a depth outside the list becomes the closest lower one: 30 becomes 24': [
      ['three-d-secure/color-depth.test.ts', 'colorDepthOf returns ${submitted} for ${reported}'],
    ],
    'collected before the authentication request': [
      ['three-d-secure/browser-data.test.ts', 'collectBrowserData returns every field, numbers as strings'],
    ],
    'language and user agent can be taken on the server side': [
      ['server/adapters/http/client.test.ts', 'language and user agent are those of the headers otherwise: “en-GB'],
    ],
  }),
  ...rules('Authentication request body: rules', {
    'at least one phone number': [
      [MESSAGES, 'an authentication without any phone number names one, and any one of three suffices'],
      [AUTHENTICATION, '400 naming payer.mobile_phone when it is missing'],
    ],
    'server_trans_id is that of the version check, and serves one authentication': [
      [AUTHENTICATION, '404 for an unknown transaction'],
      [AUTHENTICATION, 'one of several concurrent authentications of a transaction succeeds'],
    ],
  }),
  ...rules('Authentication summary (search result item): rules', {
    'dates without a zone': [
      ['server/gateway/authentication-search.test.ts', 'sends its dates without a zone and its filters'],
    ],
    'each hit once, whatever the gateway does with the page field': [
      ['server/gateway/authentication-search.test.ts', 'yields each hit once when the gateway ignores the page field'],
    ],
    'filters: card BIN, directory server transaction ID, order ID': [
      ['sandbox/gateway/json/authentication-search.test.ts', 'the search filters by order'],
    ],
  }),
  ...rules('Card authorization request (XML): rules', {
    'exempt_status is sent also without an authentication': [
      fromClient('a card authorization without an authentication carries the exemption LOW_VALUE'),
      [DECISION, 'the liability shift with the exemption LOW_VALUE is false, and the authorization has the exemption'],
      [
        'server/use-cases/card/authenticate.test.ts',
        'an exemption is sent with an authorization that has no authentication',
      ],
    ],
  }),
  ...rules('States and transitions', {
    'approved without a challenge: AUTHENTICATION_SUCCESSFUL with eci and authentication_value': [
      answers('a success without a challenge has'),
      [DECISION, 'an authentication that is answered at once > the status AUTHENTICATION_SUCCESSFUL has'],
    ],
    'declined without a challenge: AUTHENTICATION_FAILED with cardholder_response_info': [
      answers('a failure without a challenge has'),
      [DECISION, 'an authentication that is answered at once > the status AUTHENTICATION_FAILED has'],
    ],
    'a required exemption check fails: AUTHENTICATION_FAILED': [
      [ISSUER, 'an exemption check > fails for NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED'],
      [ISSUER, 'an exemption check > fails for NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED'],
      [ISSUER, 'an exemption check > fails for NO_CHALLENGE_REQUESTED_WHITELIST'],
    ],
    'declined: the merchant shows failure and returns the cardholder to the payment page': [
      ['e2e/frictionless.spec.ts', 'a failed authentication shows the issuer’s text as text'],
    ],
    'challenge required: CHALLENGE_REQUIRED with challenge_request_url and encoded_creq': [
      answers('a challenge has'),
      [ISSUER, 'NO_PREFERENCE ends as CHALLENGE_REQUIRED'],
    ],
    'challenge completed with Y: authenticated': [
      [CHALLENGE, 'the right code ends the challenge with Y'],
      [DECISION, 'an authentication that is answered after a challenge > the status AUTHENTICATION_SUCCESSFUL has'],
    ],
    'the outcome is that of GET authentications, not of the CRes': [
      [
        'server/use-cases/card/authorize-after-challenge.test.ts',
        'of a refusal is noted in the history and authorizes nothing',
      ],
      [
        'server/use-cases/card/authorize-after-challenge.test.ts',
        'with N does not stop a payment that the gateway confirms',
      ],
    ],
    'challenge ended or cancelled with N: not authenticated': [
      [CHALLENGE, 'Cancel ends the challenge with N'],
      [CHALLENGE, 'a wrong code leaves another attempt, and the third ends the challenge with N'],
      [DECISION, 'an authentication that is answered after a challenge > the status AUTHENTICATION_FAILED has'],
    ],
    'failed attempt: the challenge continues': [
      [CHALLENGE, 'a right code after wrong ones ends the challenge with Y'],
      ['e2e/challenge.spec.ts', 'three wrong codes end the challenge without a payment'],
    ],
    'simulator: completes with Y after ten seconds': [
      limits('the challenge page completes by itself after 10 seconds'),
      [CHALLENGE, 'a challenge without input completes with Y'],
      ['e2e/challenge.spec.ts', 'the simulator’s completion after 10 seconds pays the order'],
    ],
    'simulator: Cancel yields N': [
      [CHALLENGE, 'Cancel ends the challenge with N'],
      ['e2e/challenge.spec.ts', 'the issuer’s Cancel ends the challenge without a payment'],
    ],
  }),
  ...rules('Endpoints', {
    'all JSON calls: content type, version header and Authorization header': [
      [CALL, '415 for another content type, and for none'],
      [CALL, 'the version header is named when it is missing'],
      [CALL, '401 without a body for a wrong hash'],
      HEADERS,
    ],
    'POST /3ds2/protocol-versions': [
      [VERSION_CHECK, 'a version check returns versions, transaction and method of an enrolled card'],
    ],
    'POST /3ds2/authentications': [answers('a success without a challenge has')],
    'GET /3ds2/authentications/{server_trans_id}': [
      [DATA, 'GET /3ds2/authentications/{server_trans_id} returns an open challenge'],
      answers('and GET has them again'),
    ],
    'GET authentications after the customer cancelled': [[CHALLENGE, 'Cancel ends the challenge with N']],
    'GET authentications where the authentication did not proceed': [
      [DATA, 'returns the data of an authentication that the issuer did not answer'],
      [DATA, 'returns the data of a version check, which has no status before the authentication'],
    ],
    'POST /3ds2/authentications/search': [
      [
        'sandbox/gateway/json/authentication-search.test.ts',
        'the search returns summaries, oldest first, and the totals',
      ],
    ],
    'method notification URL: POST, form-urlencoded, threeDSMethodData': [
      [NOTIFICATIONS, 'for method posts the transaction'],
      field('method notification', 'threeDSServerTransID'),
    ],
    'challenge notification URL: POST, form-urlencoded, the CRes': [
      [NOTIFICATIONS, 'for challenge posts transaction, CRes and session data as the ACS sent them'],
    ],
    'method step: a hidden frame posts threeDSMethodData to the ACS': [
      [FRAMES, 'the method frame posts threeDSMethodData once'],
      [FRAMES, 'is out of sight and out of the tab order'],
    ],
    'method step: the notification closes the frame, and the indicator is completed': [METHOD_SAYS_YES],
    'method step: skipped without a method URL, and the indicator is unavailable': [
      ['e2e/frictionless.spec.ts', 'a card without method URL is authenticated with UNAVAILABLE'],
      COMPLETION,
    ],
    'challenge step: a frame posts creq, and threeDSSessionData where there are any': [
      [FRAMES, 'the challenge frame posts creq and session data once'],
      [FRAMES, 'a notification that echoes the session data ends the challenge'],
      [FRAMES, 'a notification with ${what} does not end the challenge'],
    ],
  }),
  ...rules('Authentication', {
    '1: Authorization with the word securehash, a space and the hash': [
      HASHES,
      [CALL, '401 without a body for a wrong hash'],
      HEADERS,
    ],
    '2: two passes with SHA-1 or SHA-256': [
      ['protocol/values/securehash.test.ts', 'has two passes of either algorithm, and absent fields keep their dot'],
      [CALL, 'the hash may be SHA-256, recognized by its length'],
    ],
    '2: the result of SHA-256 goes in sha256hash': [
      [AUTHORIZATION, 'the answer to a card authorization is signed with SHA-256 when the request was'],
      fromClient('the sandbox recomputes the sha256 hash of each kind of call and accepts it'),
    ],
    '3: a field list for each of four requests': [
      ['protocol/values/securehash.test.ts', 'has the documents’ fields in their order'],
      HASHES,
    ],
    '4: a wrong value yields 401': [
      [CALL, '401 without a body for a wrong hash'],
      fromClient('the sandbox refuses each kind of call with a sha1 hash of another secret'),
    ],
  }),
  ...rules('Events', {
    '3DS Method completion: the server transaction ID only': [
      [METHOD, 'the method page profiles the browser, then posts the notification to the merchant'],
    ],
    'ACS challenge completion: the CRes, with any outcome': [
      [CHALLENGE, 'the right code ends the challenge with Y'],
      [CHALLENGE, 'Cancel ends the challenge with N'],
      [CHALLENGE, 'the CRes post returns the merchant’s session data unchanged'],
    ],
    'no method notification: at most 10 seconds, then not completed': [
      PAGE_LIMITS,
      ['e2e/frictionless.spec.ts', 'a method without an answer ends after 10 seconds'],
      COMPLETION,
      METHOD_TIMED_OUT,
    ],
  }),
  ...rules('Errors', {
    '400, naming missing or invalid fields': [
      [
        CALL,
        'POST authentications > a JSON call is answered with 400 with the documented body, naming what is missing',
      ],
    ],
    '400 without a body for malformed JSON': [
      [CALL, 'POST authentications > a JSON call is answered with 400 and no body for malformed JSON'],
    ],
    '401': [[CALL, 'POST authentications > a JSON call is answered with 401 without a body for a wrong hash']],
    '404': [[AUTHENTICATION, '404 for an unknown transaction']],
    '405': [[CALL, 'POST authentications > a JSON call is answered with 405 for another method, naming the right one']],
    '415': [[CALL, 'POST authentications > a JSON call is answered with 415 for another content type, and for none']],
    '500': [[CALL, '500 for an internal error, which is reported']],
    '501': [[VERSION_CHECK, '501 without a body']],
    '502': [[AUTHENTICATION, '502 when the issuer does not answer']],
  }),
  ...rules('Limits', {
    'challenge request within 30 seconds': [
      limits('a challenge request is accepted for 30 seconds, and refused a millisecond later'),
      PAGE_LIMITS,
    ],
    'method step of 10 seconds': [PAGE_LIMITS, METHOD_TIMED_OUT],
    'auto-completion 10 seconds after the challenge loads': [
      limits('the challenge page completes by itself after 10 seconds'),
    ],
    'search page of 100': [limits('a search page has 100 authentications unless the request asks for fewer')],
  }),
  ...rules('Versioning', {
    '1: each JSON call has a version header with a configurable name': [
      [CALL, 'the version header is named when it is missing'],
      [CALL, 'the version header is named when its value is no version of 3-D Secure 2'],
      [CALL, 'the version header may be written in any case, and have another name'],
      HEADERS,
    ],
    '2: message_version of the request, also in the challenge request': [
      [
        'server/use-cases/card/authentication-message.test.ts',
        'has the version of the version check, without fields that 2.1.0 does not have',
      ],
      posts('a challenge result has identifiers, type, version and status of its challenge'),
    ],
    '2: error bodies show a version': [
      [CALL, '400 with the documented body, naming what is missing'],
      [AUTHENTICATION, 'version ${version} of card ${number}: 400'],
    ],
    '3: support is per version 2.x.x, reported by the version check': [
      [ISSUER, 'the card 4263970000005262 is authenticated in version 2.1.0 at most'],
      [ISSUER, 'versions > a version later than the card’s is refused with its name'],
    ],
    '4: the path prefix is /3ds2': [
      ['server/gateway/gateway-options.test.ts', 'createGateway accepts the base URL https://gateway.example'],
    ],
  }),
];
