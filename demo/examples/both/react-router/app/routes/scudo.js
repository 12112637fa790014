import { scudo } from '../scudo.server.js';

const handle = ({ request }) => scudo.fetch(request);

/** The loader answers GET, the action every other method. */
export { handle as action, handle as loader };
