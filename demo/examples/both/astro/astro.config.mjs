import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  // The bank's page posts forms from its own origin, which depends on the card. Astro would refuse them.
  // src/middleware.js checks the origin for all other paths.
  security: { checkOrigin: false },
});
