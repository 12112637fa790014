import 'scudo-checkout';

addEventListener('scudo-outcome', ({ detail }) => console.log(detail.status, detail.order.id));
document.addEventListener('scudo-redirect', (event) => {
  event.preventDefault();
  open(event.detail.url);
});

/** As in an Angular component, whose template is not checked for elements (CUSTOM_ELEMENTS_SCHEMA). */
export function listen(host: Element): void {
  host.querySelector('scudo-checkout')?.addEventListener('scudo-step', ({ detail }) => console.log(detail.step));
}

// A shop's page has timers of the browser, and not of Node.
export const timer: number = setTimeout(() => undefined, 0);

// @ts-expect-error An outcome has no such member.
addEventListener('scudo-outcome', ({ detail }) => console.log(detail.result));
