import { make } from './shared/elements.js';
import { listOrders, reconcile } from './orders/back-office-client.js';
import { orderEntry } from './orders/order-entry.js';
import type { Act } from './orders/order-forms.js';
import { reportTable } from './report-table.js';

/** The shop's back office: orders with their history, refunds and decisions, and the gateway's reports. */
const section = document.querySelector('#orders')!;
const message = section.querySelector('.message')!;
const list = section.querySelector('.list')!;
const paging = section.querySelector('.paging')!;
const searchForm = section.querySelector<HTMLFormElement>('[data-search]')!;
const searchField = searchForm.querySelector<HTMLInputElement>('[name=search]')!;
const stateFilter = section.querySelector<HTMLSelectElement>('[name=states]')!;

/** The cursors of the pages up to the one that shows; the first page has none. */
let cursors: readonly (string | undefined)[] = [undefined];

/** Counts the lists that were asked for: an answer that a later one has overtaken is not shown. */
let asked = 0;

async function showOrders(opened?: string): Promise<void> {
  const own = ++asked;
  const after = cursors.at(-1);
  const { orders, next } = await listOrders({
    ...(searchField.value.trim() ? { search: searchField.value.trim() } : {}),
    ...(stateFilter.value ? { states: stateFilter.value } : {}),
    ...(after ? { after } : {}),
  });
  if (own !== asked) return;
  list.replaceChildren(
    ...(orders.length > 0
      ? orders.map((order) => orderEntry(order, order.id === opened, act))
      : [make('p', {}, 'No orders.')]),
  );
  paging.replaceChildren(
    pageButton('Newer', cursors.length > 1, () => cursors.slice(0, -1)),
    make('span', {}, `Page ${cursors.length}`),
    pageButton('Older', next !== undefined, () => [...cursors, next]),
  );
}

function pageButton(label: string, enabled: boolean, pages: () => readonly (string | undefined)[]): HTMLElement {
  const button = make('button', { type: 'button' }, label);
  button.disabled = !enabled;
  button.addEventListener('click', () => {
    cursors = pages();
    void showOrders();
  });
  return button;
}

const act: Act = (order, action) => void run(action, order);

/** Shows the text or the error of an action, and the orders as they are afterwards. */
async function run(action: () => Promise<string>, opened?: string): Promise<void> {
  try {
    const text = await action();
    await showOrders(opened);
    message.textContent = text;
    message.classList.remove('wrong');
  } catch (error) {
    message.textContent = (error as Error).message;
    message.classList.add('wrong');
  }
}

function showFirstPage(): void {
  cursors = [undefined];
  void showOrders();
}

stateFilter.addEventListener('change', showFirstPage);
// The button that clears the field, and the key Escape, send this event as well.
searchField.addEventListener('search', showFirstPage);
searchForm.addEventListener('submit', (event) => {
  event.preventDefault();
  showFirstPage();
});

async function reconcileNow(): Promise<string> {
  const { orders, lookedUp, settled, delivered, failed } = await reconcile();
  const facts = [
    `${lookedUp} attempts looked up`,
    `${settled} orders changed`,
    `${delivered} changes delivered`,
    `${failed} failures`,
  ];
  return `${orders} orders were due: ${facts.join(', ')}.`;
}

section.querySelector('[name=reconcile]')!.addEventListener('click', () => void run(reconcileNow));

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-report]')) {
  reportTable(form, form.nextElementSibling!);
  // The default range is the last 24 hours.
  const local = (date: Date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  form.querySelector<HTMLInputElement>('[name=start]')!.value = local(new Date(Date.now() - 86_400_000));
  form.querySelector<HTMLInputElement>('[name=end]')!.value = local(new Date(Date.now() + 3_600_000));
}

await showOrders(new URLSearchParams(location.search).get('order') ?? undefined);
