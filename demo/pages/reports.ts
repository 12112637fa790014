import { reportTable } from './report-table.js';

/** The gateway's reports: payments, refunds and authentications. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-report]')) {
  reportTable(form, form.nextElementSibling!);
  // The default range is the last 24 hours.
  const local = (date: Date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  form.querySelector<HTMLInputElement>('[name=start]')!.value = local(new Date(Date.now() - 86_400_000));
  form.querySelector<HTMLInputElement>('[name=end]')!.value = local(new Date(Date.now() + 3_600_000));
}
