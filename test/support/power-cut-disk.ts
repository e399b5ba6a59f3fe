import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FolderCall } from './data-folder-calls.ts';
import { bytesOf, type TracedCall } from './strace-log.ts';

/** What was done to a file's content and not yet synced. */
export type ContentChange =
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'resize'; readonly sizeBytes: number };

/** What was done to the names in a folder and not yet synced; the names of one change come and go together. */
export interface NameChange {
  readonly names: readonly { readonly name: string; readonly node: FileNode | FolderNode | null }[];
}

/** A file, whatever its name is. */
export interface FileNode {
  readonly kind: 'file';
  /** What a power cut cannot take. */
  durable: Buffer;
  /** In the order of doing. */
  pending: ContentChange[];
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly durable: Map<string, FileNode | FolderNode>;
  /** As the running system sees it. */
  readonly live: Map<string, FileNode | FolderNode>;
  pending: NameChange[];
}

/** Which changes that were not synced outlive the power cut. */
export interface Survival {
  names(folder: FolderNode): readonly NameChange[];
  content(file: FileNode): Buffer;
}

/** A folder as a power cut leaves it: content of files by path, null for folders. */
export type LeftOver = ReadonlyMap<string, Buffer | null>;

/**
 * A folder on a disk that forgets: fed with the system calls of a process, it knows at each moment what is durable and
 * what is not. The model is the worst that POSIX allows: the sync of a file makes its content durable but not its name,
 * the sync of a folder the names in it and nothing below, a rename between two folders is a name gone in one and a name
 * come in the other, and what a failed sync was for is never durable, whatever is synced later.
 */
export class PowerCutDisk {
  readonly #root: FolderNode;
  readonly #handles = new Map<number, FileNode | FolderNode>();
  /** What each sync under way covers: what was done before it began. */
  readonly #syncs = new Map<TracedCall, readonly unknown[]>();

  /** All that is in the folder now counts as durable. */
  constructor(folder: string) {
    this.#root = durableFolder(folder);
  }

  /** A call begins, which changes nothing; what is done while it runs is not covered by it. */
  begin({ call, name, handle }: FolderCall): boolean {
    if (name === 'fsync' || name === 'fdatasync') this.#syncs.set(call, [...this.#node(handle).pending]);
    return false;
  }

  /** A call has ended. Returns whether that changed anything. @throws Error for a call that the model has no rule for */
  end(folderCall: FolderCall): boolean {
    const { call, name } = folderCall;
    if (name === 'fsync' || name === 'fdatasync') return this.#synced(folderCall);
    if (call.result === null || call.result < 0) return false;
    const rule = this.#rules[name];
    if (rule === undefined) throw new Error(`The power cut model has no rule for ${name}.`);
    return rule(folderCall);
  }

  /** What is left when the power goes now. */
  leftOver(survival: Survival): LeftOver {
    const found = new Map<string, Buffer | null>();
    const visit = (path: string, folder: FolderNode): void => {
      const entries = new Map(folder.durable);
      for (const { names } of survival.names(folder)) {
        for (const { name, node } of names) {
          if (node === null) entries.delete(name);
          else entries.set(name, node);
        }
      }
      for (const [name, node] of entries) {
        const below = join(path, name);
        found.set(below, node.kind === 'file' ? survival.content(node) : null);
        if (node.kind === 'folder') visit(below, node);
      }
    };
    visit('', this.#root);
    return found;
  }

  /** What the running system sees. */
  live(): LeftOver {
    return this.leftOver({
      names: (folder) => folder.pending,
      content: (file) => applied(file, file.pending),
    });
  }

  readonly #rules: Readonly<Record<string, (call: FolderCall) => boolean>> = {
    openat: (call) => this.#opened(call),
    close: () => false,
    pwrite64: ({ call, handle }) => {
      const bytes = bytesOf(call.args[1] ?? '').subarray(0, call.result ?? 0);
      return this.#changed(handle, { kind: 'write', offset: Number(call.args[3]), bytes });
    },
    ftruncate: ({ call, handle }) =>
      this.#changed(handle, { kind: 'resize', sizeBytes: Number(call.args[1]) }),
    mkdir: ({ path }) => this.#name(path, emptyFolder()),
    unlink: ({ path }) => this.#name(path, null),
    unlinkat: ({ path }) => this.#name(path, null),
    rmdir: ({ path }) => this.#name(path, null),
    rename: ({ path, target }) => this.#renamed(path, target ?? ''),
    // Its offset is that of the descriptor; only the files of the opening are written so, and they are empty.
    write: ({ call }) => {
      if (call.result !== 0)
        throw new Error('The power cut model has no rule for a write without an offset.');
      return false;
    },
  };

