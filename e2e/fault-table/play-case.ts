import type { Page, Request, Route } from 'playwright/test';
import { CheckoutPage, TestpayPage, cards } from '../../src/playwright.js';
import type { PageFault } from '../../demo/page-faults.js';
import type { FaultCase, Injection, Payment } from './fault-cases.js';
import { prefixOf } from '../shop-test.js';
import type { FaultBench } from './fault-bench.js';
import { LONGEST, type FaultResult, type OutcomeEvent } from './fault-result.js';

/** The texts that a page shows, and whether the shopper can act. */
interface View {
  readonly isEnd: boolean;
  readonly reads: string;
  readonly ways: readonly string[];
}

/** Time after the end of the fault, in seconds. */
const AFTERWARDS = 900;

/** Plays a payment with a fault, until the page has come to its end and the order to its own. */
export async function playFault(
  bench: FaultBench,
  page: Page,
  { payment, injection }: FaultCase,
): Promise<FaultResult> {
  const id = await bench.createOrder();
  const calls = watchRequests(page);
  const browser = await disturbBrowser(page, injection, calls);
  bench.disturb(injection);
  const outcomes: OutcomeEvent[] = [];
  // A shopper who is redirected sees two pages, and what a page keeps ends with it.
  await page.exposeFunction('reportOutcome', (event: OutcomeEvent) => void outcomes.push(event));
  await page.addInitScript(() => {
    const { reportOutcome } = window as unknown as { reportOutcome: (event: OutcomeEvent) => void };
    const seen = { step: '' };
    Object.assign(window, { seen });
    addEventListener('scudo-outcome', (event) => {
      const { status } = (event as CustomEvent<{ status: string }>).detail;
      reportOutcome({ page: location.pathname, status });
    });
    addEventListener('scudo-step', (event) => (seen.step = (event as CustomEvent<{ step: string }>).detail.step));
  });
  // Far enough in the future for a machine that needs seconds between the two calls.
  bench.time.advance(60_000);
  await page.clock.install({ time: bench.time.now().getTime() - 60_000 });
  await page.clock.pauseAt(bench.time.now());
  await page.goto(`${bench.url}/checkout?order=${id}`);

  const checkout = new CheckoutPage(page);
  const work = (): Work => (bench.isBusy() ? 'running' : calls.isBusy() ? 'perhaps-waiting' : 'none');
  const shopper = shopperOf(payment, page, checkout);
  let began = bench.time.now().getTime();
  const shown = new Set<string>();
  /** Reads the page, and keeps its texts. */
  async function readView(isDone: boolean): Promise<View> {
    const read = await viewOf(page, isDone);
    if (read.reads !== '') shown.add(read.reads);
    return read;
  }
  let view: View;
  for (let passed = 0; ; ) {
    await quiet(page, work);
    const act = await shopper.act();
    if (act === 'paid') began = bench.time.now().getTime();
    if (act !== 'nothing') passed = 0;
    await quiet(page, work);
    view = await readView(shopper.isDone());
    if (view.isEnd || passed > LONGEST) break;
    const step = passed < 15 ? 0.5 : passed < 60 ? 1 : 5;
    await pass(bench, page, step * 1000);
    browser.advance(step);
    passed += step;
  }
  const seconds = (bench.time.now().getTime() - began) / 1000;
  const state = (await bench.orders.read(id))?.state ?? '';

  bench.disturb(undefined);
  await browser.end();
  // In steps that are shorter than the limits of the page, so that none ends before its call is answered.
  for (let count = 0; count < AFTERWARDS / 10; count++) {
    await quiet(page, work);
    await pass(bench, page, 10_000);
    await readView(true);
    if (count % 6 === 5) await bench.orders.reconcile({ olderThan: 0 });
  }
  await quiet(page, work);
  const later = await readView(true);
  // A redirect payment that the shopper never began is set aside after half an hour.
  for (let minute = 0; minute < 20; minute++) {
    await quiet(page, work);
    await pass(bench, page, 60_000);
    await readView(true);
    await bench.orders.reconcile({ olderThan: 0 });
  }
  await quiet(page, work);
  await readView(true);
  const order = await bench.orders.read(id);
  return {
    reads: view.isEnd ? view.reads : `no end: ${view.reads}`,
    ways: view.ways,
    state,
    seconds,
    later: later.reads === view.reads ? '' : later.reads,
    shown: [...shown],
    settled: order?.state ?? '',
    charged: await chargedFor(bench, id),
    outcomes,
    hits: bench.hits() + browser.hits(),
  };
}

