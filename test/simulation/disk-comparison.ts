import {
  closeSync,
  constants,
  ftruncateSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinPath } from '../../src-main/core/folder/folder-entry.ts';
import { codeOf } from '../../src-main/folder/disk/disk-error.ts';
import type { FileSystem, FileSystemStat, FsReader } from '../../src-main/folder/disk/file-system.ts';
import { createNodeFileSystem } from '../../src-main/folder/disk/node-file-system.ts';
import { createNodeFsReader } from '../../src-main/folder/disk/node-fs-reader.ts';
import type { SeededNumbers } from '../support/seeded-numbers.ts';
import { SimDisk } from './sim-disk.ts';
import { createSimFileSystem } from './sim-file-system.ts';
import { createSimFsReader } from './sim-fs-reader.ts';
import { SimUser } from './sim-user.ts';

/** What a person can do on a simulated disk and on a real one alike. */
type PlainUser = Pick<
  SimUser,
  'write' | 'append' | 'truncate' | 'makeFolder' | 'makeLink' | 'link' | 'rename' | 'unlink' | 'removeFolder'
>;

export interface ComparedDisk {
  readonly reader: FsReader;
  readonly fileSystem: FileSystem;
  readonly user: PlainUser;
  close(): void;
}

/** One call, the same on every disk. */
type DiskCall = (disk: ComparedDisk) => Promise<string>;

const NAMES = ['a', 'b', 'A', 'a.txt', 'x'.repeat(256)];

export function simComparedDisk(): ComparedDisk {
  let nowMs = 0;
  const clock = { nowMs: () => nowMs++ };
  const disk = new SimDisk({ clock, device: 1, rule: 'exact', tickMs: 0, reusesInodes: true });
  return {
    reader: createSimFsReader(disk, () => undefined),
    fileSystem: createSimFileSystem(disk, async (_call, _path, work) => work()),
    user: new SimUser(disk),
    close: () => undefined,
  };
}

export function realComparedDisk(): ComparedDisk {
  const root = mkdtempSync(join(tmpdir(), 'keepfold-disk-'));
  const at = (path: string) => join(root, path);
  const user: PlainUser = {
    write: (path, bytes) => writeReal(at(path), bytes, constants.O_CREAT | constants.O_TRUNC),
    append: (path, bytes) => writeReal(at(path), bytes, constants.O_APPEND),
    truncate: (path, length) => withReal(at(path), 0, (handle) => ftruncateSync(handle, length)),
    makeFolder: (path) => mkdirSync(at(path), 0o755),
    makeLink: (path, target) => symlinkSync(target, at(path)),
    link: (from, to) => linkSync(at(from), at(to)),
    rename: (from, to) => renameSync(at(from), at(to)),
    unlink: (path) => unlinkSync(at(path)),
    removeFolder: (path) => rmdirSync(at(path)),
  };
  const close = () => rmSync(root, { recursive: true, force: true });
  return { reader: freshReader(root), fileSystem: createNodeFileSystem(root), user, close };
}

function writeReal(path: string, bytes: Buffer, flags: number): void {
  withReal(path, flags, (handle) => writeSync(handle, bytes));
}

function withReal(path: string, flags: number, work: (handle: number) => void): void {
  const handle = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW | flags, 0o644);
  try {
    work(handle);
  } finally {
    closeSync(handle);
  }
}

/** Reaches everything anew, as between two requests. */
function freshReader(root: string): FsReader {
  const reader = createNodeFsReader(root);
  const anew = <T>(work: () => T): T => {
    reader.release();
    return work();
  };
  return {
    lstat: (path) => anew(() => reader.lstat(path)),
    openFolder: (path) => anew(() => reader.openFolder(path)),
    open: (path) => anew(() => reader.open(path)),
  };
}

