/** Address of the published documents: `docs/` of the site at the `homepage` of package.json (docs/site/config.mjs). */
export const DOCUMENTS = 'https://scudo.example/docs/';
