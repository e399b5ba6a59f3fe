import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { db, killedFolder, removeDatabaseOf, wal } from '../../support/damaged-data.ts';
import { filesBelow } from '../../support/disk-store.ts';
import { runTyped } from '../../support/typed-commands.ts';

/** What says who works with the folder, and what SQLite makes anew of its log, are nobody's data. */
const UPKEEP = ['instance.json', 'instance.lock', 'instance.lock-journal', 'keepfold.db-shm'];

/** What is in a folder, file by file; but for an empty log, which SQLite makes to read a database without one. */
function contentOf(path: string): Record<string, string> {
  const isEmptyLog = (name: string) => name === 'keepfold.db-wal' && statSync(wal(path)).size === 0;
  const names = filesBelow(path).filter((name) => !UPKEEP.includes(name) && !isEmptyLog(name));
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(path, name)))
      .digest('hex');
  return Object.fromEntries(names.map((name) => [name, sum(name)]));
}

describe('a dry run of recover, of what a kill left', { timeout: 60_000 }, () => {
  it.each([
    ['a sound database', () => undefined, [], 0],
    ['a sound database, by force', () => undefined, ['--force'], 0],
    ['a database that has forgotten what was newest', (path: string) => rmSync(wal(path)), [], 1],
    ['no database', removeDatabaseOf, [], 0],
    ['a damaged database', (path: string) => writeFileSync(db(path), 'no database at all'), [], 0],
    ['a journal whose last line is torn', (path: string) => tear(join(path, 'heads.journal')), [], 0],
  ] as const)('leaves every byte as it is: %s', async (_what, harm, options, exitCode) => {
    const { path } = await killedFolder();
    harm(path);
    mkdirSync(join(path, 'tmp'), { recursive: true });
    writeFileSync(join(path, 'tmp/object-1'), 'half of an object');
    const before = contentOf(path);
    const words = ['recover', '--dry-run', '--yes', ...options];
    const { code, out, err } = await runTyped(words, { dataDir: path, cwd: path });
    expect({ code, err, out }).toEqual({ code: exitCode, err: '', out: expect.stringMatching(/./) });
    expect(contentOf(path)).toEqual(before);
  });
});

function tear(path: string): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, -7));
}
