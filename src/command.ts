#!/usr/bin/env node
import './protocol/require-node.js';
import { serve } from '@hono/node-server';
import { readFileSync } from 'node:fs';
import { runCertify } from './command/certify/certify.js';
import { runConformance } from './command/conformance/conformance.js';
import { runDoctor } from './command/doctor/doctor.js';
import { runOrders } from './command/orders/orders.js';
import { runServe } from './command/serve/serve.js';
import { parseCommand, SANDBOX_OPTIONS, SANDBOX_USAGE, type SandboxCommand } from './command/sandbox-options.js';
import { CommandUsageError } from './command/usage-error.js';
import { createSandbox, type Sandbox, type TestCard } from './sandbox.js';
import { readCardFile } from './sandbox/cards/card-file.js';
import { ADDRESSES } from './sandbox/home/home-route.js';

/** Commands beside `sandbox`, by name. Each returns its exit code. */
const COMMANDS: Readonly<
  Record<string, (args: readonly string[], print: (line: string) => void) => Promise<0 | 1 | 2>>
> = {
  certify: (args, print) => {
    const left = new AbortController();
    onReaderLeft(() => {
      left.abort();
      // The last lines can fail after the command has returned its code.
      process.exitCode = 1;
    });
    return runCertify(args, print, { stop: left.signal });
  },
  conformance: (args, print) => {
    endWithReader(1);
    return runConformance(args, print);
  },
  doctor: (args, print) => runDoctor(args, print),
  orders: (args, print) => {
    // A balance is not confirmed when its lines have no reader.
    endWithReader(args[0] === 'balance' ? 1 : 0);
    return runOrders(args, print);
  },
  serve: async (args, print) => {
    // Calls and payments continue, and the log drops its lines.
    onReaderLeft(() => undefined);
    const code = await runServe(args, { print });
    // An exporter of metrics, for example, keeps its port open.
    setTimeout(() => process.exit(), 5_000).unref();
    return code;
  },
};

/** Calls a listener when an output cannot be written, mostly because its reader, such as `head`, has left. */
function onReaderLeft(listener: (error: NodeJS.ErrnoException) => void): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', listener);
}

/** Ends the process quietly, with an exit code, when the reader of its output has left. */
function endWithReader(code: 0 | 1): void {
  onReaderLeft((error) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(code);
  });
}

/** Runs a command. The exit code is 2 for wrong usage and 1 if the port cannot be served or a check fails. */
async function main([name = '', ...args]: readonly string[]): Promise<void> {
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (run) {
    process.exitCode = await run(args, (line) => console.log(line));
    return;
  }
  const command = parseCommand(name === '' ? args : [name, ...args]);
  if (command === 'help') console.log(SANDBOX_USAGE);
  else serveSandbox(command);
}

function serveSandbox({ port, host, baseUrl, cardFile, hasRandomSecret, ...options }: SandboxCommand): void {
  const cards = cardFile === undefined ? [] : cardsIn(cardFile);
  // A free port is known only once the server listens. No request arrives before that.
  let sandbox: Sandbox | undefined;
  const server = serve(
    {
      fetch: (request: Request) => sandbox?.fetch(request) ?? new Response(null, { status: 503 }),
      port,
      hostname: host,
    },
    (info) => {
      const address = baseUrl ?? `http://${reachable(host)}:${info.port}`;
      sandbox = createSandbox({ ...options, cards, baseUrl: address });
      const secret = hasRandomSecret ? `Secret ${options.secret}, made for this start; --secret sets one.\n` : '';
      announce(sandbox, address, `${secret}${summaryOf(options)}`);
    },
  );
  server.on('error', (error: Error) => {
    console.error(`The sandbox cannot listen on ${host}:${port}: ${error.message}`);
    process.exit(1);
  });
}

/**
 * Reads a card file.
 * @throws {CommandUsageError} naming the wrong entry and field.
 */
function cardsIn(path: string): TestCard[] {
  try {
    return readCardFile(readFileSync(path, 'utf8'));
  } catch (cause) {
    const example = `Example: --cards ${SANDBOX_OPTIONS.cards.example}`;
    throw new CommandUsageError(`--cards ${path}: ${(cause as Error).message}. ${example}`, SANDBOX_USAGE, { cause });
  }
}

/** Returns the host for a browser, which cannot open the address of all interfaces. */
function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
}

function summaryOf({
  merchantId,
  accountId,
  autoComplete,
  challengeCode,
}: Pick<SandboxCommand, 'merchantId' | 'accountId' | 'autoComplete' | 'challengeCode'>): string {
  const auto =
    autoComplete === false
      ? 'a challenge without input stays open'
      : `a challenge without input completes after ${autoComplete / 1000} s`;
  return `Merchant ${merchantId}, account ${accountId}. One-time code ${challengeCode}; ${auto}.`;
}

function announce(sandbox: Sandbox, address: string, summary: string): void {
  console.log(`Scudo sandbox at ${address}\n\n${summary}\n\nAddresses`);
  for (const [method, path, meaning] of ADDRESSES) console.log(`  ${method.padEnd(4)}  ${path.padEnd(40)}${meaning}`);
  console.log('\nTest cards (valid with any future expiry date and any security code; every other card succeeds)');
  for (const { number, label } of sandbox.testCards) console.log(`  ${number.padEnd(20)}${label}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CommandUsageError)) throw error;
  console.error(`${error.message}\n\n${error.usage}`);
  process.exitCode = 2;
});
