import { DomainError } from '../errors.ts';
import { canonicalJson } from './canonical-json.ts';
import { EMPTY_ID, isId, type ObjectId, objectIdOf } from './object-id.ts';

/** One named row of a dir object that is a file. */
export interface FileDirent {
  readonly kind: 'file';
  readonly name: string;
  readonly id: ObjectId;
  /** Unix mode word; `FILE_MODE` or `EXECUTABLE_MODE` in objects that we make. */
  readonly mode: number;
  readonly mtimeSeconds: number;
  readonly sizeBytes: number;
  /** E-mail of the last modifier. */
  readonly modifier: string;
}

/** One named row of a dir object that is a folder. */
export interface DirDirent {
  readonly kind: 'dir';
  readonly name: string;
  readonly id: ObjectId;
  readonly mode: number;
  /** Informational: the reference clients disagree about its meaning. */
  readonly mtimeSeconds: number;
}

export type Dirent = FileDirent | DirDirent;

export const FILE_MODE = 0o100644;
export const EXECUTABLE_MODE = 0o100755;
export const DIR_MODE = 0o040000;

const TYPE_BITS = 0o170000;

/** Descending by the UTF-8 bytes of the name: the only order readers of this format accept. */
export function compareDirents(a: { name: string }, b: { name: string }): number {
  return compareNames(b.name, a.name);
}

/** Ascending by UTF-8 bytes. UTF-16 order (JavaScript's own) is wrong for astral characters. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The id and the exact bytes of the dir object that holds `dirents` (any order). Empty: `EMPTY_ID`, no bytes. */
export function encodeDir(dirents: readonly Dirent[]): { id: ObjectId; bytes: Buffer } {
  if (dirents.length === 0) return { id: EMPTY_ID, bytes: Buffer.alloc(0) };
  const rows = [...dirents].sort(compareDirents).map(direntToJson);
  const bytes = Buffer.from(canonicalJson({ dirents: rows, type: 3, version: 1 }));
  return { id: objectIdOf(bytes), bytes };
}

function direntToJson(dirent: Dirent) {
  const { id, mode, name, mtimeSeconds: mtime } = dirent;
  if (dirent.kind === 'dir') return { id, mode, mtime, name };
  return { id, mode, modifier: dirent.modifier, mtime, name, size: dirent.sizeBytes };
}

/**
 * The dirents of a dir object, in stored order.
 * @throws DomainError `object-corrupt` unless the text is a version 1 dir object with whole, unique rows.
 */
export function decodeDir(id: ObjectId, bytes: Uint8Array): Dirent[] {
  if (id === EMPTY_ID) return [];
  const value = parseObject(id, bytes, 3);
  const rows = value['dirents'];
  if (!Array.isArray(rows)) throw corrupt(id, 'dirents');
  const dirents = rows.map((row) => direntFromJson(id, row));
  if (new Set(dirents.map((dirent) => dirent.name)).size !== dirents.length) throw corrupt(id, 'duplicate-name');
  return dirents;
}

function direntFromJson(owner: ObjectId, row: unknown): Dirent {
  if (typeof row !== 'object' || row === null) throw corrupt(owner, 'dirent');
  const { id, mode, mtime, name, size, modifier } = row as Record<string, unknown>;
  const whole = isId(id) && Number.isSafeInteger(mode) && Number.isSafeInteger(mtime) && isStorableName(name);
  if (!whole) throw corrupt(owner, 'dirent');
  const common = { name: name as string, id: id as ObjectId, mode: mode as number, mtimeSeconds: mtime as number };
  if ((common.mode & TYPE_BITS) === DIR_MODE) return { kind: 'dir', ...common };
  if (!Number.isSafeInteger(size) || (size as number) < 0) throw corrupt(owner, 'size');
  return {
    kind: 'file',
    ...common,
    sizeBytes: size as number,
    modifier: typeof modifier === 'string' ? modifier : '',
  };
}

/** What any dir object may hold as a name: hostile objects must not smuggle a path in. */
function isStorableName(name: unknown): name is string {
  return typeof name === 'string' && name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name);
}

/** The parsed JSON of an fs object of the wanted type (1 file, 3 dir). */
export function parseObject(id: ObjectId, bytes: Uint8Array, type: 1 | 3): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (cause) {
    throw new DomainError('object-corrupt', { value: id, reason: 'json' }, cause);
  }
  if (typeof value !== 'object' || value === null) throw corrupt(id, 'json');
  const record = value as Record<string, unknown>;
  if (record['type'] !== type || typeof record['version'] !== 'number' || record['version'] < 1) throw corrupt(id, 'type');
  return record;
}

export function corrupt(id: string, reason: string): DomainError {
  return new DomainError('object-corrupt', { value: id, reason });
}
