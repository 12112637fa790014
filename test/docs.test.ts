import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';

const CITING = ['src', 'test', 'e2e', 'scripts', 'demo', 'docs'];
const TEXT = /\.(ts|mts|mjs|js|md|html|css|json|yml)$/;
const REFERENCE = 'docs/reference';

interface Citation {
  readonly file: string;
  readonly line: number;
  /** The path from the root of the repository. */
  readonly target: string;
  readonly anchor: string | undefined;
}

it('finds every document and anchor that sources, tests and documents cite', () => {
  const citations = filesIn(CITING).flatMap((file) => citationsIn(file, readFileSync(file, 'utf8')));
  expect(citations.length).toBeGreaterThan(20);
  expect(citations.flatMap((citation) => problemOf(citation, readTarget))).toEqual([]);
});

it('cites browser-lessons.md from the sources of the frames', () => {
  const cited = filesIn(['src/three-d-secure']).flatMap((file) => citationsIn(file, readFileSync(file, 'utf8')));
  expect(cited.map(({ target }) => target)).toContain(`${REFERENCE}/browser-lessons.md`);
});

it('cites no source that is not in the repository', () => {
  const elsewhere = /\bfield lessons? \d|\bgateway facts\b|\((?:spec|design|issue):|\bconfidence [A-D]\b/i;
  for (const file of filesIn(CITING)) {
    if (file === 'test/docs.test.ts') continue;
    expect(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => elsewhere.test(line)),
      file,
    ).toEqual([]);
  }
});

it('gives each anchor of a docs/reference file once', () => {
  for (const file of filesIn([REFERENCE])) {
    const ids = explicitAnchors(readFileSync(file, 'utf8'));
    expect(ids, file).toEqual([...new Set(ids)]);
  }
});

