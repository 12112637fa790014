/** Loads data. Rejects when it cannot. */
export type LoadData<Data> = () => Promise<Data>;

/**
 * Returns a function that fetches a JSON file. It fetches once; after a failure the next call tries again. JSON is
 * data: unlike a module, a file that was tampered with cannot run in the page.
 *
 * @param path The path of the JSON file in a folder that the page names.
 * @param locate Returns the address of the JSON file without such a folder. Called late, because it fails where
 * `import.meta.url` is unknown.
 * @param read Returns the data of the file. Throws when it has another shape, such as the error page of a server.
 * @param fetch Replaces the browser's `fetch`.
 */
export function dataFile<Data>(
  path: string,
  locate: () => URL,
  read: (data: unknown) => Data,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): LoadData<Data> {
  let loading: Promise<Data> | undefined;

  async function load(): Promise<Data> {
    // The fault of the step that follows.
    let fault = `${path} has no address`;
    try {
      const url = inFolder(path) ?? locate();
      fault = `${url.href} was not answered`;
      const response = await fetch(url);
      fault = `${url.href} was answered with HTTP ${response.status}`;
      if (!response.ok) throw new Error(fault);
      // The fallback of a single-page app answers with the page of the app, and with HTTP 200.
      fault = `${url.href} was answered with ${response.headers.get('content-type')?.startsWith('text/html') ? 'a page' : 'other data'}`;
      return read(await response.json());
    } catch (cause) {
      throw new Error(`${fault}.`, { cause });
    }
  }

  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/**
 * Returns the address of a file in the folder that the page names: `<meta name="scudo-files" content="/scudo-files/">`,
 * with or without the last slash. Bundlers that leave `import.meta.url` alone need it
 * (docs/frameworks.md#files-of-the-package).
 */
function inFolder(path: string): URL | undefined {
  const folder = document.querySelector<HTMLMetaElement>('meta[name="scudo-files"]')?.content;
  return folder ? new URL(`${folder.replace(/\/$/, '')}/${path}`, document.baseURI) : undefined;
}
