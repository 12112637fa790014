/**
 * What the pages' schemas use of `zod/mini`, and nothing else: `dist/scudo.js` is bundled with this
 * in its place, which is 5 kB of 24 less (docs/decisions/0004). Everything else — the packages'
 * modules, the backend, the sandbox, the tests — has zod itself; a property test holds both to the
 * same answers.
 */
interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly input: unknown;
}

/** Answers the value as the schema has it, and reports what is wrong. */
type Read = (
  value: unknown,
  report: (code: string, input: unknown, message?: string, path?: readonly PropertyKey[]) => void,
) => unknown;
type Check = (context: {
  readonly value: unknown;
  readonly issues: { code: string; input: unknown; message: string }[];
}) => void;

interface Schema {
  readonly read: Read;
  readonly optional: boolean;
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly data?: unknown;
    readonly error?: { readonly issues: readonly Issue[] };
  };
  check(...checks: readonly Check[]): Schema;
}

const UNKNOWN = 'Invalid input';

function schema(read: Read, optional = false): Schema {
  return {
    read,
    optional,
    safeParse(value) {
      const issues: Issue[] = [];
      const data = read(value, (code, input, message = UNKNOWN, path = []) =>
        issues.push({ code, input, message, path }),
      );
      return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data };
    },
    check: (...checks) =>
      schema((value, report) => {
        let reported = 0;
        const known = read(value, (...issue) => {
          reported++;
          report(...issue);
        });
        if (reported) return known;
        const issues: { code: string; input: unknown; message: string }[] = [];
        for (const check of checks) check({ value: known, issues });
        for (const { code, input, message } of issues) report(code, input, message);
        return known;
      }, optional),
  };
}

const typed = (is: (value: unknown) => boolean) =>
  schema((value, report) => {
    if (!is(value)) report('invalid_type', value);
    return value;
  });

export const string = () => typed((value) => typeof value === 'string');

export const number = () => typed(Number.isFinite);

export const boolean = () => typed((value) => typeof value === 'boolean');

export const regex =
  (pattern: RegExp, message: string): Check =>
  ({ value, issues }) => {
    if (!pattern.test(value as string)) issues.push({ code: 'invalid_format', input: value, message });
  };

const enumeration = (values: readonly unknown[]) =>
  schema((value, report) => {
    if (!values.includes(value)) report('invalid_value', value);
    return value;
  });
export { enumeration as enum };

export const optional = (inner: Schema) =>
  schema((value, report) => (value === undefined ? undefined : inner.read(value, report)), true);

export const array = (inner: Schema) =>
  schema((value, report) => {
    if (!Array.isArray(value)) return report('invalid_type', value);
    return value.map((item, index) =>
      inner.read(item, (code, input, message, path = []) => report(code, input, message, [index, ...path])),
    );
  });

export const object = (shape: Readonly<Record<string, Schema>>) =>
  schema((value, report) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return report('invalid_type', value);
    const data: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(shape)) {
      const there = Object.hasOwn(value, key);
      if (there || !inner.optional) {
        data[key] = inner.read((value as Record<string, unknown>)[key], (code, input, message, path = []) =>
          report(code, input, message, [key, ...path]),
        );
      }
    }
    return data;
  });

export const union = (members: readonly Schema[]) =>
  schema((value, report) => {
    for (const member of members) {
      const { success, data } = member.safeParse(value);
      if (success) return data;
    }
    return report('invalid_union', value);
  });
