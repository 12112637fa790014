/** The tasks of payments, with the steps of 3-D Secure. Part of late.js. */
export { cardTasks } from '../card/card.tasks.js';
export { preparationTasks } from '../preparation/preparation.tasks.js';
export { redirectTasks } from '../redirect/redirect.tasks.js';
