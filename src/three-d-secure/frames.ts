/** The steps of 3-D Secure in a browser: browser data, method frame, challenge frame. Part of late.js. */
export { collectBrowserData } from './browser-data.js';
export { openChallenge } from './challenge-frame.js';
export { runMethod } from './method-frame.js';
