/** The ids of the orders that this process has created. The sandbox sees an order with its first payment only. */
export const createdOrders = new Set<string>();
