const target = `http://127.0.0.1:${process.env.BACKEND_PORT}`;

// The browser, and the bank's page in it, send all requests to the dev server. `publicUrl` names its address.
export default { '/scudo/': { target }, '/orders': { target } };
