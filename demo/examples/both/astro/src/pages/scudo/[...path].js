import { scudo } from '../../lib/scudo.js';

/** Every method. */
export const ALL = ({ request, clientAddress }) => scudo.fetch(request, { ip: clientAddress });
