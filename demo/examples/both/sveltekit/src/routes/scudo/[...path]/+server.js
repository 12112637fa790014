import { scudo } from '$lib/server/scudo.js';

/** Every method. */
export const fallback = ({ request, getClientAddress }) => scudo.fetch(request, { ip: getClientAddress() });
