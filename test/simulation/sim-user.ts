import { joinPath } from '../../src-main/core/folder/folder-entry.ts';
import type { SimDisk } from './sim-disk.ts';
import { OWN_NAME, type SimNode, systemError } from './sim-node.ts';

/** A file that a program has open, whatever becomes of its name. */
export interface UserFile {
  append(bytes: Buffer): void;
  close(): void;
}

/** What people and their programs do with a simulated disk. Errors are those of the system. */
export class SimUser {
  readonly #disk: SimDisk;

  constructor(disk: SimDisk) {
    this.#disk = disk;
  }

  /** Writes over the file in place, or makes it. */
  write(path: string, bytes: Buffer): void {
    this.#disk.setBytes('user', this.#writable(path), bytes, path);
  }

  append(path: string, bytes: Buffer): void {
    const node = this.#existingFile(path);
    this.#disk.setBytes('user', node, Buffer.concat([node.bytes, bytes]), path);
  }

  truncate(path: string, length: number): void {
    const node = this.#existingFile(path);
    const bytes = Buffer.concat([node.bytes, Buffer.alloc(Math.max(0, length - node.bytes.length))]);
    this.#disk.setBytes('user', node, bytes.subarray(0, length), path);
  }

  /** Other content of the same size and with the same time: only the time of change tells. */
  editUnseen(path: string, bytes: Buffer): void {
    const node = this.#existingFile(path);
    const { mtimeMs, ctimeMs } = node;
    this.#disk.setBytes('user', node, bytes, path);
    this.#disk.setMtime('user', node, mtimeMs);
    // A clock that was set back may show the very time of the last change once more, which no stat can tell.
    const { clock, tickMs } = this.#disk.options;
    if (node.ctimeMs === ctimeMs && clock.hasGoneBack === true) node.ctimeMs += Math.max(1, tickMs);
    node.isEditedUnseen = true;
  }

  touch(path: string, mtimeMs: number): void {
    this.#disk.setMtime('user', this.#disk.node(path), mtimeMs);
    for (const listener of this.#disk.listeners) listener.after?.('user', 'utimes', [path]);
  }

  /** As editors save: a new file takes the place of the old one. */
  save(path: string, bytes: Buffer): void {
    const fresh = `${path}.part`;
    this.#disk.setBytes('user', this.#disk.create('user', 'file', fresh, 0o644), bytes, fresh);
    this.#disk.rename('user', fresh, path);
  }

  open(path: string): UserFile {
    const node = this.#existingFile(path);
    node.handles++;
    return {
      append: (bytes) => {
        const path = this.pathOf(node);
        this.#disk.setBytes('user', node, Buffer.concat([node.bytes, bytes]), path);
        if (path !== null && OWN_NAME.test(path)) node.isWrittenUnseen = true;
      },
      close: () => {
        node.handles--;
      },
    };
  }

  makeFolder(path: string): void {
    this.#disk.create('user', 'dir', path, 0o755);
  }

  makeLink(path: string, target: string): void {
    this.#disk.create('user', 'link', path, 0o777).bytes = Buffer.from(target);
  }

  makeFifo(path: string): void {
    this.#disk.create('user', 'other', path, 0o644);
  }

  link(from: string, to: string): void {
    this.#disk.link('user', from, to);
  }

  rename(from: string, to: string): void {
    this.#disk.rename('user', from, to);
  }

  unlink(path: string): void {
    this.#disk.unlink('user', path);
  }

  removeFolder(path: string): void {
    this.#disk.removeFolder('user', path);
  }

  /** As `rm -rf`. */
  removeTree(path: string): void {
    if (this.#disk.node(path).kind !== 'dir') {
      this.#disk.unlink('user', path);
      return;
    }
    for (const name of this.#disk.names(path)) this.removeTree(joinPath(path, name));
    if (path !== '') this.#disk.removeFolder('user', path);
  }

  setMode(path: string, mode: number): void {
    this.#disk.setMode('user', path, mode);
  }

  /** A name of the thing, if it has one. */
  pathOf(node: SimNode, dir: SimNode = this.#disk.root, path = ''): string | null {
    for (const entry of dir.entries.values()) {
      const here = joinPath(path, entry.name);
      if (entry.node === node) return here;
      const below = entry.node.kind === 'dir' ? this.pathOf(node, entry.node, here) : null;
      if (below !== null) return below;
    }
    return null;
  }

  #writable(path: string): SimNode {
    try {
      return this.#existingFile(path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      return this.#disk.create('user', 'file', path, 0o644);
    }
  }

  #existingFile(path: string): SimNode {
    const node = this.#disk.node(path);
    if (node.kind === 'dir') throw systemError('EISDIR', path);
    if (node.kind !== 'file') throw systemError('ELOOP', path);
    if ((node.mode & 0o200) === 0) throw systemError('EACCES', path);
    return node;
  }
}
