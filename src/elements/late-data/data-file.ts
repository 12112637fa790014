/** Loads data. Rejects when it cannot. */
export type LoadData<Data> = () => Promise<Data>;

/**
 * Returns a function that fetches a JSON file. It fetches once; after a failure the next call tries again. JSON is
 * data: unlike a module, a file that was tampered with cannot run in the page.
 *
 * @param locate Returns the address of the JSON file. Called late, because it fails where `import.meta.url` is unknown.
 * @param read Returns the data of the file. Throws when it has another shape, such as the error page of a server.
 * @param fetch Replaces the browser's `fetch`.
 */
export function dataFile<Data>(
  locate: () => URL,
  read: (data: unknown) => Data,
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init),
): LoadData<Data> {
  let loading: Promise<Data> | undefined;

  async function load(): Promise<Data> {
    const url = locate();
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url.href} was answered with HTTP ${response.status}.`);
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
