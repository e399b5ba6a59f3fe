import type { FileSystem, FsReader } from '../../src-main/folder/disk/file-system.ts';
import type { Scheduler } from './scheduler.ts';
import { SimDisk, type SimDiskOptions } from './sim-disk.ts';
import { createSimFileSystem, type FileSystemStep } from './sim-file-system.ts';
import { type CallHook, createSimFsReader } from './sim-fs-reader.ts';
import { systemError } from './sim-node.ts';
import type { SimTime } from './sim-time.ts';
import { SimUser } from './sim-user.ts';

/** A call that fails, or something that happens in the middle of the engine's work. */
interface Ambush {
  /** Calls of the engine that still come before. */
  countdown: number;
  readonly isFor: (call: string) => boolean;
  /** Throws what the call fails with, if it is to fail. */
  readonly strike: (path: string) => void;
  /** The call is done and fails all the same, if it is one that can. */
  readonly isLate: boolean;
}

interface FileSystemCall {
  readonly call: string;
  readonly path: string;
}

const SPACE_CALLS: ReadonlySet<string> = new Set(['create', 'write', 'mkdir', 'link', 'rename', 'fsync']);

/** Calls that may reach the disk and fail all the same. Names change or they do not, on any disk of this computer. */
const LATE_CALLS: ReadonlySet<string> = new Set(['write', 'fsync', 'fsyncdir', 'close', 'utimes']);

/** Time that a call takes. */
const CALL_MS = 0.037;

/** A linked folder on a disk of its own, with a person at it. */
export class SimFolder {
  readonly path: string;
  readonly disk: SimDisk;
  readonly user: SimUser;
  /** What is at the folder's path: the disk, an empty folder where it was mounted, or nothing. */
  presence: 'there' | 'missing' | 'emptied' = 'there';
  /** Calls that changed the disk. */
  changingCalls = 0;
  readonly #mountPoint: SimDisk;
  readonly #time: SimTime;
  #ambushes: Ambush[] = [];

  constructor(path: string, time: SimTime, options: Omit<SimDiskOptions, 'clock'>) {
    this.path = path;
    this.#time = time;
    this.disk = new SimDisk({ ...options, clock: time });
    this.#mountPoint = new SimDisk({ ...options, clock: time, device: options.device + 1000 });
    this.user = new SimUser(this.disk);
  }

  /** Lets something happen before the engine's call that comes after `calls` others. */
  ambush(calls: number, strike: () => void): void {
    this.#ambushes.push({ countdown: calls, isFor: () => true, strike, isLate: false });
  }

  /** Likewise, before a call of one kind; the answer to what it is about. */
  ambushCall(kind: string, calls: number, strike: (path: string) => void): void {
    this.#ambushes.push({ countdown: calls, isFor: (call) => call === kind, strike, isLate: false });
  }

  /** Lets the next calls that can fail so fail. */
  failCalls(code: string, { after, times, isLate }: { after: number; times: number; isLate: boolean }): void {
    const isFor = (call: string) => code !== 'ENOSPC' || SPACE_CALLS.has(call);
    const strike = () => {
      throw systemError(code, 'as planned');
    };
    for (let time = 0; time < times; time++) {
      this.#ambushes.push({ countdown: after + time, isFor, strike, isLate });
    }
  }

  /** Lets the next call of one kind fail. */
  failCall(kind: string, code: string, isLate: boolean): void {
    const strike = () => {
      throw systemError(code, 'as planned');
    };
    this.#ambushes.push({ countdown: 0, isFor: (call) => call === kind, strike, isLate });
  }

  /** Nothing fails any more, and nobody lies in wait. */
  disarm(): void {
    this.#ambushes = [];
  }

  createFsReader(): FsReader {
    const hook: CallHook = (_call, path) => this.#beforeCall(path);
    const there = createSimFsReader(this.disk, hook);
    const elsewhere = createSimFsReader(this.#mountPoint, hook);
    const now = () => (this.#requireSomething() === 'there' ? there : elsewhere);
    return {
      lstat: (path) => now().lstat(path),
      openFolder: (path) => now().openFolder(path),
      open: (path) => now().open(path),
    };
  }

  createFileSystem(scheduler: Scheduler): FileSystem {
    const stepOn =
      (presence: 'there' | 'emptied'): FileSystemStep =>
      (call, path, work) =>
        scheduler.do(`${call} ${path}`, () => this.#call({ call, path }, presence, work));
    const there = createSimFileSystem(this.disk, stepOn('there'));
    const elsewhere = createSimFileSystem(this.#mountPoint, stepOn('emptied'));
    const now = () => (this.presence === 'emptied' ? elsewhere : there);
    return {
      space: () => now().space(),
      lstat: (path) => now().lstat(path),
      names: (path) => now().names(path),
      create: (path, mode) => now().create(path, mode),
      rename: (from, to) => now().rename(from, to),
      link: (from, to) => now().link(from, to),
      unlink: (path) => now().unlink(path),
      makeFolder: (path) => now().makeFolder(path),
      removeFolder: (path) => now().removeFolder(path),
      setMode: (path, mode) => now().setMode(path, mode),
      syncFolder: (path) => now().syncFolder(path),
    };
  }

  #call<T>(asked: FileSystemCall, presence: 'there' | 'emptied', work: () => T): T {
    const late = this.#takeStrikes(asked.call, asked.path);
    if (this.presence !== presence) throw systemError('ENOENT', 'the folder is away');
    const changes = this.disk.changes;
    const result = work();
    if (this.disk.changes !== changes) this.changingCalls++;
    for (const { strike } of late) strike(asked.path);
    return result;
  }

  #beforeCall(path: string): void {
    for (const { strike } of this.#takeStrikes('look', path)) strike(path);
  }

  #requireSomething(): 'there' | 'emptied' {
    if (this.presence === 'missing') throw systemError('ENOENT', 'the folder is away');
    return this.presence;
  }

  /** What strikes at this call: at once, and, in the answer, after it. */
  #takeStrikes(call: string, path: string): Ambush[] {
    this.#time.creep(CALL_MS);
    if (this.#ambushes.length === 0) return [];
    const due: Ambush[] = [];
    for (const ambush of this.#ambushes) {
      if (ambush.isFor(call) && ambush.countdown-- <= 0) due.push(ambush);
    }
    this.#ambushes = this.#ambushes.filter((ambush) => !due.includes(ambush));
    const mayBeLate = LATE_CALLS.has(call);
    for (const { strike, isLate } of due) if (!isLate || !mayBeLate) strike(path);
    return mayBeLate ? due.filter(({ isLate }) => isLate) : [];
  }
}
