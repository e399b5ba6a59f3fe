import { joinPath } from '../../src-main/core/folder/folder-entry.ts';
import type {
  FileSystemStat,
  FsReader,
  OpenedFile,
  OpenedFolder,
} from '../../src-main/folder/disk/file-system.ts';
import type { SimDisk } from './sim-disk.ts';
import { type SimNode, systemError } from './sim-node.ts';

/** Called before every call: may change the disk, and throws what the call then fails with. */
export type CallHook = (call: string, path: string) => void;

/** Small, so that files of some tens of bytes take several calls and may change between two of them. */
const PIECE_BYTES = 8;

/** Reads a simulated disk. */
export function createSimFsReader(disk: SimDisk, hook: CallHook): FsReader {
  return {
    lstat(path) {
      hook('lstat', path);
      return disk.lstat(path, 'engine');
    },
    openFolder(path) {
      hook('lstat', path);
      const stat = disk.lstat(path, 'engine');
      if (stat.kind !== 'dir') throw systemError('ENOTDIR', path);
      return openFolder(disk, { path, stat }, hook);
    },
    open(path) {
      hook('open', path);
      return openFile(disk, disk.readable(path, 'engine'), path, hook);
    },
  };
}

/** By its path, unlike a real one: that it was exchanged meanwhile shows in `isInPlace`. */
function openFolder(
  disk: SimDisk,
  { path, stat }: { path: string; stat: FileSystemStat },
  hook: CallHook,
): OpenedFolder {
  const lstat = (at: string) => {
    hook('lstat', at);
    return disk.lstat(at, 'engine');
  };
  return {
    stat,
    names() {
      hook('names', path);
      return disk.names(path, 'engine').map((name) => ({ name, isUtf8: true }));
    },
    lstat: (name) => lstat(joinPath(path, name)),
    isInPlace() {
      const { kind, inode, device } = lstat(path);
      return kind === 'dir' && inode === stat.inode && device === stat.device;
    },
  };
}

function openFile(disk: SimDisk, node: SimNode, path: string, hook: CallHook): OpenedFile {
  let offset = 0;
  node.handles++;
  return {
    stat() {
      hook('fstat', path);
      return disk.statOf(node);
    },
    read(into) {
      hook('read', path);
      if (node.kind === 'dir') throw systemError('EISDIR', path);
      const end = offset + Math.min(into.length, PIECE_BYTES);
      const got = node.bytes.copy(into, 0, offset, end);
      offset += got;
      return got;
    },
    close() {
      node.handles--;
    },
  };
}
