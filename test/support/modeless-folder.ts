import { NO_MODE } from '../../src-main/core/folder/folder-entry.ts';
import type { LinkedFoldersDependencies } from '../../src-main/folder/control/linked-folders-setup.ts';
import type { FileSystem, FileSystemStat, WritableFile } from '../../src-main/folder/disk/file-system.ts';
import { createNodeFileSystem } from '../../src-main/folder/disk/node-file-system.ts';
import type { DirListing, FolderReader } from '../../src-main/folder/ports.ts';
import { DiskReader } from '../../src-main/folder/scan/disk-reader.ts';

const modeless = (stat: FileSystemStat): FileSystemStat => ({ ...stat, mode: NO_MODE });

/** A file system that knows of no modes, as on Windows, and refuses to set one. */
function modelessFileSystem(root: string): FileSystem {
  const fileSystem = createNodeFileSystem(root);
  const file = (made: WritableFile): WritableFile => ({
    write: (bytes) => made.write(bytes),
    setMtime: (mtimeMs) => made.setMtime(mtimeMs),
    stat: async () => modeless(await made.stat()),
    sync: () => made.sync(),
    close: () => made.close(),
  });
  return {
    ...fileSystem,
    lstat: async (path) => modeless(await fileSystem.lstat(path)),
    create: async (path) => file(await fileSystem.create(path, 0o600)),
    setMode: () => Promise.reject(Object.assign(new Error('EPERM: injected'), { code: 'EPERM' })),
  };
}

/** What a world of linked folders needs to be on such a disk. */
export function modelessDisk(ignoreDefaults: string): Partial<LinkedFoldersDependencies> {
  const strip = (listing: DirListing): DirListing => ({
    ...listing,
    entries: listing.entries.map((entry) => ({ ...entry, mode: NO_MODE })),
  });
  const openReader = (root: string): FolderReader => {
    const reader = new DiskReader({ root, ignoreDefaults });
    return {
      root: () => reader.root(),
      ignoreText: () => reader.ignoreText(),
      list: async function* (request) {
        for await (const listings of reader.list(request)) yield listings.map(strip);
      },
      read: (files, fileKey) => reader.read(files, fileKey),
      prepare: () => reader.prepare(),
      close: () => reader.close(),
    };
  };
  return { openReader, openFileSystem: modelessFileSystem };
}