  #node(handle: number | null): FileNode | FolderNode {
    const node = this.#handles.get(handle ?? 0);
    if (node === undefined) throw new Error('A call works on something that was never opened.');
    return node;
  }

  #opened({ call, path, handle }: FolderCall): boolean {
    const flags = call.args[2] ?? '';
    const known = path === '' ? this.#root : this.#parent(path).live.get(basename(path));
    const node = known ?? { kind: 'file', durable: Buffer.alloc(0), pending: [] };
    this.#handles.set(handle ?? 0, node);
    if (known === undefined) return this.#name(path, node);
    return flags.includes('O_TRUNC') && this.#changed(handle, { kind: 'resize', sizeBytes: 0 });
  }

  #parent(path: string): FolderNode {
    let folder = this.#root;
    for (const name of dirname(path).split('/')) {
      if (name === '.') continue;
      const below = folder.live.get(name);
      if (below?.kind !== 'folder') throw new Error(`${path} is in no folder.`);
      folder = below;
    }
    return folder;
  }

  #changed(handle: number | null, change: ContentChange): boolean {
    const node = this.#node(handle);
    if (node.kind === 'folder') throw new Error('A folder was written to.');
    node.pending.push(change);
    return true;
  }

  #name(path: string, node: FileNode | FolderNode | null): boolean {
    return this.#namesChanged(this.#parent(path), [{ name: basename(path), node }]);
  }

  #renamed(from: string, to: string): boolean {
    const [source, target] = [this.#parent(from), this.#parent(to)];
    const node = source.live.get(basename(from));
    if (node === undefined) throw new Error(`${from} was renamed and never made.`);
    const gone = { name: basename(from), node: null };
    const come = { name: basename(to), node };
    if (source === target) return this.#namesChanged(source, [gone, come]);
    this.#namesChanged(source, [gone]);
    return this.#namesChanged(target, [come]);
  }

  #namesChanged(folder: FolderNode, names: NameChange['names']): boolean {
    folder.pending.push({ names });
    for (const { name, node } of names) {
      if (node === null) folder.live.delete(name);
      else folder.live.set(name, node);
    }
    return true;
  }

  #synced({ call, handle }: FolderCall): boolean {
    const covered = new Set(this.#syncs.get(call));
    this.#syncs.delete(call);
    if (call.result === null) return false;
    const node = this.#node(handle);
    const isDurable = call.result === 0 && !call.isInjected;
    if (node.kind === 'file') {
      const done = node.pending.filter((change) => covered.has(change));
      node.pending = node.pending.filter((change) => !covered.has(change));
      if (isDurable && done.length > 0) node.durable = applied(node, done);
      return done.length > 0;
    }
    const done = node.pending.filter((change) => covered.has(change));
    node.pending = node.pending.filter((change) => !covered.has(change));
    for (const { names } of isDurable ? done : []) {
      for (const { name, node: named } of names) {
        if (named === null) node.durable.delete(name);
        else node.durable.set(name, named);
      }
    }
    return done.length > 0;
  }
}

/** The durable content with some of the changes since. */
export function applied({ durable }: FileNode, changes: readonly ContentChange[]): Buffer {
  if (changes.length === 0) return durable;
  let bytes = Buffer.from(durable);
  for (const change of changes) {
    const isWrite = change.kind === 'write';
    const end = isWrite ? Math.max(bytes.length, change.offset + change.bytes.length) : change.sizeBytes;
    if (end > bytes.length) bytes = Buffer.concat([bytes], end);
    if (isWrite) change.bytes.copy(bytes, change.offset);
    else bytes = bytes.subarray(0, end);
  }
  return bytes;
}

function emptyFolder(): FolderNode {
  return { kind: 'folder', durable: new Map(), live: new Map(), pending: [] };
}

function durableFolder(path: string): FolderNode {
  const folder = emptyFolder();
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    const node: FileNode | FolderNode = entry.isDirectory()
      ? durableFolder(below)
      : { kind: 'file', durable: readFileSync(below), pending: [] };
    folder.durable.set(entry.name, node);
    folder.live.set(entry.name, node);
  }
  return folder;
}
