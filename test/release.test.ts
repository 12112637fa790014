import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { completed, sbom, sectionsOf } from '../scripts/notices.mjs';
import { packedTarball } from '../scripts/packed-tarball.mjs';
import { placeholders, release } from '../scripts/release.mjs';

/** The files and commands of a release that succeeds, with some outputs or errors of commands instead. */
function tools(outputs: Readonly<Record<string, string | Error>> = {}, contacts = 'shop.example') {
  const commands: string[] = [];
  const published: (readonly string[])[] = [];
  const lines: string[] = [];
  const required = ['LICENSE', 'CHANGELOG.md', 'dist/sbom.cdx.json', 'dist/data.licenses.md', 'dist/node.licenses.md'];
  const entries = ['scudo', 'server', 'sandbox', 'command'].map((name) => `dist/${name}.js`);
  const files = [...required, ...entries].map((path) => ({ path }));
  const packed: Readonly<Record<string, string | Error>> = {
    'node scripts/simulate.mjs': '21c83324e03b\n',
    'npm pack': JSON.stringify([{ filename: 'scudo-checkout-0.2.0.tgz', size: 1000, files }]),
  };
  return {
    commands,
    published,
    lines,
    run: (...words: readonly string[]) => {
      const name = words.slice(0, 2).join(' ');
      commands.push(name);
      if (name === 'npm publish') published.push(words.slice(2));
      const output = outputs[name] ?? packed[name] ?? '';
      if (output instanceof Error) throw output;
      return output;
    },
    read(name: string) {
      if (name === 'docs/proof.md') return 'the program `21c83324e03b`. It has played\n1,200 of these payments';
      if (name !== 'package.json') return `# Changelog\n\n## 0.2.0\n\n- ${contacts}\n`;
      return JSON.stringify({ name: 'scudo-checkout', version: '0.2.0', bugs: `https://${contacts}/` });
    },
    print: (line: string) => void lines.push(line),
  };
}

const CHECKS = [
  'git status',
  'node scripts/simulate.mjs',
  'npx changeset',
  'git tag',
  'node scripts/setup.mjs',
  'npm pack',
  'npm install',
];

