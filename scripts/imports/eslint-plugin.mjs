// ESLint rule: the files and the folders of a layer do not import each other in circles, types included.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';

const SPECIFIER = /\b(?:from|import)\s*(?:\(\s*)?'(\.[^']+)'/g;

/** @typedef {ReadonlyMap<string, ReadonlySet<string>>} Graph */

/** @type {Map<string, { readonly files: Graph, readonly folders: Graph }>} */
const graphs = new Map();

/** The imports between the files and between the folders of a root. Read from the disk once for each run of ESLint. */
function graphsOf(cwd, root) {
  const key = join(cwd, root);
  const known = graphs.get(key);
  if (known) return known;
  const files = new Map();
  const folders = new Map();
  for (const name of readdirSync(key, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const file = posix.join(root, name.replaceAll('\\', '/'));
    const text = readFileSync(join(cwd, file), 'utf8');
    const imported = Array.from(text.matchAll(SPECIFIER), ([, specifier]) => resolved(file, specifier));
    const inside = imported.filter((other) => isInside(other, root));
    const folder = posix.dirname(file);
    files.set(file, new Set(inside));
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...inside.map((other) => posix.dirname(other))]));
  }
  const read = { files, folders };
  graphs.set(key, read);
  return read;
}

const resolved = (file, specifier) => posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts');
const isInside = (file, root) => file.startsWith(`${root}/`);

/**
 * Finds a path of imports.
 * @param {Graph} graph
 * @returns {readonly string[] | undefined} the nodes from `from` to `to`
 */
function pathBetween(graph, from, to, seen = new Set()) {
  if (from === to) return [to];
  seen.add(from);
  for (const next of graph.get(from) ?? []) {
    const rest = seen.has(next) ? undefined : pathBetween(graph, next, to, seen);
    if (rest) return [from, ...rest];
  }
  return undefined;
}

/** @type {import('eslint').Rule.RuleModule} */
const noCircles = {
  meta: {
    type: 'problem',
    docs: { description: 'Files and folders of a layer do not import each other in circles' },
    schema: [{ type: 'array', items: { type: 'string' }, description: 'The layers, by their folders' }],
    messages: {
      circle: 'The {{kind}} import each other in a circle: {{path}}. Move what both need to a place of its own.',
    },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/');
    const root = context.options[0].find((layer) => isInside(file, layer));
    if (root === undefined) return {};
    const { files, folders } = graphsOf(context.cwd, root);

    function report(node, kind, graph, from, to) {
      const path = pathBetween(graph, to, from);
      if (!path) return;
      context.report({ node, messageId: 'circle', data: { kind, path: [from, ...path].join(' > ') } });
    }

    function check({ source }) {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      const other = resolved(file, source.value);
      if (!isInside(other, root)) return;
      const [folder, otherFolder] = [posix.dirname(file), posix.dirname(other)];
      if (folder === otherFolder) report(source, 'files', files, file, other);
      else report(source, 'folders', folders, folder, otherFolder);
    }

    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: 'imports' }, rules: { 'no-circles': noCircles } };
