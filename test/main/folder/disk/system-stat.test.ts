import { type BigIntStats, lstatSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { numbered } from '../../../../src-main/folder/disk/system-stat.ts';
import { temporaryDataFolder } from '../../../support/disk-store.ts';

const bigStat = (path: string) => lstatSync(path, { bigint: true });

/** The stat of this file, but with another number. */
function withNumber(ino: bigint): BigIntStats {
  return Object.assign(bigStat(import.meta.filename), { ino });
}

/** How NTFS numbers files: the place of the record, and in 16 bits above how often it was used. */
const ntfs = (record: bigint, used: bigint) => (used << 48n) + record;

describe('the number of a file', () => {
  it('is another for neighbours on NTFS, however often their records were used', () => {
    for (const used of [1n, 31n, 32n, 33n, 1_000n, 65_535n]) {
      const records = Array.from({ length: 1_000 }, (_, at) => 500_000n + BigInt(at));
      const numbers = records.map((record) => numbered(withNumber(ntfs(record, used))).ino);
      expect(new Set(numbers).size).toBe(1_000);
      expect(numbers.every(Number.isSafeInteger)).toBe(true);
    }
  });

  it('is another for the next file in the same record', () => {
    expect(numbered(withNumber(ntfs(77n, 40n))).ino).not.toBe(numbered(withNumber(ntfs(77n, 41n))).ino);
  });

  it('is the one that the system gives where that is exact', () => {
    expect(numbered(withNumber(ntfs(77n, 31n))).ino).toBe(Number(ntfs(77n, 31n)));
  });
});

it('says otherwise what the system says in numbers, to the fraction of a millisecond', () => {
  const folder = temporaryDataFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, 'file');
  writeFileSync(path, 'content');
  for (const time of [1_700_000_000.123_456, 0.5, -1.25, -0.000_5]) {
    utimesSync(path, time, time);
    const { dev, ino, size, mtimeMs, ctimeMs, mode } = lstatSync(path);
    expect(numbered(bigStat(path))).toMatchObject({ dev, ino, size, mtimeMs, ctimeMs, mode });
    expect(numbered(bigStat(path)).isFile()).toBe(true);
    expect(numbered(bigStat(path)).isDirectory()).toBe(false);
  }
});
