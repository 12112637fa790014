/** The script of the ACS pages: submits forms, and completes a challenge without input. */

/** Collects data of the browser, which is the purpose of a method page. */
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
  // A form that is submitted before the page has loaded leaves no entry in the history.
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

  // Browsers ignore `autofocus` in a cross-site frame.
  challenge.querySelector<HTMLElement>('[autofocus]')?.focus();

  // A cardholder who types wants to see the result of the code, so the automatic completion stops.
  challenge.querySelector('#code')?.addEventListener(
    'input',
    () => {
      clearTimeout(timer);
      challenge.querySelector('[data-auto-note]')?.remove();
    },
    { once: true },
  );

  // A double click counts once.
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