/** A bare repository with a changeset on main, a registry, and tools that run git for real. */
function repository() {
  const folder = mkdtempSync(join(tmpdir(), 'scudo-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bare = join(folder, 'bare.git');
  const registry = new Map<string, string>();
  const stubs = tools();
  const git = (cwd: string, ...words: readonly string[]) => {
    const options = ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example', '-c', 'init.defaultBranch=main'];
    const { status, stdout, stderr } = spawnSync('git', [...options, ...words], { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${words.join(' ')} failed. ${stderr}`);
    return stdout;
  };
  const clone = (name: string) => {
    git(folder, 'clone', '--quiet', bare, name);
    return join(folder, name);
  };
  const write = (cwd: string, version: string) => {
    for (const name of ['package.json', 'package-lock.json'])
      writeFileSync(join(cwd, name), JSON.stringify({ name: 'scudo-checkout', version }));
  };
  /** Pushes a commit from another clone. */
  const moveMain = () => {
    const cwd = clone(`other-${Math.random()}`);
    appendFileSync(join(cwd, 'CHANGELOG.md'), 'A correction\n');
    git(cwd, 'commit', '--quiet', '--all', '--message', 'Correct the changelog');
    git(cwd, 'push', '--quiet', 'origin', 'HEAD');
  };
  git(folder, 'init', '--quiet', '--bare', bare);
  const first = clone('first');
  write(first, '0.1.0');
  writeFileSync(join(first, 'CHANGELOG.md'), '# Changelog\n');
  writeFileSync(join(first, '.changeset'), 'minor\n');
  git(first, 'add', '--all');
  git(first, 'commit', '--quiet', '--message', 'Begin');
  git(first, 'push', '--quiet', 'origin', 'HEAD');
  return {
    registry,
    moveMain,
    /** The commit of a branch or tag, and the lock file in it. */
    read: (name: string) => ({
      commit: git(bare, 'rev-parse', name).trim(),
      lock: JSON.parse(git(bare, 'show', `${name}:package-lock.json`)) as unknown,
    }),
    tags: () => git(bare, 'tag').trim(),
    /** Releases from `cwd`, or from a new clone. `failing` is called before each command and may throw. */
    release(failing: (command: string) => void = () => {}, cwd = clone(`release-${Math.random()}`)) {
      const run = (...words: readonly string[]) => {
        const [program, word] = words;
        failing(words.join(' '));
        if (program === 'git') return git(cwd, ...words.slice(1));
        const { version } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as { version: string };
        if (word === 'changeset' && readFileSync(join(cwd, '.changeset'), 'utf8')) {
          writeFileSync(join(cwd, '.changeset'), '');
          writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'scudo-checkout', version: '0.2.0' }));
          appendFileSync(join(cwd, 'CHANGELOG.md'), '\n## 0.2.0\n\n- A change\n');
        }
        if (word === 'install') write(cwd, version);
        if (word === 'view' && !registry.has(version)) throw new Error('404');
        if (word === 'view') return words.at(-1) === 'version' ? version : registry.get(version)!;
        if (word === 'publish') registry.set(version, git(cwd, 'rev-parse', 'HEAD').trim());
        return stubs.run(...words);
      };
      const isReal = (name: string) => ['package.json', 'CHANGELOG.md'].includes(name);
      const read = (name: string) => (isReal(name) ? readFileSync(join(cwd, name), 'utf8') : stubs.read(name));
      release({ isDryRun: false }, { run, read, print: stubs.print });
    },
    clone,
    changesOf: (cwd: string) => git(cwd, 'status', '--porcelain') + git(cwd, 'log', '--format=%s', 'origin/main..'),
  };
}

/** Throws at the command that begins so. */
const failingAt = (words: string) => (command: string) => {
  if (command.startsWith(words)) throw new Error('The network is down.');
};
const TAGGING = 'git push origin HEAD:refs/tags';

it('a release publishes the checked package with provenance, after its version is pushed', () => {
  const place = tools();
  expect(release({ isDryRun: false }, place)).toBe('0.2.0');
  expect(place.published).toEqual([['--ignore-scripts', '--provenance', '--access', 'public']]);
  const before = ['git status', 'git rev-parse', 'git ls-remote', ...CHECKS.slice(1, 4), 'npm view'];
  const after = ['git status', 'git push', 'npm publish', 'git push'];
  expect(place.commands).toEqual([...before, ...CHECKS.slice(4), ...after]);
});

describe('in a repository', () => {
  it('a release publishes and tags the commit of main with its version, which the lock file has as well', () => {
    const { release: begin, read, registry } = repository();
    begin();
    expect(read('v0.2.0')).toEqual(read('main'));
    expect(registry).toEqual(new Map([['0.2.0', read('main').commit]]));
    expect(read('main').lock).toEqual({ name: 'scudo-checkout', version: '0.2.0' });
  });

  it('a release of a commit that is not the one of main publishes nothing', () => {
    const { release: begin, clone, moveMain, registry } = repository();
    const old = clone('old');
    moveMain();
    expect(() => begin(undefined, old)).toThrow(/^The branch main is at \w+, and this is \w+\. Release from main\.$/);
    expect(registry.size).toBe(0);
  });

  it('a release during which main moves publishes nothing, and leaves its clone as it was', () => {
    const { release: begin, clone, moveMain, registry, changesOf } = repository();
    const cwd = clone('slow');
    const moving = (command: string) => {
      if (command === 'node scripts/setup.mjs pack') moveMain();
    };
    expect(() => begin(moving, cwd)).toThrow('git push origin HEAD:refs/heads/main failed');
    expect(registry.size).toBe(0);
    expect(changesOf(cwd)).toBe('');
  });

  it.each([['npm publish'], [TAGGING]])('a release that failed at "%s" is completed by another run', (command) => {
    const { release: begin, read, registry } = repository();
    expect(() => begin(failingAt(command))).toThrow('The network is down.');
    begin();
    expect(read('v0.2.0')).toEqual(read('main'));
    expect(registry.get('0.2.0')).toBe(read('main').commit);
  });

  it('a release whose version npm has from an earlier commit tags nothing, and names that commit', () => {
    const { release: begin, moveMain, registry, tags } = repository();
    expect(() => begin(failingAt(TAGGING))).toThrow('The network is down.');
    moveMain();
    const line = `npm has scudo-checkout 0.2.0 of another commit. Tag that one: git push origin ${registry.get('0.2.0')}:`;
    expect(() => begin()).toThrow(line);
    expect(tags()).toBe('');
  });
});

it('a dry run does everything but publishing, names what stops a release, and restores the files', () => {
  const place = tools({ 'node scripts/simulate.mjs': '0123456789ab' }, 'scudo.example');
  expect(release({ isDryRun: true }, place)).toBe('0.2.0');
  expect(place.commands).toEqual([...CHECKS, 'git checkout']);
  expect(place.lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^Replace the placeholder addresses .* A release stops here\.$/),
    expect.stringMatching(/^docs\/proof\.md counts no payments of .* A release stops here\.$/),
  ]);
  expect(place.lines.at(-1)).toBe(
    'scudo-checkout 0.2.0 can be published after the repairs above: 9 files, 1000 bytes.',
  );
});

it.each<[string, Readonly<Record<string, string | Error>>, string]>([
  ['a changed file', { 'git status': ' M src/server.ts' }, 'clean working tree'],
  [
    'a proof of another program',
    { 'node scripts/simulate.mjs': '0123456789ab' },
    'counts no payments of the present program',
  ],
  ['a version that was released', { 'git tag': 'v0.2.0' }, 'The tag v0.2.0 exists already'],
  ['a failed build', { 'node scripts/setup.mjs': new Error('The build failed.') }, 'The build failed'],
  ['a missing file', { 'npm pack': '[{ "files": [{ "path": "LICENSE" }] }]' }, 'The tarball lacks CHANGELOG.md'],
])('a release with %s publishes nothing', (_name, outputs, message) => {
  const place = tools(outputs);
  expect(() => release({ isDryRun: false }, place)).toThrow(message);
  expect(place.commands).not.toContain('npm publish');
});

it('a release with placeholder addresses or without a changeset publishes nothing', () => {
  expect(() => release({ isDryRun: false }, tools({}, 'scudo.example'))).toThrow('Replace the placeholder addresses');
  const place = {
    ...tools(),
    read: (name: string) => (name === 'package.json' ? '{ "version": "0.3.0" }' : tools().read('docs/proof.md')),
  };
  expect(() => release({ isDryRun: false }, place)).toThrow('No changeset describes this release');
});

it.each<[string, readonly string[], Readonly<Record<string, string>>, string]>([
  ['npm run release --dry-run', [], { npm_config_dry_run: 'true' }, 'npm has kept --dry-run for itself: -- is missing'],
  ['npm run release outside the workflow', [], {}, 'A release runs in the workflow "Release" only: npm needs'],
  ['npm run release -- dry-run', ['dry-run'], {}, 'There is no task "dry-run". Tasks: check.'],
  ['npm run release -- now', ['now'], {}, 'There is no task "now". Tasks: check.'],
  ['npm run release -- --dryrun', ['--dryrun'], {}, 'There is no option --dryrun. Options: --dry-run, --help.'],
])('a wrong command releases nothing and is answered with an example: %s', (_command, parameters, env, message) => {
  // Without a path, a release that begins ends at its first command.
  const options = { encoding: 'utf8', env: { PATH: '', ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', ...parameters], options);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^[^\n]* Example: npm run release -- --dry-run\n$/);
});

it('the workflow of a release runs all checks and examples first, and only its last job may write or sign', () => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
  const [, check = '', publish = ''] = workflow.split(/^ {2}(?:check|publish):$/m);
  const commandsOf = (job: string) => [...job.matchAll(/^ +- run: (\.ci\/run|npm run \w+)/gm)].map(([, one]) => one);
  expect(commandsOf(check)).toEqual(['.ci/run', 'npm run examples']);
  expect(check).not.toContain('permissions:');
  expect(commandsOf(publish)).toEqual(['npm run release']);
  expect(publish).toContain('needs: check');
  expect(publish).toContain('id-token: write');
});

it.each(['ci', 'release'])('the workflow %s names each action by its commit', (name) => {
  const workflow = readFileSync(`.github/workflows/${name}.yml`, 'utf8');
  const actions = [...workflow.matchAll(/uses: (.+)/g)].map(([, action]) => action);
  expect(actions).not.toEqual([]);
  expect(actions.filter((action) => !/@[\da-f]{40} # v\d/.test(action ?? ''))).toEqual([]);
});

it('a package without a licence file gets the text of its licence field, with its author', () => {
  const text = '# Licenses\n\n## a - 1.0.0 (MIT)\n\n## b - 2.0.0 (MIT)\n\nIts text\n';
  const notices = completed(text, () => ({ license: 'MIT', author: { name: 'Ada' } }));
  expect(notices).toMatch(/^# Licenses\n\n## a - 1\.0\.0 \(MIT\)\n\nMIT License\n\nCopyright \(c\) Ada\n\nPermission/);
  expect(notices).toContain('\n\n## b - 2.0.0 (MIT)\n\nIts text\n');
  expect(sectionsOf(notices).map(({ name, isEmpty }) => [name, isEmpty])).toEqual([
    ['a', false],
    ['b', false],
  ]);
  expect(() => completed(text, () => ({ license: 'X' }))).toThrow('a has no file with its licence (X)');
});

it('the SBOM lists each version of a package with its uses, its licence, its hash and what it depends on', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0', license: 'MIT OR Apache-2.0', dependencies: { c: '^1' } },
    'node_modules/a/node_modules/c': { version: '1.5.0', license: 'MIT' },
    'node_modules/b': { version: '2.0.0', license: 'BSD-3-Clause', dependencies: { c: '^2', unused: '^1' } },
    'node_modules/c': { version: '2.0.0', license: 'MIT', integrity: 'sha512-AAEC' },
    'node_modules/unused': { version: '1.0.0' },
  };
  const own = {
    name: '@scudo/x',
    version: '0.2.0',
    license: 'MIT',
    dependencies: { a: '^1' },
    devDependencies: { b: '^2' },
  };
  const bundled = [
    { name: 'b', version: '2.0.0' },
    { name: 'c', version: '2.0.0' },
    { name: 'c', version: '1.5.0', license: 'MIT AND Apache-2.0' },
  ];
  const { components, dependencies } = sbom(own, { packages }, bundled) as {
    components: readonly { name: string; licenses: unknown; properties: readonly { value: string }[] }[];
    dependencies: unknown;
  };
  expect(
    components.map((one) => [one['bom-ref' as 'name'], one.licenses, ...one.properties.map((use) => use.value)]),
  ).toEqual([
    ['pkg:npm/a@1.0.0', [{ expression: 'MIT OR Apache-2.0' }], 'installed'],
    ['pkg:npm/b@2.0.0', [{ license: { id: 'BSD-3-Clause' } }], 'bundled'],
    ['pkg:npm/c@1.5.0', [{ expression: 'MIT AND Apache-2.0' }], 'bundled', 'installed'],
    ['pkg:npm/c@2.0.0', [{ license: { id: 'MIT' } }], 'bundled'],
    ['unicode-cldr', [{ license: { id: 'Unicode-3.0' } }], 'bundled'],
  ]);
  expect(components[3]).toMatchObject({ hashes: [{ alg: 'SHA-512', content: '000102' }] });
  expect(dependencies).toEqual([
    { ref: 'pkg:npm/%40scudo/x@0.2.0', dependsOn: ['pkg:npm/a@1.0.0', 'pkg:npm/b@2.0.0', 'unicode-cldr'] },
    { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/c@1.5.0'] },
    { ref: 'pkg:npm/b@2.0.0', dependsOn: ['pkg:npm/c@2.0.0'] },
    { ref: 'pkg:npm/c@1.5.0', dependsOn: [] },
    { ref: 'pkg:npm/c@2.0.0', dependsOn: [] },
  ]);
});

it.each([
  ['an array', '[{ "filename": "a.tgz" }]'],
  ['an object by package', '{ "a": { "filename": "a.tgz" } }'],
])('the tarball is found when npm pack writes %s', (_form, output) => {
  expect(packedTarball(output)).toEqual({ filename: 'a.tgz' });
});

it('the release check finds placeholder addresses', () => {
  expect(placeholders('"bugs": "https://scudo.example/issues", "mail": "security@scudo.example"')).toEqual([
    'scudo.example',
  ]);
  expect(placeholders('"bugs": "https://shop.example/issues"')).toEqual([]);
});

it('setup.mjs has each purpose that a script names, and no other', () => {
  const files = readdirSync('scripts', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'));
  const scripts = files.map((name) => readFileSync(`scripts/${name}`, 'utf8'));
  const uses = [...scripts, readFileSync('package.json', 'utf8')].flatMap((text) => [
    ...text.matchAll(/(?:repared?\(|needs: )'([\w-]+)'|setup\.mjs (\w+)"/g),
  ]);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', 'publish'], { encoding: 'utf8' });
  expect(status).toBe(1);
  const [, purposes = ''] = /setup\.mjs needs one of the purposes (.*); got "publish"\./.exec(stderr) ?? [];
  expect([...new Set(uses.map(([, one, other]) => one ?? other))].sort()).toEqual(purposes.split(', ').sort());
});

it('package.json has at most 25 scripts', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(25);
});
