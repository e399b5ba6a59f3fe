import { type BigIntStats, fstatSync, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, lstat } from 'node:fs/promises';

/** The fields of a system's stat that are used. */
export type SystemStat = Pick<
  Stats,
  'dev' | 'ino' | 'size' | 'mtimeMs' | 'ctimeMs' | 'mode' | 'isFile' | 'isDirectory' | 'isSymbolicLink'
>;

/** NTFS has file numbers of 64 bits, and rounding makes neighbours equal; other systems have shorter ones. */
const IS_LONG = process.platform === 'win32';

export function lstatOf(path: string): SystemStat {
  return IS_LONG ? numbered(lstatSync(path, { bigint: true })) : lstatSync(path);
}

export function fstatOf(descriptor: number): SystemStat {
  return IS_LONG ? numbered(fstatSync(descriptor, { bigint: true })) : fstatSync(descriptor);
}

/** As `lstatOf`, without blocking. */
export async function lstatSoon(path: string): Promise<SystemStat> {
  return IS_LONG ? numbered(await lstat(path, { bigint: true })) : lstat(path);
}

export async function statOfHandle(handle: FileHandle): Promise<SystemStat> {
  return IS_LONG ? numbered(await handle.stat({ bigint: true })) : handle.stat();
}

/**
 * Converts to numbers, as the system gives them without `bigint`. Of the file number only the lowest 53 bits: on NTFS
 * these are the place of its record, unique at any time, and its use count modulo 32.
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

/** With the same fraction as Node's own, so that times compare equal to recorded ones. */
function millisecondsOf(timeNs: bigint): number {
  const nanoseconds = ((timeNs % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return Number((timeNs - nanoseconds) / 1_000_000n) + Number(nanoseconds) / 1_000_000;
}
