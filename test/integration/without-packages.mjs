// Imports the entries of the build where no optional package is installed, and prints the errors of what needs one.
import { register } from 'node:module';

const hooks = `
  export function resolve(specifier, context, next) {
    if (!/^(pg|@libsql\\/client|libsql|playwright|playwright\\/test|react)$/.test(specifier)) return next(specifier, context);
    throw Object.assign(new Error('Cannot find package ' + specifier), { code: 'ERR_MODULE_NOT_FOUND' });
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { createMerchantBackend, createPostgresOrderStore, createSqliteOrderStore } = await import(
  '../../dist/server.js'
);
await import('../../dist/back-office.js');
await import('../../dist/store-conformance.js');
const { createSandbox } = await import('../../dist/sandbox.js');
createSandbox({ baseUrl: 'http://127.0.0.1:1' });
createMerchantBackend({
  publicUrl: 'https://shop.example/scudo',
  gateway: { baseUrl: 'https://gateway.example', merchantId: 'm', accountId: 'a', secret: 'a secret of this test' },
  store: createPostgresOrderStore({ connectionString: 'postgres://127.0.0.1:1/none' }),
});
const read = (store) => store.read('A').then(String, (error) => error.message);
console.log(
  JSON.stringify({
    postgres: await read(createPostgresOrderStore({ connectionString: 'postgres://127.0.0.1:1/none' })),
    sqlite: await read(createSqliteOrderStore({ path: ':memory:' })),
    libsql: await read(createSqliteOrderStore({ url: 'http://127.0.0.1:1' })),
    playwright: await import('../../dist/playwright.js').then(String, (error) => error.message),
  }),
);
