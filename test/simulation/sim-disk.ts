import { joinPath } from '../../src-main/core/folder/folder-entry.ts';
import type { Clock } from '../../src-main/engine/ports.ts';
import type { FileSystemStat } from '../../src-main/folder/disk/file-system.ts';
import type { SeededNumbers } from '../support/seeded-numbers.ts';
import { Durability, type SlotChange } from './durability.ts';
import { type Actor, type SimEntry, type SimNode, systemError, typeBits } from './sim-node.ts';

/** How a disk compares names: APFS ignores case and accents' forms, NTFS case, ext4 nothing. All keep what was given. */
export type NameRule = 'exact' | 'ignores-case' | 'ignores-form';

export interface SimDiskOptions {
  readonly clock: Pick<Clock, 'nowMs'> & { readonly hasGoneBack?: boolean };
  readonly device: number;
  readonly rule: NameRule;
  /** Step of its times; 0 for none. */
  readonly tickMs: number;
  /** Numbers of what is gone are given to what comes next, as ext4 does. */
  readonly reusesInodes: boolean;
}

/** What happens on the disk, for watchers and for who keeps account. Paths are as the disk spells them. */
interface DiskListener {
  /** Something directly inside `dir` changed; `tree` is a folder that came to be there. */
  changed?(dir: string, tree: string | null): void;
  /** Before a call changes names or content: `nodes` are what may be gone or elsewhere afterwards. */
  before?(actor: Actor, call: string, paths: readonly string[]): void;
  after?(actor: Actor, call: string, paths: readonly string[]): void;
  /** A file lost its last name, or bytes that it had. */
  destroyed?(actor: Actor, node: SimNode, path: string): void;
}

interface Place {
  /** Folders from the root to the one that holds the name. */
  readonly chain: readonly SimNode[];
  readonly dir: SimNode;
  readonly dirPath: string;
  readonly name: string;
  readonly key: string;
  readonly entry: SimEntry | null;
}

const MAX_NAME_BYTES = 255;
const OWNER_READ = 0o400;
const OWNER_WRITE = 0o200;
const OWNER_ENTER = 0o100;

/** A disk in memory that answers as Linux does, under one folder. Paths are relative to it, with `/`. */
export class SimDisk {
  readonly root: SimNode;
  readonly listeners: DiskListener[] = [];
  readonly durability = new Durability();
  readonly options: SimDiskOptions;
  /** Calls that changed anything. */
  changes = 0;
  #lastInode = 1;
  #freeInodes: number[] = [];

  constructor(options: SimDiskOptions) {
    this.options = options;
    this.root = this.#newNode('dir', 0o755, 'user');
    this.root.links = 1;
  }

  lstat(path: string, actor: Actor = 'user'): FileSystemStat {
    return this.statOf(this.node(path, actor));
  }

  statOf(node: SimNode): FileSystemStat {
    return {
      kind: node.kind,
      device: this.options.device,
      inode: node.inode,
      sizeBytes: node.kind === 'dir' ? 4096 : node.bytes.length,
      mtimeMs: node.mtimeMs,
      ctimeMs: node.ctimeMs,
      mode: typeBits(node.kind) | node.mode,
    };
  }

  names(path: string, actor: Actor = 'user'): string[] {
    // Listing follows a link, and links lead nowhere.
    if (this.node(path, actor).kind === 'link') throw systemError('ENOENT', path);
    const dir = this.#folder(path, actor);
    if ((dir.mode & OWNER_READ) === 0) throw systemError('EACCES', path);
    return [...dir.entries.values()].map(({ name }) => name);
  }

  /** The thing itself; for reading, as `open` does, and for who keeps account. */
  node(path: string, actor: Actor = 'user'): SimNode {
    return path === '' ? this.root : this.#existing(this.#place(path, actor), path).node;
  }

  /** @throws what opening it for reading answers */
  readable(path: string, actor: Actor = 'user'): SimNode {
    const node = this.node(path, actor);
    if (node.kind === 'link') throw systemError('ELOOP', path);
    if ((node.mode & OWNER_READ) === 0) throw systemError('EACCES', path);
    return node;
  }

  /** The path as the disk spells it; of a name that is free, with the name as it is. */
  spelled(path: string): string {
    const place = this.#place(path, 'user');
    return joinPath(place.dirPath, place.entry?.name ?? place.name);
  }

  create(actor: Actor, kind: Exclude<SimNode['kind'], never>, path: string, mode: number): SimNode {
    const place = this.#place(path, actor);
    requireShort(place.name);
    if (place.entry !== null) throw systemError('EEXIST', path);
    this.#requireWritable(place);
    this.#before(actor, 'create', [path]);
    const node = this.#newNode(kind, mode, actor);
    this.#setSlots(actor, [place], [slot(place, { name: place.name, node })]);
    this.#after(actor, 'create', [path], kind === 'dir' ? path : null);
    return node;
  }

