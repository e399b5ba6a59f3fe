import type { FileSystem, WritableFile } from '../../src-main/folder/disk/file-system.ts';
import type { SimDisk } from './sim-disk.ts';
import { OWN_NAME, type SimNode, systemError } from './sim-node.ts';

/** Does a step of a call, at once or when its turn comes; may fail instead, before or after it was done. */
export type FileSystemStep = <T>(call: string, path: string, work: () => T) => Promise<T>;

const MASK = 0o022;

/** A file system on a simulated disk. */
export function createSimFileSystem(disk: SimDisk, step: FileSystemStep): FileSystem {
  return {
    space: async () => ({ freeBytes: Number.POSITIVE_INFINITY, totalBytes: 0 }),
    lstat: (path) =>
      step('lstat', path, () => {
        const node = disk.node(path, 'engine');
        node.isWrittenUnseen = false;
        // Under a name of our own its time of change is that of the rename, and tells nothing of an edit.
        if (!OWN_NAME.test(path)) node.isEditedUnseen = false;
        return disk.lstat(path, 'engine');
      }),
    names: (path) => step('names', path, () => disk.names(path, 'engine')),
    create: (path, mode) =>
      step('create', path, () =>
        handFile({ disk, node: disk.create('engine', 'file', path, mode & ~MASK), path, step }),
      ),
    rename: (from, to) => step('rename', to, () => disk.rename('engine', from, to)),
    link: (from, to) => step('link', to, () => disk.link('engine', from, to)),
    unlink: (path) => step('unlink', path, () => disk.unlink('engine', path)),
    makeFolder: (path) =>
      step('mkdir', path, () => {
        disk.create('engine', 'dir', path, 0o777 & ~MASK);
      }),
    removeFolder: (path) => step('rmdir', path, () => disk.removeFolder('engine', path)),
    setMode: (path, mode) =>
      step('chmod', path, () => {
        disk.readable(path, 'engine');
        disk.setMode('engine', path, mode);
      }),
    syncFolder: (path) => step('fsyncdir', path, () => disk.syncFolder(path)),
  };
}

interface OpenFile {
  readonly disk: SimDisk;
  readonly node: SimNode;
  readonly path: string;
  readonly step: FileSystemStep;
}

function handFile({ disk, node, path, step }: OpenFile): WritableFile {
  let isOpen = true;
  node.handles++;
  const requireOpen = () => {
    if (!isOpen) throw systemError('EBADF', path);
  };
  return {
    write: (bytes) =>
      step('write', path, () => {
        requireOpen();
        disk.setBytes('engine', node, Buffer.concat([node.bytes, bytes]), null);
      }),
    setMtime: (mtimeMs) =>
      step('utimes', path, () => {
        requireOpen();
        disk.setMtime('engine', node, mtimeMs);
      }),
    stat: () => step('fstat', path, () => disk.statOf(node)),
    sync: () => step('fsync', path, () => disk.durability.syncFile(node)),
    close: () =>
      step('close', path, () => {
        requireOpen();
        isOpen = false;
        node.handles--;
      }),
  };
}
