export default { server: { proxy: { '/scudo': 'http://localhost:4162' } } };
