// Renders the components of the build on Node with a version of React, and prints the HTML:
// `render-on-server.mjs 18|19`.
import Module, { register } from 'node:module';

const [, , version] = process.argv;
const hooks = `
  export function resolve(specifier, context, next) {
    return next(specifier.replace(/^(react|react-dom)(?=\\/|$)/, '$1-18'), context);
  }`;
if (version === '18') {
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
  // React DOM is a CommonJS module.
  const resolve = Module._resolveFilename;
  Module._resolveFilename = (specifier, ...rest) => resolve(specifier === 'react' ? 'react-18' : specifier, ...rest);
}

const { createElement, version: rendering } = await import('react');
const { renderToString } = await import('react-dom/server');
const { ScudoCheckout } = await import('../../dist/react.js');
if (!rendering.startsWith(`${version}.`)) throw new Error(`This is React ${rendering}.`);

const props = {
  backend: '/scudo',
  order: 'A1',
  prepare: 'on-pay',
  acceptPending: true,
  className: 'checkout',
  messages: { pay: 'Buy now' },
  onOutcome: () => undefined,
};
console.log(renderToString(createElement(ScudoCheckout, props, createElement('p', { slot: 'footer' }, 'Footer'))));
