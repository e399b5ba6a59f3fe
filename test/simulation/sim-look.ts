import type { LookFile, LookFileSystem } from '../../src-main/folder/file-system.ts';
import type { SimDisk } from './sim-disk.ts';
import { type SimNode, systemError } from './sim-node.ts';

/** Called before every call: may change the disk, and throws what the call then fails with. */
export type CallHook = (call: string, path: string) => void;

/** Small, so that files of some tens of bytes take several calls and may change between two of them. */
const PIECE_BYTES = 8;

/** Eyes on a simulated disk. */
export function createSimLook(disk: SimDisk, hook: CallHook): LookFileSystem {
  return {
    lstat(path) {
      hook('lstat', path);
      return disk.lstat(path);
    },
    names(path) {
      hook('names', path);
      return disk.names(path).map((name) => ({ name, isUtf8: true }));
    },
    open(path) {
      hook('open', path);
      return openFile(disk, disk.readable(path), path, hook);
    },
  };
}

function openFile(disk: SimDisk, node: SimNode, path: string, hook: CallHook): LookFile {
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