/** Counts what the sandbox has charged for an order, from its books. */
async function chargedFor({ sandbox }: FaultBench, id: string): Promise<number> {
  const { authorizations, payments } = (await sandbox.snapshot()) as unknown as Books;
  const cards = authorizations.filter(({ result }) => result === '00');
  const redirects = payments.filter(({ answer }) => answer?.response === 'Succeeded');
  return [...cards, ...redirects].filter(({ orderId }) => orderId.startsWith(`${prefixOf(id)}-`)).length;
}

/** The contents of a snapshot of the sandbox. */
interface Books {
  readonly authorizations: readonly { readonly orderId: string; readonly result: string }[];
  readonly payments: readonly { readonly orderId: string; readonly answer?: { readonly response: string } }[];
}

/** Puts the time of the page and of the backend forward. */
async function pass(bench: FaultBench, page: Page, ms: number): Promise<void> {
  bench.time.advance(ms);
  await page.clock.runFor(ms);
}

/**
 * The work that no fault holds. A request to the backend `perhaps` waits for a timer of the backend, whose time stands
 * still.
 */
type Work = 'running' | 'perhaps-waiting' | 'none';

/** Round trips without work after which the time may go on. */
const CALM: Readonly<Record<Work, number>> = { running: Infinity, 'perhaps-waiting': 25, none: 3 };

/** Waits until nothing runs that does not wait for the time. */
async function quiet(page: Page, work: () => Work): Promise<void> {
  for (let calm = 0; calm < CALM[work()]; ) {
    // A round trip to the page delivers the events of its requests first.
    const isThere = await page.evaluate(() => document.readyState === 'complete').catch(() => false);
    await new Promise((resolve) => setImmediate(resolve));
    calm = isThere && work() !== 'running' ? calm + 1 : 0;
  }
}

interface Requests {
  readonly held: Set<Request>;
  isBusy(): boolean;
}

/** Follows the requests of a page. One that waits for a change of the order is no work. */
function watchRequests(page: Page): Requests {
  const running = new Set<Request>();
  const held = new Set<Request>();
  page.on('request', (request) => running.add(request));
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  return {
    held,
    isBusy: () => [...running].some((request) => !held.has(request) && !/[?&]wait=/.test(request.url())),
  };
}

/** Disturbs the requests of a page that match. */
async function disturbBrowser(page: Page, injection: Injection, calls: Requests) {
  const late: { readonly route: Route; left: number; readonly go: () => Promise<void> }[] = [];
  const held: Route[] = [];
  let hits = 0;
  if (injection.at === 'browser') {
    const { url, fault } = injection;
    await page.route(url, async (route) => {
      hits++;
      if (fault.type === 'no-answer') held.push(route);
      if (fault.type === 'no-answer' || fault.type === 'late') calls.held.add(route.request());
      await disturbed(route, fault, (seconds, go) => late.push({ route, left: seconds, go }));
    });
  }
  return {
    hits: () => hits,
    /** Answers late requests whose time has come. */
    advance(seconds: number): void {
      for (const one of late.splice(0)) {
        one.left -= seconds;
        if (one.left > 0) late.push(one);
        else void one.go();
      }
    },
    /** Ends the disturbance. Requests without an answer fail. */
    async end(): Promise<void> {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const route of held) await route.abort().catch(() => undefined);
      for (const { go } of late) await go();
    },
  };
}

