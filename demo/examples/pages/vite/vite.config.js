import { defineConfig } from 'vite';

const { SHOP_URL, BACKEND_PORT } = process.env;
const backend = `http://127.0.0.1:${BACKEND_PORT}`;

export default defineConfig({
  server: {
    port: Number(new URL(SHOP_URL).port),
    strictPort: true,
    // The browser, and the bank's page in it, send all requests to the dev server. `publicUrl` names its address.
    proxy: { '/scudo/': backend, '/orders': backend },
  },
});
