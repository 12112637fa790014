/**
 * The functions of `zod/mini` that the schemas use. The build bundles them into the package, so that an installation
 * has no copy of all of zod (docs/decisions/0015-bundle-dependencies.md).
 */
export {
  array,
  boolean,
  catch,
  catchall,
  custom,
  enum,
  gte,
  instanceof,
  int,
  literal,
  looseObject,
  lte,
  maximum,
  maxLength,
  minimum,
  minLength,
  nullable,
  number,
  object,
  omit,
  optional,
  partial,
  partialRecord,
  pipe,
  record,
  refine,
  regex,
  strictObject,
  string,
  transform,
  union,
  unknown,
} from 'zod/mini';
/** Types of inferred schemas, for the declarations. */
export type * from 'zod/mini';
