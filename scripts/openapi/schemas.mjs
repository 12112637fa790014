// JSON schemas of the adapter's messages, from the zod schemas of src/protocol/.
import { toJSONSchema } from 'zod';

/** Direction in which each message travels: the backend parses an input and writes an output. */
const MESSAGES = {
  Order: ['orderViewSchema', 'output'],
  OrderState: ['orderStateSchema', 'output'],
  VersionCheckRequest: ['pageVersionCheckRequestSchema', 'input'],
  VersionCheckAnswer: ['pageVersionCheckAnswerSchema', 'output'],
  PaymentRequest: ['paymentRequestSchema', 'input'],
  ChallengeReport: ['challengeReportSchema', 'input'],
  RedirectRequest: ['redirectRequestSchema', 'input'],
  PaymentAnswer: ['paymentAnswerSchema', 'output'],
  StatusMessage: ['statusMessageSchema', 'input'],
};

/** Schemas that others refer to by their name. */
const SHARED = { orderStateSchema: 'OrderState', cardInputSchema: 'Card', outcomeMessageSchema: 'Outcome' };

/** Explanations of messages and fields that their names do not give. */
const DESCRIPTIONS = {
  'Order.amount': 'In minor units: 1999 is €19.99.',
  'Order.exponent': 'Decimals of the amount. Absent: those of ISO 4217.',
  'Order.reference': 'The shop’s own number for the order, for the shopper. The page never shows the id.',
  'Order.lines':
    'The parts of the amount, whose sum it is, for display. `amount` is that of the whole line, negative for a discount. `quantity` is absent for a line that is no item, such as delivery. Optional.',
  'Order.purpose': '`add-card`: the card is to be confirmed, and nothing to be charged.',
  'Order.ask': 'Fields that the page asks the shopper for. `mobile_phone`: the authentication needs one phone number.',
  'Order.country': 'Two letters: the country that the fields of the shopper start with.',
  'Order.redirect':
    'The redirect payment that a `pending` order waits for. Of an `open` or `failed` order: one that it no longer waits for, if the payments report cannot be read or does not say that it was not begun. `id`: names this payment in `replaces`; it is another one for each payment of the order. `unfinished`: no message of the gateway has come, so the shopper can continue the payment.',
  'Order.card_frame':
    'The address of the frame with the card fields. There when the backend accepts card data from this frame only.',
  'Order.notification_origin':
    'The origin of the addresses to which the ACS sends its notifications. Pages accept it in place of their own if it ' +
    'is on the same machine, as behind the proxy of a dev server.',
  'Order.now':
    'The backend’s time when it received the call. Pages judge the expiry date of a card by it, because the clock of a device may be wrong. Optional.',
  'Order.paid_with': 'The redirect payment method that paid the order. Absent for a card.',
  'Order.paid_at':
    'The time of the payment that paid the order, ISO 8601 with a zone. Pages show its date, and no date without it. Optional.',
  'Outcome.paid_at': 'As in the order. Optional.',
  'Order.charged':
    'The amount that the shop has charged in the end, in minor units: captured, less refunded. Pages show it instead of `amount`. Absent while something is left to capture, and when it is `amount`. Optional.',
  'VersionCheckRequest.page_token':
    'The `page_token` of the answer to the first version check of this page. Optional; the version check of an order at its limit of cards is refused without it.',
  'VersionCheckAnswer.page_token': 'A token of this page for this order, for its later version checks. Optional.',
  'Order.suspended': 'The order is `open` or `failed`, and takes no payment at the moment. Optional.',
  'VersionCheckAnswer.method':
    'The method step: post the field threeDSMethodData with `data` to `url` in a hidden frame.',
  'PaymentRequest.server_trans_id': 'Of the version check; absent for a card that is not enrolled.',
  'PaymentRequest.page_token': 'Of the version check, if it had no `server_trans_id`.',
  'PaymentRequest.browser_data':
    'Informs the issuer. A value that is absent or does not fit is replaced by the header or a default, and refuses no payment.',
  'PaymentRequest.authentication':
    'Further fields of the authentication request, of which the backend reads those it allows.',
  'ChallengeReport.ended': 'The end as the page observed it, for texts and records only.',
  'ChallengeReport.cres': 'The message of the challenge notification, for records only.',
  'ChallengeReport.card': 'The same card again: the backend keeps none.',
  'Card.frame_key': 'A secret of the frame with isolated card fields: transactions of one frame belong to it.',
  'PaymentAnswer.session_data': 'Posted with creq as threeDSSessionData, and echoed by the ACS.',
  'PaymentAnswer.timeout': 'The merchant’s limit for the authentication in the issuer’s app, in seconds.',
  'PaymentAnswer.encoded_creq': 'Post it as `creq` to `acs_url` within 30 seconds, once.',
  'Outcome.cardholder_text': 'The issuer’s text for the cardholder. Text, never HTML.',
  'StatusMessage.result': '`00` succeeded, `101` not completed, `01` pending.',
  'StatusMessage.amount': 'Also named `Amount`. The hash does not cover it.',
  'StatusMessage.fundstatus': 'Also named `fundsstatus`.',
};

