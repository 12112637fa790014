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

  function located(): URL {
    try {
      return locate();
    } catch (cause) {
      throw new Error(`${path} has no address in this bundle.`, { cause });
    }
  }

  async function load(): Promise<Data> {
    const url = inFolder(path) ?? located();
    const response = await fetch(url).catch((cause: unknown) => {
      throw new Error(`${url.href} was not answered.`, { cause });
    });
    if (!response.ok) throw new Error(`${url.href} was answered with HTTP ${response.status}.`);
    // The fallback of a single-page app answers with the page of the app, and with HTTP 200.
    if (/^text\/html\b/i.test(response.headers.get('content-type') ?? ''))
      throw new Error(`${url.href} was answered with a page.`);
    return read(await response.json());
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
 * Returns the address of a file in the folder that the page names: `<meta name="scudo-files" content="/scudo-files/">`.
 * Bundlers that leave `import.meta.url` alone need it (docs/frameworks.md#files-of-the-package).
 */
function inFolder(path: string): URL | undefined {
  const folder = document.querySelector<HTMLMetaElement>('meta[name="scudo-files"]')?.content;
  return folder ? new URL(path, new URL(folder, document.baseURI)) : undefined;
}