it('states sizes of scripts in docs/element.md only, with the limits of .size-limit.json', () => {
  const limits = JSON.parse(readFileSync('.size-limit.json', 'utf8')) as { path: string; limit: string }[];
  const sizes = readFileSync('docs/element.md', 'utf8').replaceAll(/\s+/g, ' ');
  for (const script of ['dist/scudo.js', 'dist/late.js']) {
    const [, kilobytes, bytes = ''] =
      new RegExp(`\`${script}\`,?(?: which)? has ([\\d.]+) kB, and at most ([\\d,]+) bytes`).exec(sizes) ?? [];
    const limit = limits.find(({ path }) => path === script)?.limit;
    expect(`${bytes.replace(',', '')} B`, script).toBe(limit);
    expect(Number(kilobytes) * 1000, script).toBeLessThanOrEqual(Number.parseInt(limit ?? '', 10));
  }
  for (const document of ['README.md', 'docs/comparison.md'])
    expect(readFileSync(document, 'utf8'), document).not.toMatch(/(?:scudo|late)\.js`[^.]*\d (?:kB|bytes)/);
});

it('shows pictures that exist, by an address that the build of the site resolves', () => {
  const pictures = ['README.md', ...filesIn(['docs']).filter((file) => file.endsWith('.md'))].flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/<img src="([^"]+)"|!\[[^\]]*\]\(([^)]+)\)/g),
      ([, html, markdown]) => ({
        file,
        address: html ?? markdown ?? '',
      }),
    ),
  );
  expect(pictures.length).toBeGreaterThan(40);
  // A raw path without ./ is a module of a package for Vite, which VitePress builds with.
  expect(pictures.filter(({ address }) => !address.startsWith('./'))).toEqual([]);
  expect(pictures.filter(({ file, address }) => !existsSync(join(dirname(file), address)))).toEqual([]);
});

const withoutCode = (text: string) => text.replaceAll(/```[^]*?```/g, '');

it('links in the package only to files that the package ships', () => {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
  const isShipped = (path: string) =>
    files.some(
      (pattern) =>
        (pattern === 'docs/*.md' ? /^docs\/[^/]+\.md$/.test(path) : path === pattern) || path.startsWith(`${pattern}/`),
    );
  const inDocs = filesIn(['docs']).filter(isShipped);
  const links = ['README.md', 'CHANGELOG.md', 'SECURITY.md', ...inDocs].flatMap((file) =>
    Array.from(
      withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(([\w.][^()#\s]*)(?:#[\w-]+)?\)/g),
      ([, path = '']) => ({
        file,
        path,
      }),
    ),
  );
  const missing = links
    .filter(({ path }) => !/^\w+:/.test(path))
    .map(({ file, path }) => ({ file, target: posix.join(dirname(file), path) }))
    .filter(({ target }) => !isShipped(target));
  expect(links.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

it('reports file, line and anchor of a citation without a target', () => {
  const cited = `${REFERENCE}/gateway.md`;
  const source = `// Why (${cited}#hosts).\n// And why not (${cited}#hots, ${REFERENCE}/gatewy.md).\n`;
  const target = (path: string) => (path === cited ? '# Gateway\n\n## Hosts\n' : undefined);
  expect(citationsIn('src/some.ts', source).flatMap((citation) => problemOf(citation, target))).toEqual([
    `src/some.ts:2: ${cited} has no anchor #hots`,
    `src/some.ts:2: ${REFERENCE}/gatewy.md does not exist`,
  ]);
});

it('resolves the relative links of a document', () => {
  const text = 'See [one](reference/gateway.md#hosts),\n[two](#here) and [three](https://example.com/#there).\n';
  expect(citationsIn('docs/orders.md', text)).toEqual([
    { file: 'docs/orders.md', line: 1, target: 'docs/reference/gateway.md', anchor: 'hosts' },
    { file: 'docs/orders.md', line: 2, target: 'docs/orders.md', anchor: 'here' },
  ]);
});

it('knows the anchors of headings and of explicit tags', () => {
  const text = '# Hash fields (JSON)\n\n<a id="order-ids"></a>**Ids.**\n\n## payment-set\n\n```\n# no heading\n```\n';
  expect(anchorsOf(text)).toEqual(['order-ids', 'hash-fields-json', 'payment-set']);
});

function filesIn(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && TEXT.test(entry.name))
      .map((entry) => posix.normalize(join(entry.parentPath, entry.name))),
  );
}

/** Full paths in any text, and the relative links of a document to documents. */
function citationsIn(file: string, text: string): Citation[] {
  return text.split('\n').flatMap((content, index) => {
    const line = index + 1;
    const full = Array.from(content.matchAll(/docs\/(?:[\w-]+\/)?[\w.-]+?\.md(?:#([\w-]+))?/g), ([path, anchor]) => ({
      file,
      line,
      target: path.replace(/#.*/, ''),
      anchor,
    }));
    if (!file.endsWith('.md')) return full;
    const links = Array.from(content.matchAll(/\]\(([\w./-]*\.md)?(?:#([\w-]+))?\)/g), ([, path, anchor]) => ({
      file,
      line,
      target: path === undefined ? file : posix.join(dirname(file), path),
      anchor,
    }));
    return [...full, ...links];
  });
}

function problemOf({ file, line, target, anchor }: Citation, read: (path: string) => string | undefined): string[] {
  const text = read(target);
  if (text === undefined) return [`${file}:${line}: ${target} does not exist`];
  if (anchor === undefined || anchorsOf(text).includes(anchor)) return [];
  return [`${file}:${line}: ${target} has no anchor #${anchor}`];
}

function readTarget(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function anchorsOf(text: string): string[] {
  const headings = Array.from(text.replace(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} +(.+)$/gm), ([, heading = '']) =>
    slugOf(heading),
  );
  return [...explicitAnchors(text), ...headings];
}

function explicitAnchors(text: string): string[] {
  return Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id = '']) => id);
}

/** The anchor that GitHub gives a heading. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
