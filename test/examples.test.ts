import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ENTRIES, STRICT_SETTINGS } from './strict-settings.js';

const ROOT = process.cwd();
/** Names of a shop that examples use. Global, so that an example may declare one itself. */
const SHOP_NAMES = `
declare const backend: import('scudo-checkout/server').MerchantHandler;
declare const options: import('scudo-checkout/server').MerchantBackendOptions;
declare const order: import('scudo-checkout/server').NewOrder;
declare const baseUrl: string, merchantId: string, accountId: string, secret: string, key: string, id: string;
declare const error: unknown;
declare function ship(order: string, change: string): Promise<void>;
declare function createEmptyDatabase(): Promise<string>;
declare function createMyOrderStore(url: string): import('scudo-checkout/server').OrderStore;
`;
const SHOP_FILE = join(ROOT, 'test/example-names.d.ts');

interface Documented {
  readonly name: string;
  readonly text: string;
  /** True for a function, a class or a constant; false for a type. */
  readonly isValue: boolean;
  /** Parameters with a name. Those that are destructured are described by their type. */
  readonly parameters: readonly string[];
  readonly tags: readonly ts.JSDocTagInfo[];
  /** True for a function that returns a value. */
  readonly returnsValue: boolean;
  /** Members of a type or class that need a text. */
  readonly members: readonly { readonly name: string; readonly text: string }[];
}

const { Private, Protected, Override } = ts.ModifierFlags;

/** True for a member that the package declares and that needs a text. */
function needsText(declaration: ts.Declaration): boolean {
  if (!declaration.getSourceFile().fileName.startsWith(join(ROOT, 'src/'))) return false;
  if (!(ts.isTypeElement(declaration) || ts.isClassElement(declaration) || ts.isParameter(declaration))) return false;
  const name = ts.getNameOfDeclaration(declaration);
  if (!name || ts.isPrivateIdentifier(name)) return false;
  if ((ts.getCombinedModifierFlags(declaration) & (Private | Protected | Override)) !== 0) return false;
  // A name that distinguishes the members of a union, such as `kind`.
  if ('type' in declaration && declaration.type && ts.isLiteralTypeNode(declaration.type as ts.Node)) return false;
  // A type in one line is described by the text on it.
  return !(ts.isTypeLiteralNode(declaration.parent) && !declaration.parent.getText().includes('\n'));
}

/** Returns the members of a type or class that need a text. */
function membersOf(checker: ts.TypeChecker, symbol: ts.Symbol): Documented['members'] {
  if ((symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Class)) === 0) return [];
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return (type.isUnion() ? type.types : [type])
    .flatMap((one) => checker.getPropertiesOfType(one))
    .filter(({ declarations = [] }) => declarations.some(needsText))
    .map((member) => ({
      name: `${symbol.name}.${member.name}`,
      text: ts.displayPartsToString(member.getDocumentationComment(checker)),
    }));
}

/** Returns what the docblocks of an entry's exports contain. */
function exportsOf(program: ts.Program, file: string): Documented[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(ROOT, `src/${file}.ts`))!;
  return checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).map((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const declaration = symbol.valueDeclaration;
    return {
      name: exported.name,
      text: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
      isValue: (symbol.flags & ts.SymbolFlags.Value) !== 0,
      parameters:
        declaration && ts.isFunctionDeclaration(declaration)
          ? declaration.parameters.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
          : [],
      tags: symbol.getJsDocTags(checker),
      returnsValue:
        declaration !== undefined &&
        ts.isFunctionDeclaration(declaration) &&
        declaration.type?.kind !== ts.SyntaxKind.VoidKeyword,
      members: membersOf(checker, symbol),
    };
  });
}

const textOf = ({ text }: ts.JSDocTagInfo) => ts.displayPartsToString(text);

const program = ts.createProgram(
  Object.values(ENTRIES).map((file) => join(ROOT, `src/${file}.ts`)),
  STRICT_SETTINGS,
);

