import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { BASE, CARDS, checkVersion, drivenSandbox, timestampOf, versionCheckBody } from '../sandbox-client.js';

test('every hash is computed by the digest of the option', async () => {
  const algorithms: string[] = [];
  const salted = (text: string) => createHash('sha1').update(`salt${text}`).digest('hex');
  const { sandbox } = drivenSandbox({
    digest: async (text, algorithm) => {
      algorithms.push(algorithm);
      return salted(text);
    },
  });
  expect((await checkVersion(sandbox, CARDS.success)).status).toBe(401);
  const hash = salted(`${salted([timestampOf(), 'scudo', CARDS.success].join('.'))}.secret`);
  const response = await sandbox.fetch(
    new Request(`${BASE}/3ds2/protocol-versions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gp-version': '2.2.0',
        authorization: `securehash ${hash}`,
      },
      body: JSON.stringify(versionCheckBody(CARDS.success)),
    }),
  );
  expect(response.status).toBe(200);
  expect(algorithms).toEqual(['sha1', 'sha1', 'sha1', 'sha1']);
});
