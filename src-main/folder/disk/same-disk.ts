import { access, readFile, realpath, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from './disk-error.ts';
import { diskKindOf, fsTypeOfNumber, mountOf } from './disk-kind.ts';

/**
 * Whether both folders fail together: they are on one volume, or on two of the same disk where the system tells which
 * disk a volume is on. Null: one of them is missing or cannot be examined.
 */
export async function areOnOneDisk(one: string, other: string): Promise<boolean | null> {
  try {
    const [first, second] = await Promise.all([stat(one), stat(other)]);
    if (first.dev === second.dev) return true;
    const [firstDisk, secondDisk] = await Promise.all([diskOf(one, first.dev), diskOf(other, second.dev)]);
    return firstDisk !== null && firstDisk === secondDisk;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null;
  }
}

/**
 * Whether the folder is in memory, so that it is gone when the computer is switched off. A RAM disk that the system
 * does not tell from other disks counts as one. Null: it is missing or cannot be examined.
 */
export async function isInMemory(path: string): Promise<boolean | null> {
  const found = await unlessMissing(statfs(path));
  return found === null ? null : diskKindOf(fsTypeOfNumber(found.type)).isMemory;
}

/** Path at which Linux describes the disk of a volume; null where it does not. */
async function diskOf(path: string, device: number): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  const block = majorOf(device) === 0 ? await mountedDevice(path) : device;
  if (block === null) return null;
  const volume = await unlessMissing(realpath(`/sys/dev/block/${majorOf(block)}:${minorOf(block)}`));
  if (volume === null) return null;
  const isPartition = (await unlessMissing(access(join(volume, 'partition')))) !== null;
  return isPartition ? dirname(volume) : volume;
}

/** File systems with subvolumes give each a number; the disk is the mounted one. */
async function mountedDevice(path: string): Promise<number | null> {
  const source = mountOf(await readFile('/proc/self/mountinfo', 'utf8'), await realpath(path))?.source ?? '';
  if (!source.startsWith('/dev/')) return null;
  return (await unlessMissing(stat(source)))?.rdev ?? null;
}

/** Null when the path does not exist. */
async function unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null;
  }
}

/** Linux packs the two numbers of a device into one. */
const majorOf = (device: number): number => Math.floor(device / 2 ** 8) % 2 ** 12;
const minorOf = (device: number): number => (device % 2 ** 8) + Math.floor(device / 2 ** 20) * 2 ** 8;
