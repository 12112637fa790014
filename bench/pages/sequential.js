/**
 * The sequential way: a card form that begins with Pay, and makes each step after the one before. The order of the
 * steps is that of Adyen's "3D Secure 2 Component integration"
 * (https://docs.adyen.com/online-payments/3d-secure/native-3ds2/web-component) as adyen-web 6.45.2 carries it out:
 *
 * 1. `onSubmit` sends the card to `/payments`, which answers with the action `threeDS2` (here: the version check),
 * 2. the action posts a form to the issuer in a hidden frame, and waits for its message for at most 10 s
 *    (`THREEDS_METHOD_TIMEOUT` in `components/ThreeDS2/constants.js`),
 * 3. its result goes to `v1/submitThreeDS2Fingerprint`, which authenticates (`callSubmit3DS2Fingerprint.js`),
 * 4. `onAdditionalDetails` sends the details to `/payments/details`, which authorizes.
 *
 * Written for this bench, without the library: it has no rendering of its own, which would take time.
 */
const METHOD_LIMIT = 10_000;

const form = document.querySelector('form');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void pay();
});

async function pay() {
  const input = Object.fromEntries(new FormData(form));
  const [expiryMonth, expiryYear] = input.expiry.split('/').map((part) => part.trim());
  const card = { ...input, number: input.number.replaceAll(' ', ''), expiryMonth, expiryYear };
  const order = form.dataset.order;

  const { serverTransId, method } = await post('version-check', { order, card });
  const methodUrlCompletion = method ? await runMethod(method, serverTransId) : 'UNAVAILABLE';
  const authentication = await post('authentication', {
    order,
    card,
    methodUrlCompletion,
    browserData: browserData(),
  });
  const detail =
    authentication.status === 'AUTHENTICATION_SUCCESSFUL'
      ? await post('authorization', { order, card })
      : { status: `not authenticated (${authentication.status})` };
  form.hidden = true;
  document.querySelector('p').textContent = detail.status;
  document.dispatchEvent(new CustomEvent('sequential-outcome', { detail }));
}

async function post(step, body) {
  const response = await fetch(`/sequential/${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

/** Posts the method data in a hidden frame. Resolves with YES for the notification, and with NO after the limit. */
function runMethod({ url, data }, serverTransId) {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.name = 'threeDSMethodIframe';
    frame.hidden = true;
    const end = (completion) => {
      clearTimeout(limit);
      removeEventListener('message', receive);
      frame.remove();
      resolve(completion);
    };
    const receive = ({ origin, data: message }) => {
      if (origin === location.origin && message?.server_trans_id === serverTransId) end('YES');
    };
    const limit = setTimeout(() => end('NO'), METHOD_LIMIT);
    addEventListener('message', receive);
    document.body.append(frame);

    const post = document.createElement('form');
    Object.assign(post, { method: 'post', action: url, target: frame.name, hidden: true });
    post.append(Object.assign(document.createElement('input'), { name: 'threeDSMethodData', value: data }));
    document.body.append(post);
    post.submit();
    post.remove();
  });
}

function browserData() {
  return {
    colorDepth: 'TWENTY_FOUR_BITS',
    javaEnabled: 'false',
    javascriptEnabled: 'true',
    language: navigator.language,
    screenHeight: String(screen.height),
    screenWidth: String(screen.width),
    challengeWindowSize: 'FULL_SCREEN',
    timezone: String(new Date().getTimezoneOffset()),
    userAgent: navigator.userAgent,
  };
}
