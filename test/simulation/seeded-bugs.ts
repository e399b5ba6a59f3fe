import type { Library } from '../../src-main/core/library/library.ts';
import { codeOf } from '../../src-main/folder/disk/disk-error.ts';
import type { FileSystem, FileSystemStat, FsReader } from '../../src-main/folder/disk/file-system.ts';
import type { FolderIndex, Timers } from '../../src-main/folder/ports.ts';
import type { LibraryObjects, ObjectStore } from '../../src-main/store/objects/object-store.ts';
import type { Tables } from '../../src-main/store/sqlite/tables.ts';
import type { Sabotage } from './sabotage.ts';
import { OWN_NAME } from './sim-node.ts';

/** The mistakes that a program like this is most likely to make. */
export const SEEDED_BUGS: Readonly<Record<string, Sabotage>> = {
  'overwrites a file that was never scanned': { fileSystem: trustingFileSystem },
  'renames over a new file': {
    fileSystem: (fileSystem) => ({ ...fileSystem, link: overwritingLink(fileSystem) }),
  },
  'takes what it may not read for deleted': { reader: blindReader },
  'records what it failed to delete': { fileSystem: boastfulFileSystem },
  'never syncs a folder': {
    fileSystem: (fileSystem) => ({ ...fileSystem, syncFolder: async () => undefined }),
  },
  'moves the head before the blocks are safe': { isFlushLazy: true },
  'collects what only history needs': { tables: forgetfulTables },
  'collects what an upload just stored': { store: carelessStore },
  'commits its own writes': { index: (index) => ({ ...index, apply: forgetfulApply(index) }) },
  'overwrites a name in other letters': { fileSystem: caseBlindFileSystem },
  'gives a commit an id that is taken': { tables: headOnlyTables, store: commitBlindStore },
  'follows deletions of others unasked': { isHasty: true },
  'misses a change and never looks again': { isDeaf: true, timers: impatientTimers },
};

/** Every file is what it was when it was first asked about. */
function trustingFileSystem(fileSystem: FileSystem): FileSystem {
  const known = new Map<string, FileSystemStat>();
  return {
    ...fileSystem,
    lstat: async (path) => {
      const stat = await fileSystem.lstat(path);
      const lie = known.get(path) ?? stat;
      known.set(path, lie);
      return lie;
    },
    rename: async (from, to) => {
      await fileSystem.rename(from, to);
      const stat = known.get(from);
      known.delete(from);
      if (stat === undefined) known.delete(to);
      else known.set(to, stat);
    },
    link: async (from, to) => {
      await fileSystem.link(from, to);
      known.delete(to);
    },
  };
}

function overwritingLink(fileSystem: FileSystem): FileSystem['link'] {
  return async (from, to) => {
    try {
      await fileSystem.link(from, to);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      await fileSystem.unlink(to);
      await fileSystem.link(from, to);
    }
  };
}

function blindReader(reader: FsReader): FsReader {
  return {
    ...reader,
    openFolder: (path) => {
      const folder = reader.openFolder(path);
      const names = () => {
        try {
          return folder.names();
        } catch (error) {
          if (codeOf(error) === 'EACCES') return [];
          throw error;
        }
      };
      return { ...folder, names };
    },
  };
}

/** What cannot be displaced is said to be. */
function boastfulFileSystem(fileSystem: FileSystem): FileSystem {
  const imagined = new Map<string, FileSystemStat>();
  return {
    ...fileSystem,
    rename: async (from, to) => {
      try {
        await fileSystem.rename(from, to);
      } catch (error) {
        if (!OWN_NAME.test(to)) throw error;
        imagined.set(to, await fileSystem.lstat(from));
      }
    },
    lstat: async (path) => imagined.get(path) ?? fileSystem.lstat(path),
    unlink: async (path) => {
      if (!imagined.delete(path)) await fileSystem.unlink(path);
    },
  };
}

