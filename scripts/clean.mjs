import { rmSync } from 'node:fs';

for (const folder of ['dist', '.demo', '.cache']) rmSync(folder, { recursive: true, force: true });
