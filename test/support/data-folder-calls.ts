import { join } from 'node:path';
import { bytesOf, type TracedCall } from './strace-log.ts';

/** A call that touches something inside one folder. */
export interface FolderCall {
  readonly call: TracedCall;
  readonly name: string;
  /** Relative to the folder, '' for itself; for an open file the path that it was opened by. */
  readonly path: string;
  /** The new path of a rename. */
  readonly target: string | null;
  /** Stands for the open file or folder that the call works on, or opens; null for calls that work on names. */
  readonly handle: number | null;
}

const BY_DESCRIPTOR: ReadonlySet<string> = new Set(
  'write,pwrite64,writev,pwritev,ftruncate,fallocate,fsync,fdatasync,close,sync_file_range'.split(','),
);
const BY_NAME: ReadonlySet<string> = new Set('unlink,rmdir,mkdir'.split(','));
/** Calls of which none may touch the folder, because nothing here knows what they do to it. */
const UNKNOWN: ReadonlySet<string> = new Set(
  'dup,dup2,dup3,openat2,link,linkat,symlink,symlinkat,truncate,sync,syncfs,msync,renameat2'.split(','),
);

interface OpenFile {
  readonly handle: number;
  readonly path: string;
}

/**
 * The calls of a process that touch a folder, in the order in which they began. Descriptors are followed from where
 * they were opened.
 * @throws Error for a call whose effect on the folder is not known
 */
export function callsInside(folder: string, calls: readonly TracedCall[]): FolderCall[] {
  return new FolderCalls(folder).of(calls);
}

class FolderCalls {
  readonly #folder: string;
  readonly #open = new Map<number, OpenFile>();
  #handles = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  of(calls: readonly TracedCall[]): FolderCall[] {
    return calls.flatMap((call) => {
      const found = this.#resolve(call);
      return found === null ? [] : [{ call, name: call.name, ...found }];
    });
  }

  #resolve(call: TracedCall): Omit<FolderCall, 'call' | 'name'> | null {
    const { name, args } = call;
    if (BY_DESCRIPTOR.has(name)) return this.#byDescriptor(call);
    if (name === 'open' || name === 'creat') return this.#opened(call, this.#inside(args[0]));
    if (name === 'openat') return this.#opened(call, this.#inside(args[1], args[0]));
    if (name === 'rename') return this.#renamed(this.#inside(args[0]), this.#inside(args[1]));
    if (name === 'renameat')
      return this.#renamed(this.#inside(args[1], args[0]), this.#inside(args[3], args[2]));
    if (BY_NAME.has(name)) return named(this.#inside(args[0]));
    if (name === 'unlinkat' || name === 'mkdirat') return named(this.#inside(args[1], args[0]));
    if (UNKNOWN.has(name)) this.#refuse(call);
    return null;
  }

  #byDescriptor({ name, args, result }: TracedCall): Omit<FolderCall, 'call' | 'name'> | null {
    const descriptor = Number(args[0]);
    const file = this.#open.get(descriptor);
    if (name === 'close' && result === 0) this.#open.delete(descriptor);
    return file === undefined ? null : { ...file, target: null };
  }

  #opened({ result }: TracedCall, path: string | null): Omit<FolderCall, 'call' | 'name'> | null {
    if (path === null) return null;
    this.#handles += 1;
    const file = { handle: this.#handles, path };
    if (result !== null && result >= 0) this.#open.set(result, file);
    return { ...file, target: null };
  }

  #renamed(path: string | null, target: string | null): Omit<FolderCall, 'call' | 'name'> | null {
    if (path === null && target === null) return null;
    if (path === null || target === null) throw new Error('A rename crosses the edge of the folder.');
    return { path, target, handle: null };
  }

  /** The path inside the folder that a name argument stands for; null for one outside it. */
  #inside(argument = '', at = 'AT_FDCWD'): string | null {
    const name = bytesOf(argument).toString('utf8');
    const base = name.startsWith('/') ? null : this.#open.get(Number(at));
    if (base !== undefined && base !== null) return join(base.path, name);
    if (name === this.#folder) return '';
    return name.startsWith(`${this.#folder}/`) ? name.slice(this.#folder.length + 1) : null;
  }

  #refuse({ name, args }: TracedCall): void {
    const touches = args
      .slice(0, 4)
      .some((argument) =>
        argument.startsWith('"') ? this.#inside(argument) !== null : this.#open.has(Number(argument)),
      );
    if (touches || name === 'sync') throw new Error(`Nobody knows what ${name} does to the folder.`);
  }
}

function named(path: string | null): Omit<FolderCall, 'call' | 'name'> | null {
  return path === null ? null : { path, target: null, handle: null };
}
