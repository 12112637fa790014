import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { fromJSONSchema } from 'zod';

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Json>>;
}

type Content = Readonly<Record<string, { readonly schema: Json }>>;

/** Compares answers of a backend with docs/openapi.yaml. */
export interface Contract {
  /** The operations of the document, such as `GET /orders/{id}`. */
  readonly operations: readonly string[];
  /** Operations and statuses that were compared, such as `GET /orders/{id} 200`. */
  readonly seen: ReadonlySet<string>;
  /** Returns the differences between an answer and the document, and none for an answer that fits. */
  readonly differences: (method: string, path: string, response: Response) => Promise<string[]>;
  /** Returns the differences between the body of a request that was accepted and the document. */
  readonly requestDifferences: (request: Request, path: string) => Promise<string[]>;
}

/** Statuses that the description of the document has for every path. */
const ANYWHERE = [404, 405];

export function openApiContract(): Contract {
  const seen = new Set<string>();
  return {
    operations: operations.map(({ method, path }) => `${method} ${path}`),
    seen,
    async differences(method, path, response) {
      const operation = operations.find((one) => one.method === method && matches(one.path, path));
      const name = `${method} ${operation?.path ?? path} ${response.status}`;
      seen.add(name);
      const nosniff = response.headers.get('x-content-type-options') === 'nosniff' ? [] : [`${name} has no nosniff`];
      const answer = operation?.responses[response.status];
      if (answer) return [...nosniff, ...(await differencesOf(name, answer, response))];
      const problem = (await response.json().catch(() => undefined)) as Json | undefined;
      const isKnown = ANYWHERE.includes(response.status) && typeof problem?.['code'] === 'string';
      return isKnown ? nosniff : [...nosniff, `${name} is not in the document: ${JSON.stringify(problem)}`];
    },
    async requestDifferences(request, path) {
      const { method } = request;
      const operation = operations.find((one) => one.method === method && matches(one.path, path));
      return bodyDifferences(`the body of ${method} ${operation?.path ?? path}`, operation?.requestBody, request);
    },
  };
}

/** Read once, because references take long to resolve. */
const operations = operationsOf(parse(readFileSync('docs/openapi.yaml', 'utf8')) as Json);

function operationsOf(document: Json): readonly Operation[] {
  return Object.entries(document['paths'] as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]) => {
      const known = resolved(document, operation) as Pick<Operation, 'requestBody' | 'responses'>;
      return { ...known, method: method.toUpperCase(), path };
    }),
  );
}

async function differencesOf(name: string, answer: Json, response: Response): Promise<string[]> {
  const headers = Object.keys((answer['headers'] ?? {}) as Json).filter((header) => header !== 'retry-after');
  const missing = headers.filter((header) => !response.headers.has(header)).map((header) => `${name} has no ${header}`);
  const text = await response.text();
  const content = answer['content'] as Content | undefined;
  if (!content) return text === '' ? missing : [...missing, `${name} has a body`];
  const type = response.headers.get('content-type') ?? '';
  const media = content[type];
  if (!media) return [...missing, `${name} has the type ${type}`];
  if (!type.includes('json')) return missing;
  const { error } = fromJSONSchema(strict(media.schema)).safeParse(JSON.parse(text));
  return error ? [...missing, `${name} ${error.message}\n${text}`] : missing;
}

async function bodyDifferences(name: string, body: Operation['requestBody'], request: Request): Promise<string[]> {
  const text = await request.text();
  if (!body) return text === '' ? [] : [`${name} is not in the document`];
  if (text === '') return body.required ? [`${name} is missing`] : [];
  const type = request.headers.get('content-type') ?? '';
  const media = body.content[type];
  if (!media) return [`${name} has the type ${type}`];
  const value: unknown = type.includes('json') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
  const { error } = fromJSONSchema(strict(media.schema)).safeParse(value);
  return error ? [`${name} ${error.message}`] : [];
}

function matches(template: string, path: string): boolean {
  // The document names no address with a slash at its end, which a backend accepts as well.
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(path);
}

/** Replaces references by what they refer to. */
function resolved(document: Json, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(document, one));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference, ...rest } = value as Json;
  const own = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, resolved(document, one)]));
  if (typeof reference !== 'string') return own;
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Json)[key], document);
  return { ...(resolved(document, target) as Json), ...own };
}

/** Objects without further fields, so that an answer's field that the document lacks is a difference. */
function strict(schema: Json): Json {
  if (Array.isArray(schema['allOf'])) {
    const [base, rules] = schema['allOf'] as { readonly properties: Json }[];
    return strict({ ...base, properties: { ...base?.properties, ...rules?.properties } });
  }
  const properties = schema['properties'] as Readonly<Record<string, Json>> | undefined;
  return {
    ...schema,
    ...(schema['anyOf'] ? { anyOf: (schema['anyOf'] as Json[]).map(strict) } : {}),
    ...(schema['items'] ? { items: strict(schema['items'] as Json) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, strict(one)])),
          additionalProperties: false,
        }
      : {}),
  };
}
