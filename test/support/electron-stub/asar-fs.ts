import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// Loaded with --import, in every process and thread as Electron has it: its Node takes each file whose name ends in
// `.asar` for a folder when it is an archive, and fails for any other of that name with an error that has no code. Folders
// of such names are folders, and with `process.noAsar` everything is what it is.

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly offset?: string;
  readonly size?: number;
  readonly unpacked?: boolean;
}

/** A path that leads to an archive or into one; `inside` is empty for the archive itself. */
interface Place {
  readonly archive: string;
  readonly inside: string;
}

interface Found extends Place {
  readonly path: unknown;
  readonly entry: Entry;
}

type Call = (...args: unknown[]) => unknown;
export type Patched = Record<string, Call>;

/** `fs` as Node has it. */
export const real = { ...fs };
const electron: { noAsar?: boolean } = process;

/** Node's own calls use one another, by the names that are patched here. */
function readWhole(path: string): Buffer {
  const was = electron.noAsar ?? false;
  electron.noAsar = true;
  try {
    return real.readFileSync(path);
  } finally {
    electron.noAsar = was;
  }
}

/** Where a path leads when it leads to an archive or into one; null for all others, and with archives switched off. */
export function placeOf(given: unknown): Place | null {
  if (electron.noAsar === true) return null;
  const text = given instanceof URL ? fileURLToPath(given) : Buffer.isBuffer(given) ? String(given) : given;
  if (typeof text !== 'string' || !/\.asar/i.test(text)) return null;
  const path = normalize(text);
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const isNamed = extname(at).toLowerCase() === '.asar';
    if (isNamed && real.statSync(at, { throwIfNoEntry: false })?.isDirectory() !== true)
      return { archive: at, inside: relative(at, path) };
  }
  return null;
}

interface Archive {
  readonly root: Entry;
  readonly bytes: Buffer;
  readonly contentStart: number;
}

/** What was an archive once is not looked at again. */
const archives = new Map<string, Archive>();

function readArchive(path: string): Archive {
  const known = archives.get(path);
  if (known !== undefined) return known;
  try {
    const bytes = readWhole(path);
    const length = bytes.readUInt32LE(12);
    const root: unknown = JSON.parse(bytes.toString('utf8', 16, 16 + length));
    const archive = { root: root as Entry, bytes, contentStart: 8 + bytes.readUInt32LE(4) };
    archives.set(path, archive);
    return archive;
  } catch {
    throw new Error(`Invalid package ${path}`);
  }
}

function find(path: unknown, { archive, inside }: Place): Found {
  const { root } = readArchive(archive);
  let entry: Entry | undefined = root;
  for (const name of inside.split(/[\\/]/)) if (name !== '') entry = entry?.files?.[name];
  if (entry === undefined) throw notFound(archive, inside);
  return { archive, inside, path, entry };
}

function notFound(archive: string, inside: string): Error {
  return Object.assign(new Error(`ENOENT, ${inside} not found in ${archive}`), { code: 'ENOENT', errno: -2 });
}

function content({ archive, inside, entry }: Found): Buffer {
  if (entry.unpacked === true) return readWhole(join(`${archive}.unpacked`, inside));
  if (entry.files !== undefined) throw notFound(archive, inside);
  const { bytes, contentStart } = readArchive(archive);
  const start = contentStart + Number(entry.offset);
  return Buffer.from(bytes.subarray(start, start + Number(entry.size)));
}

/** Where the system finds what lies in the archive. */
function copyOut(found: Found): string {
  const path = join(real.mkdtempSync(join(tmpdir(), 'keepfold-asar-')), 'copy');
  fs.writeFileSync(path, content(found));
  return path;
}

function statusOf({ entry }: Found): fs.Stats {
  const kind = entry.files === undefined ? fs.constants.S_IFREG : fs.constants.S_IFDIR;
  const times = { atimeMs: 1, mtimeMs: 1, ctimeMs: 1, birthtimeMs: 1 };
  const values = {
    dev: 1,
    ino: 1,
    nlink: 1,
    uid: 0,
    gid: 0,
    rdev: 0,
    mode: kind | 0o444,
    size: entry.size ?? 0,
  };
  return Object.assign(Object.create(fs.Stats.prototype) as fs.Stats, values, times);
}

