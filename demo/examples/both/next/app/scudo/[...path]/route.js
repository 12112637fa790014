import { scudo } from '../../../scudo.js';

const handle = (request) => scudo().fetch(request);

export { handle as GET, handle as HEAD, handle as OPTIONS, handle as POST };