/** A call that is as likely to fail as not. */
export function randomCall(random: SeededNumbers): { readonly words: string; readonly call: DiskCall } {
  const path = randomPath(random);
  const other = randomPath(random);
  // Not what root may do and others may not: machines that build run either way.
  const mode = random.chance(0.5) ? 0o755 : 0o700;
  const bytes = Buffer.from('x'.repeat(random.below(20)));
  const calls: Record<string, DiskCall> = {
    'reader lstat': async ({ reader }) => messageOf(reader.lstat(path)),
    'reader names': async ({ reader }) => namesIn(reader, path).join(),
    'reader read': async ({ reader }) => readAll(reader, path),
    'file system lstat': async ({ fileSystem }) => messageOf(await fileSystem.lstat(path)),
    'file system names': async ({ fileSystem }) => [...(await fileSystem.names(path))].sort().join(),
    'file system create': async ({ fileSystem }) => createWith(fileSystem, path, bytes),
    'file system rename': async ({ fileSystem }) => String(await fileSystem.rename(path, other)),
    'file system link': async ({ fileSystem }) => String(await fileSystem.link(path, other)),
    'file system unlink': async ({ fileSystem }) => String(await fileSystem.unlink(path)),
    'file system makeFolder': async ({ fileSystem }) => String(await fileSystem.makeFolder(path)),
    'file system removeFolder': async ({ fileSystem }) => String(await fileSystem.removeFolder(path)),
    'file system setMode': async ({ fileSystem }) => String(await fileSystem.setMode(path, mode)),
    'file system syncFolder': async ({ fileSystem }) => String(await fileSystem.syncFolder(path)),
    'user write': async ({ user }) => String(user.write(path, bytes)),
    'user append': async ({ user }) => String(user.append(path, bytes)),
    'user truncate': async ({ user }) => String(user.truncate(path, bytes.length)),
    'user folder': async ({ user }) => String(user.makeFolder(path)),
    'user symlink': async ({ user }) => String(user.makeLink(path, 'nowhere')),
    'user link': async ({ user }) => String(user.link(path, other)),
    'user rename': async ({ user }) => String(user.rename(path, other)),
    'user unlink': async ({ user }) => String(user.unlink(path)),
    'user rmdir': async ({ user }) => String(user.removeFolder(path)),
  };
  const words = random.pick(Object.keys(calls));
  const call = calls[words];
  if (call === undefined) throw new Error(words);
  return { words: `${words} ${path} ${other} ${bytes.length}`, call };
}

function randomPath(random: SeededNumbers): string {
  const names = Array.from({ length: 1 + random.below(3) }, () =>
    random.chance(0.02) ? random.pick(NAMES) : random.pick(NAMES.slice(0, 4)),
  );
  return names.join('/');
}

/** What the call answered, or the code of what it failed with. */
export async function answerOf(disk: ComparedDisk, call: DiskCall): Promise<string> {
  try {
    return await call(disk);
  } catch (error) {
    const code = codeOf(error);
    if (code === '') throw error;
    return code;
  }
}

/** Everything on the disk, a line each, with hard links told by the first of their names. */
export function linesOf(reader: FsReader): string[] {
  const lines: string[] = [];
  const inodes = new Map<number, string>();
  const walk = (dir: string): void => {
    for (const name of namesIn(reader, dir).sort()) {
      const path = joinPath(dir, name);
      const stat = reader.lstat(path);
      const content = stat.kind === 'file' ? ` ${readAll(reader, path)}` : '';
      lines.push(`${path} ${messageOf(stat)}${content} = ${inodes.get(stat.inode) ?? path}`);
      if (!inodes.has(stat.inode)) inodes.set(stat.inode, path);
      if (stat.kind === 'dir') walk(path);
    }
  };
  walk('');
  return lines;
}

function namesIn(reader: FsReader, path: string): string[] {
  return reader
    .openFolder(path)
    .names()
    .map(({ name }) => name)
    .sort();
}

function messageOf({ kind, sizeBytes, mode }: FileSystemStat): string {
  return kind === 'file' ? `${kind} ${sizeBytes} ${mode.toString(8)}` : kind;
}

function readAll(reader: FsReader, path: string): string {
  const file = reader.open(path);
  try {
    const bytes = Buffer.alloc(64);
    let filled = 0;
    for (let got = file.read(bytes); got > 0; got = file.read(bytes.subarray(filled))) filled += got;
    return bytes.toString('utf8', 0, filled);
  } finally {
    file.close();
  }
}

async function createWith(fileSystem: FileSystem, path: string, bytes: Buffer): Promise<string> {
  const file = await fileSystem.create(path, 0o777);
  try {
    await file.write(bytes);
    await file.setMtime(1_600_000_000_123);
    await file.sync();
    const { mtimeMs } = await file.stat();
    return String(Math.round(mtimeMs));
  } finally {
    await file.close();
  }
}