/** Garbage collection takes retention for shorter than it is. */
function forgetfulTables(tables: Tables): Tables {
  const shortened = <T extends Library | null>(library: T): T =>
    library === null ? library : { ...library, keepDays: 0 };
  const { libraryTable } = tables;
  return {
    ...tables,
    libraryTable: {
      ...libraryTable,
      all: () => libraryTable.all().map(shortened),
      find: (id) => shortened(libraryTable.find(id)),
    },
  };
}

/** No commit is known but the head. */
function headOnlyTables(tables: Tables): Tables {
  const { historyTable, libraryTable } = tables;
  return {
    ...tables,
    historyTable: {
      ...historyTable,
      find: (libraryId, id) =>
        libraryTable.find(libraryId)?.headId === id ? historyTable.find(libraryId, id) : null,
    },
  };
}

/** Nobody asks the store whether a commit is there. */
function commitBlindStore(store: ObjectStore): ObjectStore {
  return changedStore(store, (objects) => ({
    has: (kind, id) => kind !== 'commit' && objects.has(kind, id),
  }));
}

/** Whatever is stored is old enough to go. */
function carelessStore(store: ObjectStore): ObjectStore {
  return changedStore(store, (objects) => ({
    list: () => [...objects.list()].map((object) => ({ ...object, storedAtSeconds: 0 })),
    remove: (names) => objects.remove(names, { lastReferencedBeforeSeconds: Number.MAX_SAFE_INTEGER }),
  }));
}

function changedStore(
  store: ObjectStore,
  changes: (objects: LibraryObjects) => Partial<LibraryObjects>,
): ObjectStore {
  const changed = (objects: LibraryObjects): LibraryObjects => ({
    has: (kind, id) => objects.has(kind, id),
    sizeOf: (kind, id) => objects.sizeOf(kind, id),
    fileBytes: () => objects.fileBytes(),
    read: (kind, id, options) => objects.read(kind, id, options),
    writeOut: (files) => objects.writeOut(files),
    write: (kind, id, bytes) => objects.write(kind, id, bytes),
    writeHashed: (object) => objects.writeHashed(object),
    touch: (kind, id) => objects.touch(kind, id),
    add: (block, expectedId) => objects.add(block, expectedId),
    flush: () => objects.flush(),
    list: () => objects.list(),
    damaged: () => objects.damaged(),
    remove: (names, options) => objects.remove(names, options),
    compact: (options) => objects.compact(options),
    ...changes(objects),
  });
  return {
    library: (id) => changed(store.library(id)),
    acceptContent: (sizeBytes) => store.acceptContent(sizeBytes),
    removeLibrary: (id) => store.removeLibrary(id),
    close: () => store.close(),
  };
}

/** Forgets what was written to the folder. */
function forgetfulApply(index: FolderIndex): FolderIndex['apply'] {
  return (folderKey, update) => {
    const isOwn = update.moved !== undefined;
    index.apply(folderKey, isOwn ? { ...update, put: update.put.filter((row) => row.isDir) } : update);
  };
}

/** A name in other letters is not there, and what has it is no reason to stop. */
function caseBlindFileSystem(fileSystem: FileSystem): FileSystem {
  return {
    ...fileSystem,
    link: overwritingLink(fileSystem),
    lstat: async (path) => {
      const stat = await fileSystem.lstat(path);
      const slash = path.lastIndexOf('/');
      const names = path === '' ? [''] : await fileSystem.names(path.slice(0, Math.max(0, slash)));
      if (!names.includes(path.slice(slash + 1))) {
        throw Object.assign(new Error(`ENOENT: ${path} has other letters`), { code: 'ENOENT' });
      }
      return stat;
    },
  };
}

/** Nobody waits for the full rescan. */
function impatientTimers(timers: Timers): Timers {
  const longestMs = 45_000;
  return { after: (delayMs, work) => (delayMs > longestMs ? () => undefined : timers.after(delayMs, work)) };
}