async function disturbed(
  route: Route,
  fault: PageFault,
  later: (seconds: number, go: () => Promise<void>) => void,
): Promise<void> {
  // A request whose page gives up has no route any more.
  const ignore = () => undefined;
  switch (fault.type) {
    case 'refused':
      return route.abort('connectionrefused');
    case 'no-answer':
      return;
    case 'answer-lost':
      await route.fetch({ maxRedirects: 0 }).catch(ignore);
      return route.abort('connectionreset');
    case 'late': {
      const response = await route.fetch({ maxRedirects: 0 });
      return later(fault.seconds, () => route.fulfill({ response }).catch(ignore));
    }
    case 'truncated': {
      const response = await route.fetch({ maxRedirects: 0 });
      const text = await response.text();
      return route.fulfill({ response, body: text.slice(0, text.length / 2) });
    }
    case 'twice':
      await route.fetch({ maxRedirects: 0 });
      return route.fulfill({ response: await route.fetch({ maxRedirects: 0 }) });
    case 'answer': {
      const { status, contentType, body } = fault;
      return route.fulfill({ status, contentType, body });
    }
  }
}

type Act = 'nothing' | 'paid' | 'confirmed';

/** A shopper who fills the form in, presses Pay once, and does what the bank or the method asks for. */
function shopperOf(payment: Payment, page: Page, checkout: CheckoutPage) {
  const isRedirect = payment === 'redirect' || payment === 'redirect-with-late-status';
  const done = { pay: false, confirm: payment === 'frictionless' };

  async function pay(): Promise<Act> {
    if (!(await checkout.payButton.isVisible())) return 'nothing';
    if (isRedirect) {
      await checkout.chooseMethod('Testpay');
      await checkout.payWith('Testpay');
    } else {
      await checkout.fillCard(cards[payment === 'challenge' ? 'challenge' : 'success']);
      await checkout.payButton.click();
    }
    done.pay = true;
    return 'paid';
  }

  async function confirm(): Promise<Act> {
    if (isRedirect) {
      const testpay = new TestpayPage(page);
      if (!(await testpay.response.isVisible())) return 'nothing';
      await testpay.answer('Succeeded', payment === 'redirect' ? 'No delay' : '30s after submit');
    } else {
      // A locator would wait for a frame that has no document yet.
      if (!page.frames().some((frame) => frame.url().endsWith('/acs/challenge'))) return 'nothing';
      if (!(await checkout.challenge.code.isVisible().catch(() => false))) return 'nothing';
      await checkout.challenge.enterCode();
    }
    done.confirm = true;
    return 'confirmed';
  }

  return {
    isDone: () => done.pay && done.confirm,
    act: (): Promise<Act> => (done.pay ? (done.confirm ? Promise.resolve('nothing') : confirm()) : pay()),
  };
}

/**
 * Reads what the page shows. A page without an element is that of the payment method, or an error page of the browser
 * or of a server, which is an end once the shopper has paid.
 */
async function viewOf(page: Page, isDone: boolean): Promise<View> {
  const nothing: View = { isEnd: false, reads: '', ways: [] };
  const isAtMethod = page.url().includes('/testpay/');
  return page
    .evaluate((isOver) => {
      const element = document.querySelector('scudo-checkout, scudo-return');
      const root = element?.shadowRoot;
      if (!root) {
        const [text = ''] = document.body.innerText.trim().split('\n');
        return { isEnd: isOver, reads: `The browser shows: ${text}`, ways: ['Back', 'Reload'] };
      }
      const isVisible = (one: Element) => one.checkVisibility() && (one as HTMLElement).innerText.trim() !== '';
      const textsOf = (selector: string) =>
        [...root.querySelectorAll(selector)].filter(isVisible).map((one) => (one as HTMLElement).innerText.trim());
      const { step } = (window as unknown as { seen: { step: string } }).seen;
      const rests = ['outcome', 'unreachable', 'pending', 'entering', 'correcting-redirect', 'choosing-another'];
      const reads = [
        ...new Set(textsOf('[part~=outcome-title], [part~=outcome-text], [part~=message], [part~=error]')),
      ].join(' ');
      const failed = textsOf('[part~=message][role=alert]').length > 0;
      return {
        isEnd: (rests.includes(step) || failed) && reads !== '',
        reads,
        ways: textsOf('button[part~=button]:not([disabled], [aria-disabled=true], [aria-busy=true]), a[part~=button]'),
      };
    }, isDone && !isAtMethod)
    .catch(() => nothing);
}