  link(actor: Actor, from: string, to: string): void {
    const source = this.#place(from, actor);
    // The system looks at one path after the other; the file system opens both folders first.
    if (actor === 'user') this.#existing(source, from);
    const place = this.#place(to, actor);
    const { node } = this.#existing(source, from);
    requireShort(place.name);
    if (place.entry !== null) throw systemError('EEXIST', to);
    if (node.kind === 'dir') throw systemError('EPERM', from);
    this.#requireWritable(place);
    this.#before(actor, 'link', [to]);
    node.ctimeMs = this.#stamp();
    this.#setSlots(actor, [place], [slot(place, { name: place.name, node })]);
    this.#after(actor, 'link', [to], null);
  }

  unlink(actor: Actor, path: string): void {
    const place = this.#place(path, actor);
    const { node } = this.#existing(place, path);
    if (node.kind === 'dir') throw systemError('EISDIR', path);
    this.#requireWritable(place);
    this.#before(actor, 'unlink', [path]);
    node.ctimeMs = this.#stamp();
    this.#setSlots(actor, [place], [slot(place, null)]);
    this.#release(actor, node, path);
    this.#after(actor, 'unlink', [path], null);
  }

  removeFolder(actor: Actor, path: string): void {
    const place = this.#place(path, actor);
    const { node } = this.#existing(place, path);
    if (node.kind !== 'dir') throw systemError('ENOTDIR', path);
    if (node.entries.size > 0) throw systemError('ENOTEMPTY', path);
    this.#requireWritable(place);
    this.#before(actor, 'rmdir', [path]);
    this.#setSlots(actor, [place], [slot(place, null)]);
    this.#release(actor, node, path);
    this.#after(actor, 'rmdir', [path], null);
  }

  rename(actor: Actor, from: string, to: string): void {
    const source = this.#place(from, actor);
    const target = this.#place(to, actor);
    const { node } = this.#existing(source, from);
    requireShort(target.name);
    const isSameSlot = source.dir === target.dir && source.key === target.key;
    // Two names of one file are left as they are; one name in other letters is changed.
    if (target.entry?.node === node && !(isSameSlot && source.entry?.name !== target.name)) return;
    const replaced = replacedBy(source, target, node);
    this.#requireWritable(source);
    this.#requireWritable(target);
    this.#before(actor, 'rename', [from, to]);
    node.ctimeMs = this.#stamp();
    const came = slot(target, { name: target.name, node });
    this.#setSlots(actor, [source, target], isSameSlot ? [came] : [slot(source, null), came]);
    if (replaced !== null) this.#release(actor, replaced, to);
    this.#after(actor, 'rename', [from, to], node.kind === 'dir' ? to : null);
  }

  setMode(actor: Actor, path: string, mode: number): void {
    const node = this.node(path, actor);
    this.#before(actor, 'chmod', [path]);
    node.mode = mode & 0o777;
    node.ctimeMs = this.#stamp();
    if (actor === 'user') this.#syncUser(node);
    else this.durability.noteContent(node);
    this.#after(actor, 'chmod', [path], null);
  }

  /** New content for a file, by whatever name it has now; `path` is one of them, if any. */
  setBytes(actor: Actor, node: SimNode, bytes: Buffer, path: string | null): void {
    const paths = path === null ? [] : [path];
    this.#before(actor, 'write', paths);
    if (actor === 'user') node.isTouchedByUser = true;
    node.bytes = bytes;
    node.mtimeMs = this.#stamp();
    node.ctimeMs = node.mtimeMs;
    if (actor === 'user') this.#syncUser(node);
    else this.durability.noteContent(node);
    this.#after(actor, 'write', paths, null);
  }

  setMtime(actor: Actor, node: SimNode, mtimeMs: number): void {
    node.mtimeMs = this.#floored(mtimeMs);
    node.ctimeMs = this.#stamp();
    if (actor === 'user') this.#syncUser(node);
    else this.durability.noteContent(node);
  }

  syncFolder(path: string): void {
    this.durability.syncFolder(this.#folder(path, 'engine'));
  }

  losePower(random: SeededNumbers): void {
    this.durability.losePower(this.root, random);
  }

  #newNode(kind: SimNode['kind'], mode: number, maker: Actor): SimNode {
    const now = this.#stamp();
    const inode = (this.options.reusesInodes ? this.#freeInodes.pop() : undefined) ?? ++this.#lastInode;
    const bytes = Buffer.alloc(0);
    const names = { links: 0, handles: 0, entries: new Map(), durableEntries: new Map() };
    const times = { mtimeMs: now, ctimeMs: now };
    const durable = maker === 'user' ? { bytes, mtimeMs: now, mode } : null;
    const user = {
      maker,
      isTouchedByUser: maker === 'user',
      isLetGo: false,
      isWrittenUnseen: false,
      isEditedUnseen: false,
    };
    return { inode, kind, mode: mode & 0o777, bytes, ...user, durable, ...times, ...names };
  }

  /** Changes names, here and, when a person does it, in what is safe. */
  #setSlots(actor: Actor, places: readonly Place[], changes: readonly SlotChange[]): void {
    for (const { dir, key, entry } of changes) {
      const before = dir.entries.get(key);
      if (before !== undefined) {
        before.node.links--;
        if (actor === 'user') before.node.isLetGo = true;
      }
      if (entry === null) dir.entries.delete(key);
      else {
        dir.entries.set(key, entry);
        entry.node.links++;
        entry.node.isLetGo = false;
        if (actor === 'user') entry.node.isTouchedByUser = true;
      }
    }
    for (const { dir } of places) {
      dir.mtimeMs = this.#stamp();
      dir.ctimeMs = dir.mtimeMs;
    }
    this.durability.noteNames(changes);
    if (actor === 'engine') return;
    for (const { chain } of places) for (const dir of chain) this.durability.syncFolder(dir);
  }