function rowsOf(
  entry: Entry,
  path: string,
  options: { recursive?: boolean; withFileTypes?: boolean },
): unknown[] {
  const kinds = fs.constants as unknown as Record<'UV_DIRENT_FILE' | 'UV_DIRENT_DIR', number>;
  const Dirent = fs.Dirent as unknown as new (name: string, type: number, parentPath: string) => fs.Dirent;
  return Object.entries(entry.files ?? {}).flatMap(([name, below]) => {
    const type = below.files === undefined ? kinds.UV_DIRENT_FILE : kinds.UV_DIRENT_DIR;
    const row = options.withFileTypes === true ? new Dirent(name, type, path) : name;
    return [row, ...(options.recursive === true ? rowsOf(below, join(path, name), options) : [])];
  });
}

function optionsOf<T extends object>(given: unknown): Partial<T> {
  return typeof given === 'object' && given !== null ? given : {};
}

/** What each call answers about something in an archive, given the arguments after the path. */
const answers: Readonly<Record<string, (found: Found, args: readonly unknown[]) => unknown>> = {
  lstat: statusOf,
  stat: statusOf,
  access: () => undefined,
  realpath: ({ path }) => String(path),
  readdir: ({ entry, path }, [options]) => rowsOf(entry, String(path), optionsOf(options)),
  readFile: (found, [options]) => {
    const encoding =
      typeof options === 'string' ? options : optionsOf<{ encoding: string }>(options).encoding;
    return typeof encoding === 'string'
      ? content(found).toString(encoding as BufferEncoding)
      : content(found);
  },
};

/** These are done with a copy of what lies in the archive. */
const copying: readonly string[] = ['open', 'copyFile'];

/** Replaces a function by one made of it. */
export function patch(calls: Patched, name: string, wrap: (was: Call) => Call): void {
  const was = calls[name];
  if (was !== undefined) calls[name] = Object.assign(wrap(was), was);
}

function answering(was: Call, name: string) {
  return (path: unknown, ...args: unknown[]): unknown => {
    const place = placeOf(path);
    if (place === null) return was(path, ...args);
    const found = find(path, place);
    const answer = answers[name];
    return answer === undefined ? was(copyOut(found), ...args) : answer(found, args);
  };
}

function calledBack(was: Call, name: string) {
  return (path: unknown, ...args: unknown[]): unknown => {
    const place = placeOf(path);
    if (place === null) return was(path, ...args);
    const done = args.pop() as (error: unknown, answer?: unknown) => void;
    try {
      const found = find(path, place);
      const answer = answers[name];
      if (answer === undefined) return was(copyOut(found), ...args, done);
      process.nextTick(done, null, answer(found, args));
    } catch (error) {
      process.nextTick(done, error);
    }
    return undefined;
  };
}

for (const name of [...Object.keys(answers), ...copying]) {
  patch(fs as unknown as Patched, name, (was) => calledBack(was, name));
  patch(fs as unknown as Patched, `${name}Sync`, (was) => mayBeMissing(answering(was, name)));
  patch(fs.promises as unknown as Patched, name, (was) => {
    const answer = answering(was, name);
    return async (path, ...args) => await answer(path, ...args);
  });
}

/** For callers that take nothing for an answer, an archive that cannot be read is nothing. */
function mayBeMissing(call: Call): Call {
  return (path, ...args) => {
    const isPlain = placeOf(path) === null;
    try {
      return call(path, ...args);
    } catch (error) {
      const isWanted = optionsOf<{ throwIfNoEntry: boolean }>(args[0]).throwIfNoEntry !== false;
      if (isPlain || isWanted) throw error;
      return null;
    }
  };
}

/** Whether it is there, be it in an archive. */
export function exists(path: fs.PathLike): boolean {
  const place = placeOf(path);
  if (place === null) return real.existsSync(path);
  try {
    find(path, place);
    return true;
  } catch {
    return false;
  }
}

Object.assign(fs, { existsSync: exists });
Object.assign(fs.realpathSync, { native: fs.realpathSync });
syncBuiltinESMExports();
