import { DISK, type FileOps, type WritableFile } from '../../src-main/store/backend/disk/file-ops.ts';

/** A disk whose calls fail when a test says so. Failing writes leave half of their bytes behind. */
export interface FailingDisk {
  readonly ops: FileOps;
  /** What fails from now on; null heals the disk. The step is `create`, `write`, `sync` …; `call` counts from 1. */
  failWhen(decide: ((step: string, call: number) => string | null) | null): void;
  calls(): number;
}

export function createFailingDisk(): FailingDisk {
  let decide: ((step: string, call: number) => string | null) | null = null;
  let calls = 0;

  function failure(step: string): Error | null {
    calls += 1;
    const code = decide?.(step, calls) ?? null;
    return code === null ? null : Object.assign(new Error(`${code}: injected, ${step}`), { code });
  }

  async function attempt<T>(step: string, work: () => Promise<T>): Promise<T> {
    const error = failure(step);
    if (error !== null) throw error;
    return work();
  }

  function failing(file: WritableFile): WritableFile {
    return {
      sizeBytes: () => attempt('sizeBytes', () => file.sizeBytes()),
      write: async (bytes, position) => {
        const error = failure('write');
        if (error === null) return file.write(bytes, position);
        await file.write(bytes.subarray(0, bytes.length >> 1), position);
        throw error;
      },
      sync: () => attempt('sync', () => file.sync()),
      close: async () => {
        await file.close();
        return attempt('close', async () => undefined);
      },
    };
  }

  return {
    ops: {
      create: (path) => attempt('create', async () => failing(await DISK.create(path))),
      openExisting: (path) => attempt('openExisting', async () => failing(await DISK.openExisting(path))),
      rename: (from, to) => attempt('rename', () => DISK.rename(from, to)),
      makeFolder: (path) => attempt('makeFolder', () => DISK.makeFolder(path)),
      syncFolder: (path) => attempt('syncFolder', () => DISK.syncFolder(path)),
      list: (path) => attempt('list', () => DISK.list(path)),
      remove: (path) => attempt('remove', () => DISK.remove(path)),
      freeBytes: (folder) => attempt('freeBytes', () => DISK.freeBytes(folder)),
    },
    failWhen: (next) => {
      decide = next;
      calls = 0;
    },
    calls: () => calls,
  };
}
