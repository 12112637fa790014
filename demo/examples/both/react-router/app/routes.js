import { route } from '@react-router/dev/routes';

export default [route('checkout', 'routes/checkout.jsx'), route('scudo/*', 'routes/scudo.js')];
