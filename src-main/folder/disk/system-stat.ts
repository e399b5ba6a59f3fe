import { type BigIntStats, fstatSync, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';

/** What is wanted of the stat of a system. */
export type SystemStat = Pick<
  Stats,
  'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs' | 'mode' | 'isFile' | 'isDirectory' | 'isSymbolicLink'
>;

/** NTFS has numbers of 64 bits, of which neighbours are the same once they are rounded; no other system has such long ones. */
const IS_LONG = process.platform === 'win32';

export function lstatOf(path: string): SystemStat {
  return IS_LONG ? numbered(lstatSync(path, { bigint: true })) : lstatSync(path);
}

export function fstatOf(descriptor: number): SystemStat {
  return IS_LONG ? numbered(fstatSync(descriptor, { bigint: true })) : fstatSync(descriptor);
}

/** As `lstatOf`, where nothing may wait. */
export async function lstatSoon(path: string): Promise<SystemStat> {
  return IS_LONG ? numbered(await lstat(path, { bigint: true })) : lstat(path);
}

export async function statOfHandle(handle: FileHandle): Promise<SystemStat> {
  return IS_LONG ? numbered(await handle.stat({ bigint: true })) : handle.stat();
}

/**
 * In numbers, as the system gives them without `bigint` where they are exact. Of the file's number the lowest 53 bits: on
 * NTFS that is the place of its record, which no two files have at once, and how often that was used before, modulo 32.
 */
export function numbered(stat: BigIntStats): SystemStat {
  return {
    dev: Number(stat.dev),
    ino: Number(BigInt.asUintN(53, stat.ino)),
    size: Number(stat.size),
    mtimeMs: millisecondsOf(stat.mtimeNs),
    ctimeMs: millisecondsOf(stat.ctimeNs),
    mode: Number(stat.mode),
    isFile: () => stat.isFile(),
    isDirectory: () => stat.isDirectory(),
    isSymbolicLink: () => stat.isSymbolicLink(),
  };
}

/** With the fraction that Node gives, so that times compare with those that were noted before. */
function millisecondsOf(timeNs: bigint): number {
  const nanoseconds = ((timeNs % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return Number((timeNs - nanoseconds) / 1_000_000n) + Number(nanoseconds) / 1_000_000;
}
