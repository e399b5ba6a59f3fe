import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeInstanceLock } from '../../../../src-main/store/sqlite/instance-lock.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';

let folder: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

/** A process that takes the lock and keeps it until it is ended. */
async function holder(path: string) {
  const source = join(import.meta.dirname, '../../../../src-main/store/sqlite/instance-lock.ts');
  const entry = join(folder.path, 'holder.mjs');
  writeFileSync(
    entry,
    `import { takeInstanceLock } from ${JSON.stringify(pathToFileURL(source).href)};
     process.stdout.write(takeInstanceLock(${JSON.stringify(path)}) === null ? 'refused' : 'taken');
     process.stdin.resume();`,
  );
  const child = spawn(process.execPath, [entry], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [answer] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(10_000) });
  const kill = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return { answer: String(answer), kill };
}

describe('the lock on a data folder', () => {
  it('is held by one at a time, and free again when it is released', () => {
    const path = join(folder.path, 'instance.lock');
    const lock = takeInstanceLock(path);
    expect(lock).not.toBe(null);
    expect(takeInstanceLock(path)).toBe(null);
    lock?.release();
    const next = takeInstanceLock(path);
    expect(next).not.toBe(null);
    next?.release();
  });

  it('is free again when the process that held it was killed', async () => {
    const path = join(folder.path, 'instance.lock');
    const other = await holder(path);
    expect(other.answer).toBe('taken');
    expect(takeInstanceLock(path)).toBe(null);
    await other.kill();
    const lock = takeInstanceLock(path);
    expect(lock).not.toBe(null);
    lock?.release();
  });

  it('is of its folder alone', () => {
    const one = takeInstanceLock(join(folder.path, 'one.lock'));
    const two = takeInstanceLock(join(folder.path, 'two.lock'));
    expect([one, two]).not.toContain(null);
    one?.release();
    two?.release();
  });

  it('is no lock when the file cannot be used', () => {
    expect(() => takeInstanceLock(join(folder.path, 'missing', 'instance.lock'))).toThrow();
  });
});
