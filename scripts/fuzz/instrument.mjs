// A plugin of Vite that counts branches: each function body, each side of a condition and each loop calls `__branch`
// with its number. It serves the fuzzer only, which bundles the sources of the package for itself.
import { parseAst } from 'vite';

/** Stands before the bundle: coverage and steps of all modules. `test/fuzz/engine/coverage.ts` reads it. */
export const COVERAGE = `const __coverage = (globalThis.__coverage = { seen: new Uint8Array(1 << 18), reached: 0, steps: 0, limit: Infinity });
const __branch = (id) => {
  if (++__coverage.steps > __coverage.limit) throw new RangeError('The case took more steps than its limit.');
  if (__coverage.seen[id] === 0) __coverage.reached += __coverage.seen[id] = 1;
};`;

/**
 * @typedef {object} CoveredModule
 * @property {string} file relative to the repository
 * @property {number} from its first branch
 * @property {number} to the number after its last branch
 * @property {readonly string[]} words texts of the module's source, which the fuzzer tries as input
 */

/**
 * @param {CoveredModule[]} modules receives an entry for each module
 * @param {string} root of the repository, with a slash at the end
 */
export function countBranches(modules, root) {
  let branches = 0;
  return {
    name: 'count-branches',
    enforce: 'post',
    transform(code, id) {
      if (id.startsWith('\0') || !/\.[cm]?[jt]s$/.test(id)) return undefined;
      const file = id.replace(root, '');
      // The fuzzer itself is not part of what it tests.
      if (file.startsWith('test/')) return undefined;
      const from = branches;
      const places = [];
      const words = new Set();
      visit(parseAst(code), (node) => {
        for (const [start, open, end, close] of branchesOf(node)) {
          const call = `__branch(${branches++})`;
          places.push({ at: start, text: open.replace('@', call), isOpen: true });
          if (close) places.push({ at: end, text: close, isOpen: false });
        }
        if (node.type === 'Literal' && typeof node.value === 'string' && node.value.length <= 40) words.add(node.value);
      });
      modules.push({ file, from, to: branches, words: file.startsWith('src/') ? [...words] : [] });
      return { code: withTexts(code, places), map: null };
    },
  };
}

/** The places of a node: where a text opens, where it closes; `@` stands for the call. */
function* branchesOf(node) {
  const expression = (one) => [one.start, '(@, ', one.end, ')'];
  const statement = (one) =>
    one.type === 'BlockStatement' ? [one.start + 1, '@; ', one.end] : [one.start, '{ @; ', one.end, ' }'];
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression': {
      const { body } = node;
      if (!body) return;
      if (body.type !== 'BlockStatement') yield expression(body);
      else {
        const directive = body.body.findLast((one) => one.directive);
        yield [directive ? directive.end : body.start + 1, ' @; ', body.end];
      }
      return;
    }
    case 'ConditionalExpression':
      yield expression(node.consequent);
      yield expression(node.alternate);
      return;
    case 'LogicalExpression':
      yield expression(node.right);
      return;
    case 'AssignmentPattern':
      yield expression(node.right);
      return;
    case 'IfStatement':
      yield statement(node.consequent);
      if (node.alternate) yield statement(node.alternate);
      return;
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      yield statement(node.body);
      return;
    case 'CatchClause':
      yield statement(node.body);
      return;
    case 'SwitchCase':
      if (node.consequent[0]) yield [node.consequent[0].start, '@; ', node.consequent[0].end];
      return;
  }
}

function visit(node, see) {
  see(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') visit(child, see);
    }
  }
}

/** Inserts texts. At one place, what closes comes before what opens, and the inner one closes first. */
function withTexts(code, places) {
  const closes = places.filter(({ isOpen }) => !isOpen).reverse();
  const sorted = [...closes, ...places.filter(({ isOpen }) => isOpen)].sort((one, other) => one.at - other.at);
  let result = '';
  let done = 0;
  for (const { at, text } of sorted) {
    result += code.slice(done, at) + text;
    done = at;
  }
  return result + code.slice(done);
}
