/** The amount of every order of the simulation that is paid, in minor units. */
export const AMOUNT = 1999;
