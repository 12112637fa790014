/** A mistake of the set-up: a heading of docs/troubleshooting.md, which `npm run docs` generates. */
export interface SetUpMistake {
  /** The symptom for a person who looks at the page. */
  readonly symptom: string;
  /** The fix, as the console line and the document have it. */
  readonly fix: string;
}

const NOT_LOADED = 'The element shows that the order could not be loaded.';
const NOT_PAID = 'The element shows the form, and the payment fails.';
const DEFAULT_USED = 'The element works, but not as its attributes say.';

/** The mistakes that the elements report on the console, by the anchor of their line. */
export const SET_UP_MISTAKES = {
  'no-backend': {
    symptom: 'The element is empty.',
    fix: 'Set the attribute backend to the path at which the backend is mounted, such as backend="/scudo".',
  },
  'no-order': {
    symptom: 'The element is empty.',
    fix: 'Set the attribute order to the id that orders.create returned on your server.',
  },
  'no-route': {
    symptom: NOT_LOADED,
    fix: 'Mount the handler at the path of publicUrl, for all methods, and point the attribute backend at it.',
  },
  'not-json': {
    symptom: NOT_LOADED,
    fix: 'Another handler answers at this path, such as the fallback page of a single-page app or a proxy of a dev server. Forward the path of the attribute backend to your server.',
  },
  'bad-answer': {
    symptom: NOT_LOADED,
    fix: 'The backend does not follow the contract of its routes, or it is older than the page. Compare the named fields.',
  },
  'other-origin': {
    symptom: NOT_LOADED,
    fix: 'The page and the backend have different origins. Add the origin of the page to the option pages of createMerchantBackend, allow the backend in connect-src of the page, and check that it runs.',
  },
  'order-not-found': {
    symptom: 'The element shows that the order is not known.',
    fix: 'Create the order with orders.create, and pass its id to the page. Processes of one shop share one store.',
  },
  'call-blocked': {
    symptom: NOT_LOADED,
    fix: 'Add the entry to the Content-Security-Policy of the page, so that the element can call the backend.',
  },
  'origin-refused': {
    symptom: NOT_LOADED,
    fix: 'Open the page at an allowed origin (localhost and 127.0.0.1 are two), or add its origin to the option pages of createMerchantBackend.',
  },
  'card-outside-frame': {
    symptom: NOT_PAID,
    fix: 'If the fields are inline on purpose, set cardFields: \'page\' in createMerchantBackend. Otherwise remove fields="inline" from the element, and look for a script that you do not know (docs/security.md, Card data from outside the frame).',
  },
  'not-found': {
    symptom: NOT_LOADED,
    fix: 'Mount the handler at the path of publicUrl. Where the framework removes that path, mount backend.listener.',
  },
  'method-not-allowed': {
    symptom: NOT_PAID,
    fix: 'Mount the handler for all methods, and let redirects of the server keep the method.',
  },
  'unsupported-media-type': {
    symptom: NOT_PAID,
    fix: 'Something between page and backend changes the header content-type. Forward requests unchanged.',
  },
  'invalid-request': {
    symptom: NOT_PAID,
    fix: 'Mount the handler before parsers of bodies, such as express.json(), and pass the address of the client: fetch(request, { ip }).',
  },
  'gateway-refused': {
    symptom: NOT_PAID,
    fix: 'Check the options of the gateway: secret, merchantId, accountId, and baseUrl and paths when it answers 404. Check the clock of the backend as well. The log of the backend has the reason (option onProblem).',
  },
  'gateway-unavailable': {
    symptom: NOT_PAID,
    fix: 'Check gateway.baseUrl and the network of the backend. The log of the backend has the reason (option onProblem).',
  },
  'internal-error': {
    symptom: NOT_PAID,
    fix: 'The log of the backend has the reason (option onProblem), such as a store that cannot be opened.',
  },
  'frame-blocked': {
    symptom: NOT_PAID,
    fix: 'Add the entry to the Content-Security-Policy of the page: the bank’s page and isolated card fields are in frames of the backend.',
  },
  'frame-not-ready': {
    symptom: NOT_PAID,
    fix: 'The bank’s page opens inside this frame. Allow the backend in frame-src of the page. If the page is inside a page of another site, add the origin of that site to the option embedders. Let no server add X-Frame-Options or another policy to the answers of the backend. A browser without credentialless frames cannot open it in a page with Cross-Origin-Embedder-Policy. An extension may block frame.js (docs/element.md, Frames).',
  },
  'other-public-url': {
    symptom: 'The bank’s page stays open for some seconds after the right code.',
    fix: 'The bank notifies the backend at publicUrl. Set publicUrl to the address that the browser uses (docs/frameworks.md, Dev servers and proxies).',
  },
  'form-posts-refused': {
    symptom: 'The bank’s page stays open after the right code.',
    fix: 'Let form posts (application/x-www-form-urlencoded) of other sites reach the handler at notifications/*. Mount the handler before parsers of bodies, such as express.urlencoded(). Exempt the path from a CSRF protection that compares the header Origin (Astro, SvelteKit). Frameworks with parsers of their own, such as Fastify, refuse the posts: see docs/backend.md.',
  },
  'unknown-value': {
    symptom: DEFAULT_USED,
    fix: 'Use one of the named values.',
  },
  'unknown-attribute': {
    symptom: DEFAULT_USED,
    fix: 'Correct the name of the attribute. docs/reference/elements.md lists all.',
  },
  'unknown-language': {
    symptom: 'The element is in English.',
    fix: 'Use a tag of a language that the package has, or add the language to LANGUAGES.',
  },
  'language-not-loaded': {
    symptom: 'The element is in English.',
    fix: 'Serve the folder locales/ of the package at this address, or name another one with <meta name="scudo-files"> (docs/frameworks.md, Files of the package). A policy allows its host in connect-src.',
  },
  'late-not-loaded': {
    symptom: 'The element shows that the order could not be loaded.',
    fix: 'Serve late.js beside scudo.js, of the same version (docs/element.md, Files). A policy allows its host in script-src.',
  },
  'card-frame-not-loaded': {
    symptom: 'The element shows that the card fields could not be loaded.',
    fix: 'Serve card-frame.js beside scudo.js. Set publicUrl to the address that the browser uses for the backend: the frame is below it. Allow that address in frame-src of the page, and add the origin of the page to the option pages (docs/isolated-fields.md).',
  },
  'font-not-loaded': {
    symptom: 'Isolated card fields have another font than the page.',
    fix: 'Check the address of the font, and allow its host in connect-src of the page (docs/isolated-fields.md, Fonts).',
  },
  'data-not-loaded': {
    symptom: 'Icons are missing, or the address and phone fields are those of any country.',
    fix: 'Serve the folder data/ of the package at this address, or name another one with <meta name="scudo-files"> (docs/frameworks.md, Files of the package). A policy allows its host in connect-src.',
  },
} as const satisfies Record<string, SetUpMistake>;

/** The anchor of a mistake in docs/troubleshooting.md. */
export type SetUpMistakeCode = keyof typeof SET_UP_MISTAKES;
