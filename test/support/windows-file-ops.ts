import {
  DISK,
  type FileOps,
  NAMES,
  type NameOps,
  type WritableFile,
} from '../../src-main/store/backend/disk/file-ops.ts';

/** A disk with Windows' rules for files that are open. */
export interface WindowsDisk {
  readonly ops: FileOps;
  /** The same disk, for what is done at once. */
  readonly names: NameOps;
  /** Another program opens the file, without leave to replace or remove it. */
  holdElsewhere(path: string): void;
  letGo(path: string): void;
  /** How often something was refused because the file is open. */
  refusals(): number;
}

/** The disk below, but no file that is open can be replaced, and none that another program holds moved or removed. */
export function createWindowsDisk(): WindowsDisk {
  /** Where each file is that is open here, which follows it when it is renamed. */
  const openHere = new Set<{ path: string }>();
  const elsewhere = new Set<string>();
  let refusals = 0;

  function refuse(code: 'EBUSY' | 'EPERM', isRefused: boolean): void {
    if (!isRefused) return;
    refusals += 1;
    throw Object.assign(new Error(`${code}: injected`), { code });
  }

  const isOpen = (path: string) => elsewhere.has(path) || [...openHere].some((open) => open.path === path);

  function refuseRename(from: string, to: string): void {
    refuse('EBUSY', elsewhere.has(from));
    refuse('EPERM', isOpen(to));
  }

  function opened(file: WritableFile, path: string): WritableFile {
    const open = { path };
    openHere.add(open);
    return {
      sizeBytes: () => file.sizeBytes(),
      write: (bytes, position) => file.write(bytes, position),
      sync: () => file.sync(),
      close: async () => {
        await file.close();
        openHere.delete(open);
      },
    };
  }

  return {
    ops: {
      ...DISK,
      create: async (path) => opened(await DISK.create(path), path),
      openExisting: async (path) => opened(await DISK.openExisting(path), path),
      rename: async (from, to) => {
        refuseRename(from, to);
        await DISK.rename(from, to);
        for (const open of openHere) if (open.path === from) open.path = to;
      },
      remove: async (path) => {
        refuse('EBUSY', elsewhere.has(path));
        await DISK.remove(path);
      },
    },
    names: {
      rename: (from, to) => {
        refuseRename(from, to);
        NAMES.rename(from, to);
      },
      remove: (path) => {
        refuse('EBUSY', elsewhere.has(path));
        NAMES.remove(path);
      },
    },
    holdElsewhere: (path) => void elsewhere.add(path),
    letGo: (path) => void elsewhere.delete(path),
    refusals: () => refusals,
  };
}
