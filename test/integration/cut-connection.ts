import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Proxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Text that the clients have sent, oldest first. */
  readonly sent: string[];
  /** Forwards the next message with this text, and cuts its connection when the server has answered. */
  cutAfter(text: string): void;
  close(): Promise<void>;
}

/** A TCP proxy in front of a database server, which loses answers. Port 0 is a free one. */
export async function proxyFor(url: string, port = 0): Promise<Proxy> {
  const target = new URL(url);
  const sent: string[] = [];
  const sockets = new Set<Socket>();
  let cut: string | undefined;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isCut = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (data) => {
      const text = data.toString('latin1');
      sent.push(text);
      if (cut !== undefined && text.includes(cut)) {
        isCut = true;
        cut = undefined;
      }
      database.write(data);
    });
    database.on('data', (data) => {
      if (!isCut) return void client.write(data);
      client.destroy();
      database.destroy();
    });
    client.on('close', () => database.destroy());
    database.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const proxied = new URL(url);
  proxied.port = String((server.address() as AddressInfo).port);
  return {
    url: proxied.href,
    sent,
    cutAfter: (text) => void (cut = text),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
