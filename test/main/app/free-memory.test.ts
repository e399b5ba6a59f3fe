import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../../src-main/app/free-memory.ts');

/** Fills the heap of the C library with holes: every other piece stays in use. Says megabytes in use before and after. */
const SCRIPT = `
  const { giveFreeMemoryBack } = await import(process.argv[1]);
  const pieces = Array.from({ length: 40_000 }, () => Buffer.allocUnsafeSlow(4_000).fill(1));
  for (let at = 0; at < pieces.length; at += 1) if (at % 10 > 0) pieces[at] = null;
  const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);
  const before = megabytes();
  await giveFreeMemoryBack();
  // Buffers of a collection are freed by another thread.
  for (let left = 50; left > 0 && before - megabytes() < 90; left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await giveFreeMemoryBack();
  }
  console.log(JSON.stringify({ before, after: megabytes(), kept: pieces.filter((piece) => piece?.[3_999] === 1).length }));
`;

it.runIf(process.platform === 'linux')('gives back what is free between things in use', async () => {
  const args = ['--input-type=module', '--eval', SCRIPT, SOURCE];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
  });
  const { before, after, kept } = JSON.parse(stdout) as { before: number; after: number; kept: number };
  expect(kept).toBe(4_000);
  expect(before - after).toBeGreaterThan(90);
});
