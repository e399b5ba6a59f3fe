import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { fromPackage, takeFilesAsTheyAre } from '../../core/plain-files.ts';
import type { DirListing } from '../../folder/ports.ts';
import { DiskReader } from '../../folder/scan/disk-reader.ts';
import { ThreadWatcher } from '../../folder/watch/thread-watcher.ts';
import { DISK } from '../../store/backend/disk/file-ops.ts';
import { resourcesDir } from '../version.ts';

/** A file and its name survive power loss, as far as the disk of temporary files says so. */
export async function tryDurableFile(folder: string): Promise<string> {
  makeFolder(folder);
  const [first, last] = [join(folder, 'first'), join(folder, 'last')];
  const file = await DISK.create(first);
  await file.write(Buffer.from('kept'), 0);
  await file.sync();
  await file.close();
  await DISK.rename(first, last);
  await DISK.syncFolder(folder);
  if (readFileSync(last, 'utf8') !== 'kept') throw new Error('a file does not hold what was written');
  return 'written, synced and renamed';
}

/** New files get their names by a hard link where there are any. */
export async function tryHardLink(folder: string): Promise<string> {
  makeFolder(folder);
  writeFileSync(join(folder, 'one'), '');
  await link(join(folder, 'one'), join(folder, 'other'));
  return 'made';
}

/** A new file in a watched folder is noticed. */
export async function tryWatcher(folder: string): Promise<string> {
  makeFolder(folder);
  const { promise: noticed, resolve, reject } = Promise.withResolvers<void>();
  const watch = new ThreadWatcher({ ignoreDefaults: '' }).watch(folder, '', {
    ready: () => writeFileSync(join(folder, 'new'), ''),
    dirty: () => resolve(),
    everything: () => resolve(),
    degraded: (reason) => reject(new Error(`the system refuses to watch: ${reason}`)),
  });
  const startMs = performance.now();
  await noticed.finally(() => watch.close());
  return `noticed after ${Math.ceil(performance.now() - startMs)} ms`;
}

/**
 * In Electron `*.asar` files are archives unless that is switched off. This switches it off for the rest of the life of
 * this thread, as the service does.
 */
export async function tryArchives(folder: string): Promise<string> {
  takeFilesAsTheyAre(process);
  makeFolder(folder);
  const files = { 'text.asar': Buffer.from('only text'), 'archive.asar': emptyArchive() };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const sizes = await listedSizes(folder);
  for (const [name, bytes] of Object.entries(files)) {
    if (!lstatSync(join(folder, name)).isFile()) throw new Error(`${name} is no file to the service`);
    if (!readFileSync(join(folder, name)).equals(bytes)) throw new Error(`${name} holds something else`);
    if (sizes.get(name) !== bytes.length)
      throw new Error(`${name} is no file to the thread that reads folders`);
  }
  const own = fromPackage(process, () => readFileSync(join(resourcesDir(), 'ignore-defaults.txt')));
  if (own.length === 0) throw new Error('a file of the program is empty');
  return 'plain files, and the program reads its own';
}

/** An empty archive: lengths of the parts of its header, then the header as JSON. */
function emptyArchive(): Buffer {
  const json = Buffer.from('{"files":{}}');
  const lengths = [4, json.length + 8, json.length + 4, json.length];
  const header = Buffer.alloc(16);
  for (const [index, length] of lengths.entries()) header.writeUInt32LE(length, 4 * index);
  return Buffer.concat([header, json]);
}

/** Sizes of the files as linked folders would list them. */
async function listedSizes(folder: string): Promise<ReadonlyMap<string, number>> {
  const reader = new DiskReader({ root: folder, ignoreDefaults: '' });
  const everything = { dirs: [''], trees: [], ignoreText: '', excluded: [], root: null };
  const sizes = new Map<string, number>();
  try {
    for await (const listings of reader.list(everything)) noteSizes(listings, sizes);
    return sizes;
  } finally {
    await reader.close();
  }
}

function noteSizes(listings: readonly DirListing[], sizes: Map<string, number>): void {
  for (const { name, isDir, sizeBytes } of listings.flatMap(({ entries }) => entries))
    if (!isDir) sizes.set(name, sizeBytes);
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}