const documented = Object.entries(ENTRIES).map(([entry, file]) => [entry, exportsOf(program, file)] as const);

/** The messages of the compiler about examples, by a file for each. */
function messagesOf(examples: ReadonlyMap<string, string>): string[] {
  const host = ts.createCompilerHost(STRICT_SETTINGS);
  const { getSourceFile, fileExists, readFile } = host;
  const example = (name: string) => (name === SHOP_FILE ? SHOP_NAMES : examples.get(name));
  host.fileExists = (name) => example(name) !== undefined || fileExists(name);
  host.readFile = (name) => example(name) ?? readFile(name);
  host.getSourceFile = (name, language, ...rest) => {
    const text = example(name);
    if (text !== undefined) return ts.createSourceFile(name, text, language);
    return program.getSourceFile(name) ?? getSourceFile(name, language, ...rest);
  };
  const withExamples = ts.createProgram([SHOP_FILE, ...examples.keys()], STRICT_SETTINGS, host, program);
  return [...examples.keys()].flatMap((name) => {
    const source = withExamples.getSourceFile(name);
    return [...withExamples.getSyntacticDiagnostics(source), ...withExamples.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}

/** Imports of the exports of all entries that an example uses and does not import itself. */
function importsFor(example: string): string {
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(example);
  const isImported = (name: string) => new RegExp(`^import .*\\b${name}\\b`, 'm').test(example);
  const found = new Map(
    documented.flatMap(([entry, symbols]) => symbols.map(({ name, isValue }) => [name, isValue && entry])),
  );
  return [...found]
    .filter(([name, entry]) => entry && isUsed(name) && !isImported(name))
    .map(([name, entry]) => `import { ${name} } from '${entry}';\n`)
    .join('');
}

describe.each(documented)('%s', (_entry, symbols) => {
  it('the entry documents each export', () => {
    expect(symbols.length).toBeGreaterThan(1);
    expect(symbols.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  });

  it('an entry has an example for each function, class and constant', () => {
    const values = symbols.filter(({ isValue }) => isValue);
    expect(values.filter(({ tags }) => !tags.some(({ name }) => name === 'example')).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('documents each member of an exported type or class', () => {
    const members = symbols.flatMap((symbol) => symbol.members);
    expect(members.length).toBeGreaterThan(1);
    expect(members.filter(({ text }) => text === '').map(({ name }) => name)).toEqual([]);
  });

  it('documents the value that an exported function returns', () => {
    const functions = symbols.filter(({ returnsValue }) => returnsValue);
    expect(
      functions.filter(({ tags }) => !tags.some(({ name }) => name === 'returns')).map(({ name }) => name),
    ).toEqual([]);
  });

  it('documents each parameter of a function', () => {
    const missing = symbols.flatMap(({ name, parameters, tags }) =>
      parameters
        .filter((parameter) => !tags.some((tag) => tag.name === 'param' && textOf(tag).startsWith(`${parameter} `)))
        .map((parameter) => `${name}(${parameter})`),
    );
    expect(missing).toEqual([]);
  });
});

it('the docblocks have examples that compile in strict TypeScript', () => {
  const examples = new Map(
    documented.flatMap(([entry, symbols]) =>
      symbols.flatMap(({ name, tags }) =>
        tags
          .filter((tag) => tag.name === 'example')
          .map(
            (tag, index) =>
              [
                join(ROOT, 'test', `example-${entry.replace('/', '-')}-${name}-${index}.ts`),
                `${importsFor(textOf(tag))}${textOf(tag)}\nexport {};\n`,
              ] as const,
          ),
      ),
    ),
  );
  expect(examples.size).toBeGreaterThan(20);
  expect(messagesOf(examples)).toEqual([]);
  expect(
    messagesOf(new Map([[join(ROOT, 'test', 'example-wrong.ts'), "import { none } from 'scudo-checkout';\n"]])).join(),
  ).toContain('none');
});