/**
 * The schemas of the document by name.
 * @param {Record<string, any>} zod the exports of src/protocol that MESSAGES names
 */
export function schemasOf(zod) {
  const shared = new Map(Object.entries(SHARED).map(([name, title]) => [zod[name], title]));
  const convert = (schema, io, own) => {
    const { $schema: _dialect, ...json } = toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        // A value that does not fit counts as absent.
        if (jsonSchema.default === null) delete jsonSchema.default;
        // A receiver ignores fields that it does not know.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        if (jsonSchema.type === 'string' && !jsonSchema.enum) Object.assign(jsonSchema, textRules(zodSchema));
        if (jsonSchema.pattern) jsonSchema.pattern = withoutFlags(jsonSchema.pattern, zodSchema);
        const title = shared.get(zodSchema);
        if (title === undefined || title === own) return;
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        jsonSchema.$ref = `#/components/schemas/${title}`;
      },
    });
    return described(own, json);
  };
  const messages = Object.entries(MESSAGES).map(([name, [schema, io]]) => [name, convert(zod[schema], io, name)]);
  return {
    ...Object.fromEntries(messages),
    Card: convert(zod.cardInputSchema, 'input', 'Card'),
    Outcome: convert(zod.outcomeMessageSchema, 'output', 'Outcome'),
    Problem: problem(convert(zod.problemDocumentSchema, 'output', 'Problem'), zod.PROBLEMS),
    MethodNotification: form(
      {},
      {
        threeDSMethodData: 'base64url of JSON with threeDSServerTransID',
        probe: 'Any text: the form is a probe of the element, and needs no other field',
      },
    ),
    ChallengeNotification: form(
      { cres: 'base64url of the challenge result, JSON with threeDSServerTransID' },
      { threeDSSessionData: 'The `session_data` of the challenge, as the page posted it' },
    ),
  };
}

/** Longest text that is tried: longer than every limit of a message. */
const LONG = 'a'.repeat(100_000);

/** Rules of a text that its schema checks with functions: the schema itself names them when a text is refused. */
function textRules(schema) {
  const issues = schema.safeParse?.(LONG).error?.issues ?? [];
  const tooLong = issues.find(({ code }) => code === 'too_big');
  const message = (tooLong ?? issues[0])?.message;
  return {
    ...(tooLong ? { maxLength: tooLong.maximum } : {}),
    // Texts of zod depend on its language, which other modules set.
    ...(message && !message.startsWith('Invalid input') ? { description: message } : {}),
  };
}

/** Patterns of JSON schemas have no flags: both cases are in the ranges of a pattern that ignores the case. */
function withoutFlags(pattern, schema) {
  // An optional text has the pattern of its inner schema, which comes first.
  const patterns = (schema._zod.def.checks ?? []).map((check) => check._zod.def.pattern);
  const expression = patterns.find((one) => one?.source === pattern);
  if (!expression?.flags.includes('i')) return pattern;
  const both = pattern.replaceAll(/[a-z]-[a-z]/g, (range) => `${range.toUpperCase()}${range}`);
  if (/(?<!\\)[a-z](?!-[a-z])(?<!-[a-z])/.test(both)) throw new Error(`${pattern} has letters outside of ranges.`);
  return both;
}

/** Adds the explanations of a message to its fields, also to those of its alternatives. */
function described(name, json) {
  for (const alternative of [json, ...(json.anyOf ?? [])]) {
    for (const [field, schema] of Object.entries(alternative.properties ?? {})) {
      const text = DESCRIPTIONS[`${name}.${field}`];
      if (text !== undefined) schema.description = text;
    }
  }
  return json;
}

/** The fields of RFC 9457 that clients do not read. */
function problem({ properties, required, ...json }, problems) {
  return {
    ...json,
    properties: {
      type: { type: 'string', const: 'about:blank' },
      ...properties,
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: { type: 'string', description: 'An explanation for a developer.' },
      category: {
        type: 'string',
        enum: [...new Set(Object.values(problems).map(({ category }) => category))],
        description: 'The party that can fix it: merchant, shopper, a later call, or the gateway.',
      },
    },
    required: ['type', ...required, 'status'],
  };
}

function form(required, optional = {}) {
  const properties = Object.entries({ ...required, ...optional }).map(([name, description]) => [
    name,
    { type: 'string', description },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(required) };
}
