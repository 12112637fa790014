import { openBasket } from './basket.js';

/** The page of a playful brand, with its own words. */
const checkout = await openBasket('soda');
checkout.messages = { pay: 'Pop it for {amount}' };
