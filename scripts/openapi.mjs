/**
 * Renders docs/openapi.yaml: the adapter contract as an OpenAPI document, from the schemas of src/protocol and the
 * table of routes. `npm run docs` writes it, and a test fails when it is stale.
 */
import { stringify } from 'yaml';
import { HEADERS, OPERATIONS, PARAMETERS } from './openapi/routes.mjs';
import { schemasOf } from './openapi/schemas.mjs';

const PROBLEM_TYPE = 'application/problem+json';

/** @param {Parameters<typeof openApiDocument>[0]} code */
export function openApiYaml(code) {
  const comment = '# Written by `npm run docs` from scripts/openapi/ and the schemas of src/protocol/. Do not edit.\n';
  return (
    comment +
    stringify(openApiDocument(code), {
      lineWidth: 120,
      aliasDuplicateObjects: false,
      blockQuote: 'literal',
      compat: 'yaml-1.1',
    })
  );
}

/**
 * The OpenAPI document.
 * @param {{ PROBLEMS: Record<string, { status: number, title: string, category: string }>, [name: string]: unknown }}
 * code
 */
export function openApiDocument({ PROBLEMS, ...schemas }) {
  const paths = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationOf(operation, PROBLEMS) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Scudo adapter contract',
      version: '1',
      summary: 'HTTP calls between the checkout page, the merchant’s backend, the gateway and the ACS.',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://shop.example/scudo', description: 'The attribute `backend` of the element.' }],
    tags: TAGS,
    paths,
    components: { schemas: schemasOf({ ...schemas, PROBLEMS }), parameters: PARAMETERS, headers: headersOf() },
  };
}

const DESCRIPTION = `The contract of \`<scudo-checkout>\` with a backend, for backends in any language. docs/backend-in-any-language.md
is the guide: order states, hashes, and everything that must be atomic. \`npx scudo-checkout conformance\` tests a backend.

- The amount never travels from page to backend.
- Requests and answers are JSON in snake_case. A receiver ignores fields that it does not know.
- Errors are problem documents (RFC 9457) with a stable \`code\`. A path that exists with another method is answered 405
  \`method-not-allowed\`, any other path 404 \`not-found\`.
- A call below \`/orders/\` with an \`Origin\` that is neither the backend’s own nor one of the shop’s pages is answered 403
  \`origin-refused\`. The origins of the shop’s pages are allowed by CORS, with the headers \`content-type\` and
  \`idempotency-key\`; \`retry-after\` is exposed.
- A backend that accepts card data from the frame of isolated card fields only has \`card_frame\` in its orders. A call
  with card data then needs the backend’s own \`Origin\` and \`frame_key\`; any other is answered 403
  \`card-outside-frame\`.
- Every answer has \`x-content-type-options: nosniff\`, and \`cache-control: no-store\` unless it is the same for everybody.`;

const TAGS = [
  { name: 'Checkout page', description: 'Calls of the page, with `fetch`.' },
  { name: 'Messages through the browser', description: 'Form posts of the ACS, in frames of the shopper’s browser.' },
  { name: 'Messages of the gateway', description: 'Signed with the shared secret.' },
  { name: 'Pages in frames', description: 'Pages of the backend, each with a policy of its own, and their scripts.' },
];

function operationOf({ id, tag, summary, description, parameters, body, answers, problems }, PROBLEMS) {
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(parameters ? { parameters: parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })) } : {}),
    ...(body ? { requestBody: { required: true, content: contentOf(body) } } : {}),
    responses: { ...answersOf(answers), ...problemsOf(problems, PROBLEMS, answers) },
  };
}

function answersOf(answers) {
  return Object.fromEntries(
    Object.entries(answers).map(([status, { description, type, schema, headers }]) => [
      status,
      {
        description,
        ...(headers ? { headers: Object.fromEntries(headers.map((name) => [name, headerRef(name)])) } : {}),
        ...(type ? { content: contentOf({ type, schema }) } : {}),
      },
    ]),
  );
}

/** Statuses of problems that name the time after which the call can be repeated. */
const WITH_RETRY_AFTER = ['429', '503'];

/** One answer for each status, whose schema names the codes that have it. */
function problemsOf(codes, PROBLEMS, answers) {
  const byStatus = {};
  for (const code of codes) (byStatus[PROBLEMS[code].status] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus]) => {
      if (answers[status]) throw new Error(`The status ${status} is an answer and a problem of one route.`);
      return [
        status,
        {
          description: ofStatus.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('\n\n'),
          ...(WITH_RETRY_AFTER.includes(status) ? { headers: { 'retry-after': headerRef('retry-after') } } : {}),
          content: {
            [PROBLEM_TYPE]: {
              schema: {
                allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: ofStatus } } }],
              },
            },
          },
        },
      ];
    }),
  );
}

function contentOf({ type, schema }) {
  return {
    [type]: { schema: schema ? { $ref: `#/components/schemas/${schema}` } : { type: 'string' } },
  };
}

const headerRef = (name) => ({ $ref: `#/components/headers/${name}` });

function headersOf() {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([name, { description }]) => [name, { description, schema: { type: 'string' } }]),
  );
}
