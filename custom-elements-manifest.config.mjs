import { posix } from 'node:path';

/** Turns src/elements/x.ts into dist/elements/x.js, where a reader of the published manifest finds it. */
const publishedPaths = {
  name: 'published-paths',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules) {
      const folder = posix.dirname(module.path);
      const published = (path) =>
        (path.startsWith('.') ? posix.join(folder, path) : path).replace(/^\/?src\/(.*)\.[tj]s$/, 'dist/$1.js');
      const visit = (node) => {
        for (const [key, value] of Object.entries(node)) {
          if (value && typeof value === 'object') visit(value);
          else if ((key === 'path' || key === 'module') && typeof value === 'string') node[key] = published(value);
        }
      };
      visit(module);
    }
  },
};

/**
 * Removes events without a name. The analyzer adds one for `dispatchEvent(new ScudoOutcomeEvent(…))`, because the name
 * is in the event's class; the tag `@fires` documents the same event with its name.
 */
const namedEvents = {
  name: 'named-events',
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations = [] } of customElementsManifest.modules)
      for (const declaration of declarations)
        if (declaration.events) declaration.events = declaration.events.filter(({ name }) => name);
  },
};

/** Classes that are not exported, and whose members and custom properties the elements inherit. */
const BASE_CLASSES = ['ScudoElement'];

/** Removes modules and declarations that no page can import, and members that are not public. */
const publicOnly = {
  name: 'public-only',
  packageLinkPhase({ customElementsManifest: manifest }) {
    const entry = manifest.modules.find(({ path }) => path === 'dist/index.js');
    // A test analyzes a single file.
    if (!entry) return;
    const names = new Set([...entry.exports.map(({ name }) => name), ...BASE_CLASSES]);
    const isPublic = ({ name }) => names.has(name);
    for (const module of manifest.modules) {
      module.declarations = (module.declarations ?? []).filter(isPublic);
      module.exports = (module.exports ?? []).filter(({ declaration }) => isPublic(declaration));
      for (const declaration of module.declarations) removePrivateMembers(declaration);
    }
    manifest.modules = manifest.modules.filter((module) => module === entry || module.declarations.length > 0);
  },
};

function removePrivateMembers(declaration) {
  // The browser calls methods whose names end with Callback.
  declaration.members = declaration.members?.filter(
    ({ name, privacy, static: isStatic }) =>
      !isStatic && privacy !== 'private' && privacy !== 'protected' && !name.endsWith('Callback'),
  );
}

export default {
  globs: ['src/index.ts', 'src/elements/**/*.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false, // package.json names the manifest itself
  plugins: [publishedPaths, namedEvents, publicOnly],
};
