import { make, pager } from './shared/elements.js';
import { shopAddress } from './shared/shop-address.js';

interface ReportPage {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly pageNumber: number;
  readonly pageSize?: number;
  readonly total?: number;
}

/** Shows a report of the gateway as a table with paging, filtered by the form. */
export function reportTable(form: HTMLFormElement, place: Element): void {
  const show = async (page: number) => {
    const query = new URLSearchParams(
      [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== ''),
    );
    for (const name of ['start', 'end']) {
      // The form has local time, and the shop expects UTC.
      const time = query.get(name);
      if (time) query.set(name, new Date(time).toISOString());
    }
    query.set('page', String(page));
    const response = await fetch(shopAddress(`shop/reports/${form.dataset['report'] ?? ''}?${query.toString()}`));
    const answer = (await response.json()) as ReportPage & { title?: string };
    place.replaceChildren(
      ...(response.ok
        ? tableOf(answer, (next) => void show(next))
        : [make('p', { class: 'wrong', role: 'alert' }, answer.title ?? '')]),
    );
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void show(1);
  });
}

function tableOf(
  { records, pageNumber, pageSize = 100, total = records.length }: ReportPage,
  go: (page: number) => void,
): Node[] {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const head = make(
    'thead',
    {},
    make(
      'tr',
      {},
      ...columns.map((column) =>
        make(
          'th',
          { scope: 'col' },
          column.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
        ),
      ),
    ),
  );
  const body = make(
    'tbody',
    {},
    ...records.map((record) => make('tr', {}, ...columns.map((column) => make('td', {}, textOf(record[column]))))),
  );
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return [
    make('table', {}, head, body),
    make(
      'p',
      { class: 'paging' },
      ...pager(pageNumber, pageNumber < pages, `Page ${pageNumber} of ${pages}, ${total} in all`, go),
    ),
  ];
}

function textOf(value: unknown): string {
  return value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean);
}
