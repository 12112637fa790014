/** The script of the bank's pages: posts what is to be posted, and completes a challenge that is left alone. */

/** What a page can tell of the browser that it runs in: the point of a method page. */
function profile(): string {
  const { language, hardwareConcurrency, maxTouchPoints } = navigator;
  const { width, height, colorDepth } = screen;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return JSON.stringify({ language, hardwareConcurrency, maxTouchPoints, width, height, colorDepth, timeZone });
}

const carrier = document.querySelector<HTMLFormElement>('form[data-submit-after]');
if (carrier) {
  const field = carrier.querySelector<HTMLInputElement>('input[name=profile]');
  if (field) field.value = profile();
  const delay = Number(carrier.dataset['submitAfter']);
  // At once means before the page has loaded: such a post leaves no entry in the history.
  if (delay > 0) setTimeout(() => carrier.submit(), delay);
  else carrier.submit();
}

const challenge = document.querySelector<HTMLFormElement>('form[action$="/acs/challenge/answer"]');
if (challenge) {
  let answered = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  if (challenge.dataset['autoComplete'] !== undefined) {
    timer = setTimeout(() => {
      if (answered) return;
      answered = true;
      const action = document.createElement('input');
      action.type = 'hidden';
      action.name = 'action';
      action.value = 'auto';
      challenge.append(action);
      challenge.submit();
    }, Number(challenge.dataset['autoComplete']));
  }

  // Browsers heed no `autofocus` in a frame of another site.
  challenge.querySelector<HTMLElement>('[autofocus]')?.focus();

  // Whoever types wants to see what becomes of the code, a wrong one above all: no racing them.
  challenge.querySelector('#code')?.addEventListener(
    'input',
    () => {
      clearTimeout(timer);
      challenge.querySelector('[data-auto-note]')?.remove();
    },
    { once: true },
  );

  // A double click is one answer.
  challenge.addEventListener('submit', (event) => {
    clearTimeout(timer);
    if (answered) event.preventDefault();
    answered = true;
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) answered = false;
  });
}

export {};
