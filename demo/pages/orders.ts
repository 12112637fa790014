import { make, pager } from './elements.js';
import { reportTable } from './report-table.js';

/** The shop's back office: orders with their history, refunds, and the gateway's reports. */
interface Order {
  readonly id: string;
  readonly state: string;
  readonly amount: string;
  readonly currency: string;
  readonly method: string | null;
  readonly refundable: string;
  readonly contradiction: boolean;
  readonly refunds: readonly {
    readonly at: string;
    readonly amount: string;
    readonly state: string;
    readonly message?: string;
  }[];
  readonly history: readonly {
    readonly at: string;
    readonly event: string;
    readonly state: string;
    readonly detail?: Record<string, unknown>;
  }[];
}

const section = document.querySelector('#orders')!;
const message = section.querySelector('.message')!;
const list = section.querySelector('.list')!;
const paging = section.querySelector('.paging')!;

function money(minor: string, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(Number(minor) / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

async function showOrders(page: number, opened?: string): Promise<void> {
  const orders = (await (await fetch(`/shop/orders?page=${page}`)).json()) as Order[];
  list.replaceChildren(...orders.map((order) => entry(order, page, order.id === opened)));
  paging.replaceChildren(...pager(page, orders.length === 20, `Page ${page}`, (next) => void showOrders(next)));
}

function entry(order: Order, page: number, open: boolean): HTMLElement {
  const { id, state, amount, currency, method, contradiction, refunds, history } = order;
  const details = make('details', { 'data-order': id, 'data-state': state });
  details.open = open;
  details.append(
    make(
      'summary',
      {},
      make('strong', {}, state),
      make('span', {}, money(amount, currency)),
      make('span', {}, method ?? '—'),
      make('code', {}, id),
      ...(contradiction ? [make('span', { class: 'flag' }, 'contradictory messages: please look')] : []),
    ),
    ...(order.refundable === '0' ? [] : [refundForm(order, page)]),
    ...(refunds.length > 0
      ? [
          make(
            'ul',
            {},
            ...refunds.map((one) =>
              make(
                'li',
                {},
                `Refund of ${money(one.amount, currency)}: ${one.state}${one.message ? ` (${one.message})` : ''}`,
              ),
            ),
          ),
        ]
      : []),
    make(
      'ol',
      {},
      ...history.map((one) =>
        make(
          'li',
          {},
          `${one.at.slice(0, 19).replace('T', ' ')} ${one.event} → ${one.state}${one.detail ? ` ${JSON.stringify(one.detail)}` : ''}`,
        ),
      ),
    ),
  );
  return details;
}

function refundForm({ id, refundable, currency }: Order, page: number): HTMLElement {
  const amount = make('input', { name: 'amount', inputmode: 'numeric', value: refundable, size: '10' });
  const form = make(
    'form',
    { class: 'refund' },
    make('label', {}, 'Amount in minor units', amount),
    make('button', {}, 'Refund'),
    `${money(refundable, currency)} left`,
  );
  // Kept for a second try: the same key is the same refund.
  const key = crypto.randomUUID();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void (async () => {
      const response = await fetch(`/shop/orders/${encodeURIComponent(id)}/refunds`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ amount: amount.value.trim() }),
      });
      const answer = (await response.json()) as {
        title?: string;
        state?: string;
        amount?: string;
        rest?: string;
        message?: string;
      };
      message.textContent = response.ok
        ? `Refund of ${money(answer.amount ?? '0', currency)}: ${answer.state ?? ''}${answer.message ? ` (${answer.message})` : ''}. ${money(answer.rest ?? '0', currency)} left.`
        : (answer.title ?? 'That did not work.');
      message.classList.toggle('wrong', !response.ok);
      if (response.ok) await showOrders(page, id);
    })();
  });
  return form;
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-report]')) {
  reportTable(form, form.nextElementSibling!);
  // Today and the day before it, to begin with.
  const local = (date: Date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  form.querySelector<HTMLInputElement>('[name=start]')!.value = local(new Date(Date.now() - 86_400_000));
  form.querySelector<HTMLInputElement>('[name=end]')!.value = local(new Date(Date.now() + 3_600_000));
}

await showOrders(1, new URLSearchParams(location.search).get('order') ?? undefined);
