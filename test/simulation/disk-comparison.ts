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
import { codeOf } from '../../src-main/folder/disk-error.ts';
import type { FileSystem, FileSystemStat, FsReader } from '../../src-main/folder/file-system.ts';
import { createNodeFileSystem } from '../../src-main/folder/node-file-system.ts';
import { createNodeFsReader } from '../../src-main/folder/node-fs-reader.ts';
import type { SeededNumbers } from '../support/seeded-numbers.ts';
import { SimDisk } from './sim-disk.ts';
import { createSimHands } from './sim-hands.ts';
import { createSimLook } from './sim-look.ts';
import { SimUser } from './sim-user.ts';

/** What a person can do on a simulated disk and on a real one alike. */
type PlainUser = Pick<
  SimUser,
  'write' | 'append' | 'truncate' | 'makeFolder' | 'makeLink' | 'link' | 'rename' | 'unlink' | 'removeFolder'
>;

export interface ComparedDisk {
  readonly look: FsReader;
  readonly hands: FileSystem;
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
    look: createSimLook(disk, () => undefined),
    hands: createSimHands(disk, async (_call, _path, work) => work()),
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
  return { look: freshLook(root), hands: createNodeFileSystem(root), user, close };
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
function freshLook(root: string): FsReader {
  const look = createNodeFsReader(root);
  const anew = <T>(work: () => T): T => {
    look.release();
    return work();
  };
  return {
    lstat: (path) => anew(() => look.lstat(path)),
    openFolder: (path) => anew(() => look.openFolder(path)),
    open: (path) => anew(() => look.open(path)),
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
    'look lstat': async ({ look }) => wordsOf(look.lstat(path)),
    'look names': async ({ look }) => namesIn(look, path).join(),
    'look read': async ({ look }) => readAll(look, path),
    'hands lstat': async ({ hands }) => wordsOf(await hands.lstat(path)),
    'hands names': async ({ hands }) => [...(await hands.names(path))].sort().join(),
    'hands create': async ({ hands }) => createWith(hands, path, bytes),
    'hands rename': async ({ hands }) => String(await hands.rename(path, other)),
    'hands link': async ({ hands }) => String(await hands.link(path, other)),
    'hands unlink': async ({ hands }) => String(await hands.unlink(path)),
    'hands makeFolder': async ({ hands }) => String(await hands.makeFolder(path)),
    'hands removeFolder': async ({ hands }) => String(await hands.removeFolder(path)),
    'hands setMode': async ({ hands }) => String(await hands.setMode(path, mode)),
    'hands syncFolder': async ({ hands }) => String(await hands.syncFolder(path)),
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
export function linesOf(look: FsReader): string[] {
  const lines: string[] = [];
  const inodes = new Map<number, string>();
  const walk = (dir: string): void => {
    for (const name of namesIn(look, dir).sort()) {
      const path = joinPath(dir, name);
      const stat = look.lstat(path);
      const content = stat.kind === 'file' ? ` ${readAll(look, path)}` : '';
      lines.push(`${path} ${wordsOf(stat)}${content} = ${inodes.get(stat.inode) ?? path}`);
      if (!inodes.has(stat.inode)) inodes.set(stat.inode, path);
      if (stat.kind === 'dir') walk(path);
    }
  };
  walk('');
  return lines;
}

function namesIn(look: FsReader, path: string): string[] {
  return look
    .openFolder(path)
    .names()
    .map(({ name }) => name)
    .sort();
}

function wordsOf({ kind, sizeBytes, mode }: FileSystemStat): string {
  return kind === 'file' ? `${kind} ${sizeBytes} ${mode.toString(8)}` : kind;
}

function readAll(look: FsReader, path: string): string {
  const file = look.open(path);
  try {
    const bytes = Buffer.alloc(64);
    let filled = 0;
    for (let got = file.read(bytes); got > 0; got = file.read(bytes.subarray(filled))) filled += got;
    return bytes.toString('utf8', 0, filled);
  } finally {
    file.close();
  }
}

async function createWith(hands: FileSystem, path: string, bytes: Buffer): Promise<string> {
  const file = await hands.create(path, 0o777);
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
