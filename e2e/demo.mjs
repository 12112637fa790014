// A demo for the flows, with new databases: what an earlier run left there changes nothing.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
process.env.SHOP_DATABASE = join(folder, 'shop.db');
process.env.SANDBOX_DATABASE = join(folder, 'sandbox.db');
await import('../.demo/serve.js');
