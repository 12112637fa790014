/** The card data that the gallery types. The card does not exist. */
export const VISA = { number: '4222000006285344', expiry: '12/28', 'security-code': '123', name: 'Ada Lovelace' };

export const AMEX = { number: '378282246310005', expiry: '04/29', 'security-code': '1234', name: 'Grace Hopper' };

export const CONTACT = { email: 'ada@example.com', phone: '+44 20 7946 0000' };

export const ADDRESS = { line1: '1 Coin Lane', city: 'London', postcode: 'N1 9GU', country: 'GB' };
