export default defineEventHandler((event) => useScudo().fetch(toWebRequest(event), { ip: getRequestIP(event) }));