  #syncUser(node: SimNode): void {
    if (node.kind === 'file') this.durability.syncFile(node);
  }

  /** What has neither names nor handles any more is gone. */
  #release(actor: Actor, node: SimNode, path: string): void {
    if (node.links > 0) return;
    if (node.kind === 'file') for (const listener of this.listeners) listener.destroyed?.(actor, node, path);
    if (node.handles === 0) this.#freeInodes.push(node.inode);
  }

  #before(actor: Actor, call: string, paths: readonly string[]): void {
    this.changes++;
    for (const listener of this.listeners) listener.before?.(actor, call, paths);
  }

  #after(actor: Actor, call: string, paths: readonly string[], tree: string | null): void {
    for (const listener of this.listeners) {
      listener.after?.(actor, call, paths);
      for (const path of paths) {
        const { dirPath, name } = this.#place(path, actor);
        listener.changed?.(dirPath, path === tree ? joinPath(dirPath, name) : null);
      }
    }
  }

  #folder(path: string, actor: Actor): SimNode {
    const node = this.node(path, actor);
    if (node.kind !== 'dir') throw systemError('ENOTDIR', path);
    return node;
  }

  #place(path: string, actor: Actor): Place {
    const names = path.split('/');
    const name = names.pop() ?? '';
    const chain = [this.root];
    let dir = this.root;
    let dirPath = '';
    for (const between of names) {
      requireShort(between);
      const entry = this.#lookUp(dir, between, path);
      if (entry === null) throw systemError('ENOENT', path);
      // Links lead nowhere, and the file system does not follow them.
      if (entry.node.kind === 'link' && actor === 'user') throw systemError('ENOENT', path);
      if (entry.node.kind !== 'dir') throw systemError('ENOTDIR', path);
      dir = entry.node;
      dirPath = joinPath(dirPath, entry.name);
      chain.push(dir);
    }
    return { chain, dir, dirPath, name, key: this.#keyOf(name), entry: this.#lookUp(dir, name, path) };
  }

  #lookUp(dir: SimNode, name: string, path: string): SimEntry | null {
    if ((dir.mode & OWNER_ENTER) === 0) throw systemError('EACCES', path);
    return dir.entries.get(this.#keyOf(name)) ?? null;
  }

  #existing(place: Place, path: string): SimEntry {
    requireShort(place.name);
    if (place.entry === null) throw systemError('ENOENT', path);
    return place.entry;
  }

  #requireWritable({ dir, name }: Place): void {
    if ((dir.mode & OWNER_WRITE) === 0) throw systemError('EACCES', name);
  }

  #keyOf(name: string): string {
    switch (this.options.rule) {
      case 'exact':
        return name;
      case 'ignores-case':
        return name.toLowerCase();
      case 'ignores-form':
        return name.normalize('NFC').toLowerCase();
    }
  }

  #stamp(): number {
    return this.#floored(this.options.clock.nowMs());
  }

  #floored(timeMs: number): number {
    const { tickMs } = this.options;
    return tickMs === 0 ? timeMs : Math.floor(timeMs / tickMs) * tickMs;
  }
}

function slot({ dir, key }: Place, entry: SimEntry | null): SlotChange {
  return { dir, key, entry };
}

function requireShort(name: string): void {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw systemError('ENAMETOOLONG', name);
}

/** What a rename replaces; null for nothing or itself. @throws what the system answers when it may not */
function replacedBy(source: Place, target: Place, node: SimNode): SimNode | null {
  if (target.chain.includes(node)) throw systemError('EINVAL', target.name);
  const replaced = target.entry?.node ?? null;
  if (replaced === null || replaced === node) return null;
  if (source.chain.includes(replaced)) throw systemError('ENOTEMPTY', target.name);
  requireReplaceable(node, replaced, target.name);
  return replaced;
}

function requireReplaceable(node: SimNode, replaced: SimNode, to: string): void {
  if (node.kind === 'dir' && replaced.kind !== 'dir') throw systemError('ENOTDIR', to);
  if (node.kind !== 'dir' && replaced.kind === 'dir') throw systemError('EISDIR', to);
  if (replaced.entries.size > 0) throw systemError('ENOTEMPTY', to);
}
