import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runParts } from '../../../../src-main/app/self-test/run-parts.ts';
import type { PartTried } from '../../../../src-main/app/self-test/supervise-parts.ts';

it('a part that fails is told of, and the next one is tried', async () => {
  const base = await mkdtemp(join(tmpdir(), 'keepfold-parts-'));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const folder = join(base, 'no folder');
  await writeFile(folder, '');
  const told: PartTried[] = [];
  const parts = ['digests', 'database', 'durable-file', 'ciphers'] as const;
  await runParts({ kind: 'self-test', parts, folder }, (tried) => told.push(tried));
  expect(told.map(({ part, outcome }) => [part, outcome.ok])).toEqual([
    ['digests', true],
    ['database', false],
    ['durable-file', false],
    ['ciphers', true],
  ]);
});
