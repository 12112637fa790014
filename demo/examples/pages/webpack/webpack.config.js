const backend = `http://127.0.0.1:${process.env.BACKEND_PORT}`;

export default {
  entry: './src/main.js',
  devServer: {
    historyApiFallback: true,
    port: Number(new URL(process.env.SHOP_URL).port),
    // The browser, and the bank's page in it, send all requests to the dev server. `publicUrl` names its address.
    proxy: [{ context: ['/scudo', '/orders'], target: backend }],
  },
};
