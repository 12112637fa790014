import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The components as React has rendered them on Node, with the version of the project. */
    readonly serverHtml: string;
    /** The major version of React. */
    readonly reactVersion: string;
  }
}

/** Renders the components on Node, for tests that hydrate them in a browser. Needs the build. */
export default function renderOnServer(project: TestProject): void {
  const version = project.name.startsWith('react-18') ? '18' : '19';
  const html = execFileSync(process.execPath, ['test/react/render-on-server.mjs', version], { encoding: 'utf8' });
  project.provide('reactVersion', version);
  project.provide('serverHtml', html.trim());
}
