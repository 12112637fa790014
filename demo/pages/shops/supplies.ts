import { openBasket } from './basket.js';

/** The page of a supplier for companies: dense, with right-aligned labels before the fields. */
await openBasket('supplies');
