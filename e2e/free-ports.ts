import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Ports of 127.0.0.1 that are free: a demo that is running, or another run of the flows, is left alone. */
export async function freePorts<const Names extends readonly string[]>(
  ...names: Names
): Promise<Record<Names[number], string>> {
  const servers = names.map(() => createServer().listen(0, '127.0.0.1'));
  // All at once, so that no port is found twice.
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening');
      return String((server.address() as AddressInfo).port);
    }),
  );
  await Promise.all(
    servers.map(async (server) => {
      server.close();
      await once(server, 'close');
    }),
  );
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Record<Names[number], string>;
}
