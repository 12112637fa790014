import adapter from '@sveltejs/adapter-node';

export default {
  kit: {
    adapter: adapter(),
    // The bank's page posts forms from its own origin, which depends on the card. SvelteKit would refuse them.
    // Check the origin of your own actions in src/hooks.server.js.
    csrf: { trustedOrigins: ['*'] },
  },
};
