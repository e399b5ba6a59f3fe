import { createHash } from 'node:crypto';
import { PUSHED_MODIFIER_MAX_BYTES } from '../limits.ts';
import { inOneGo, SHORT_KEYS_RUN_ROWS, type Steps, sortInSteps } from '../steps.ts';
import { canonicalString } from './canonical-json.ts';
import { EMPTY_ID, isObjectId, type ObjectId, objectIdOfInSteps } from './object-id.ts';
import { corrupt, isRecord, isSafeInteger, parseObject, strictText } from './parse-object.ts';

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

const OWNER_EXECUTE = 0o100;

/** What of a mode is more than its kind: programs are kept as such. */
export function isExecutable({ mode }: Pick<FileDirent, 'mode'>): boolean {
  return (mode & OWNER_EXECUTE) !== 0;
}

const START = '{"dirents": [';
const END = '], "type": 3, "version": 1}';
const ROW_END = '}, ';
const ROW_START = '{"id": "';
/** Some 6,000 rows. */
const BYTES_A_STEP = 1024 * 1024;
/** From here on a text is read piece by piece. */
const LONG_BYTES = 2 * BYTES_A_STEP;
const ROWS_A_PIECE = 500;
/** A multiple of that. */
const ROWS_A_STEP = 10_000;

const TYPE_BITS = 0o170000;
const FILE_TYPE = 0o100000;
const MAX_MODE = 0o177777;
const CONTROL = /\p{Cc}/u;

/** Whether to pause before the row with this number. */
function isStepDue(at: number): boolean {
  return at > 0 && at % ROWS_A_STEP === 0;
}

/** Descending by the UTF-8 bytes of the name: the only order readers of this format accept. */
function compareDirents(a: { name: string }, b: { name: string }): number {
  return compareNames(b.name, a.name);
}

/** Ascending by UTF-8 bytes. UTF-16 order (JavaScript's own) is wrong for astral characters. */
export function compareNames(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const unitA = a.charCodeAt(i);
    const unitB = b.charCodeAt(i);
    if (unitA !== unitB) return utf8Rank(unitA) - utf8Rank(unitB);
  }
  return a.length - b.length;
}

/** Surrogates stand for characters above U+FFFF, so they go behind U+E000 to U+FFFF. */
function utf8Rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** A dir object with what it says: `dirents` are in its own order, as `decodeDir` would give them. */
export interface EncodedDir {
  readonly id: ObjectId;
  readonly bytes: Buffer;
  readonly dirents: readonly Dirent[];
}

/**
 * The id and the exact bytes of the dir object that holds `dirents` (any order). Empty: `EMPTY_ID`, no bytes.
 * @throws DomainError `object-corrupt` for what `decodeDir` would refuse to read back: a name that is not one
 * path component of well-formed Unicode, or two rows of one name.
 */
export function encodeDir(dirents: readonly Dirent[]): EncodedDir {
  return inOneGo(encodeDirInSteps(dirents));
}

/** As `encodeDir`. Folders of 100,000 rows take a tenth of a second; each step of it some milliseconds. */
export function* encodeDirInSteps(dirents: readonly Dirent[]): Steps<EncodedDir> {
  if (dirents.length === 0) return { id: EMPTY_ID, bytes: Buffer.alloc(0), dirents: [] };
  const isLong = dirents.length > ROWS_A_STEP;
  if (isLong) yield;
  const rows = yield* sortInSteps(dirents, compareDirents, SHORT_KEYS_RUN_ROWS);
  if (isLong) yield;
  yield* checkNames('dir', rows);
  if (isLong) yield;
  const bytes = yield* bytesOf(rows);
  if (isLong) yield;
  return { id: yield* objectIdOfInSteps(bytes), bytes, dirents: rows };
}

/** Long ones piece by piece: one text of 18 MB, for 100,000 rows, is put together and turned into bytes in twice the time. */
function* bytesOf(rows: readonly Dirent[]): Steps<Buffer> {
  if (rows.length <= ROWS_A_PIECE) return Buffer.from(START + rows.map(canonicalDirent).join(', ') + END);
  const pieces: Buffer[] = [];
  for (const piece of spelledPieces(rows)) {
    if (piece === null) yield;
    else pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The bytes of a dir object, one after the other; null where a step ends. */
function* spelledPieces(rows: readonly Dirent[]): Generator<Buffer | null, void, undefined> {
  for (let at = 0; at < rows.length; at += ROWS_A_PIECE) {
    if (isStepDue(at)) yield null;
    const texts = rows.slice(at, at + ROWS_A_PIECE).map(canonicalDirent);
    yield Buffer.from((at === 0 ? START : ', ') + texts.join(', '));
  }
  yield Buffer.from(END);
}

/** Canonical JSON with the keys already in order: large folders are encoded on every change below them. */
function canonicalDirent(dirent: Dirent): string {
  const name = canonicalString(dirent.name);
  if (dirent.kind === 'dir') {
    return `{"id": "${dirent.id}", "mode": ${dirent.mode}, "mtime": ${dirent.mtimeSeconds}, "name": ${name}}`;
  }
  const modifier = canonicalString(dirent.modifier);
  return `{"id": "${dirent.id}", "mode": ${dirent.mode}, "modifier": ${modifier}, "mtime": ${dirent.mtimeSeconds}, "name": ${name}, "size": ${dirent.sizeBytes}}`;
}

/**
 * The dirents of a dir object, descending by name whatever the stored order: those who walk several folders
 * in lock step lose rows otherwise.
 * @throws DomainError `object-corrupt` unless the text is a version 1 dir object with whole, unique rows.
 */
export function decodeDir(id: ObjectId, bytes: Uint8Array): Dirent[] {
  return inOneGo(decodeDirInSteps(id, bytes));
}

/** As `decodeDir`. Folders of 100,000 rows take two tenths of a second; each step of it some milliseconds. */
export function* decodeDirInSteps(id: ObjectId, bytes: Uint8Array): Steps<Dirent[]> {
  if (id === EMPTY_ID) return [];
  const rows = (yield* canonicalRows(id, bytes)) ?? rowsOf(id, parseObject(id, bytes, 3)['dirents']);
  // As nearly all are.
  const dirents = (yield* isInOrder(rows)) ? rows : yield* sortInSteps(rows, compareDirents);
  yield* checkNames(id, dirents);
  return dirents;
}

function* isInOrder(rows: readonly Dirent[]): Steps<boolean> {
  let before = rows[0];
  for (const [at, row] of rows.entries()) {
    if (isStepDue(at)) yield;
    if (before !== undefined && compareDirents(before, row) > 0) return false;
    before = row;
  }
  return true;
}

/** What is wrong with a row that a client sends, after the one before it. */
function rowFault(dirent: Dirent, before: Dirent | undefined): string | null {
  const { name } = dirent;
  if (dirent.kind === 'file' && !isModifier(dirent.modifier)) return 'modifier';
  if (!isPathComponent(name)) return 'name';
  if (before?.name === name) return 'duplicate-name';
  return before !== undefined && compareNames(before.name, name) < 0 ? 'not-canonical' : null;
}

function isModifier(text: string): boolean {
  return Buffer.byteLength(text) <= PUSHED_MODIFIER_MAX_BYTES && !CONTROL.test(text);
}

export interface SpelledDir {
  /** Of the rows as we spell them: another one than `id` where the bytes spell them in any other way. */
  readonly id: ObjectId;
  readonly longestNameBytes: number;
}

/**
 * What rows that a client sends amount to. No step takes longer for rows in another order or with other spaces: nothing
 * is sorted, and a long text that has to be read in one go is not read.
 * @throws DomainError `object-corrupt` for what `decodeDir` refuses, rows out of order, modifiers that are too long or
 * hold control characters, and long texts of another spelling
 */
export function* spelledDirInSteps(id: ObjectId, bytes: Uint8Array): Steps<SpelledDir> {
  if (id === EMPTY_ID) return { id, longestNameBytes: 0 };
  const rows = yield* canonicalRows(id, bytes);
  if (rows === null && bytes.length >= LONG_BYTES) throw corrupt(id, 'not-canonical');
  const dirents = rows ?? rowsOf(id, parseObject(id, bytes, 3)['dirents']);
  // The empty folder has no object.
  if (dirents.length === 0) return { id: EMPTY_ID, longestNameBytes: 0 };
  let longestNameBytes = 0;
  for (const [at, dirent] of dirents.entries()) {
    if (isStepDue(at)) yield;
    const fault = rowFault(dirent, dirents[at - 1]);
    if (fault !== null) throw corrupt(id, fault);
    longestNameBytes = Math.max(longestNameBytes, Buffer.byteLength(dirent.name));
  }
  const hash = createHash('sha1');
  for (const piece of spelledPieces(dirents)) {
    if (piece === null) yield;
    else hash.update(piece);
  }
  return { id: hash.digest('hex') as ObjectId, longestNameBytes };
}

/**
 * The rows of a long dir object, a piece of its text at a time. Null for a short one, and for one that others wrote
 * with other spaces between its rows. A piece ends where `ROW_END` and `ROW_START` meet, which no text within a row can
 * look like: a quotation mark in it has a backslash before it, and the one that ends it is never followed by a letter.
 */
function* canonicalRows(id: ObjectId, bytes: Uint8Array): Steps<Dirent[] | null> {
  if (bytes.length < LONG_BYTES) return null;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = text.length - END.length;
  if (!isAt(text, START, 0) || !isAt(text, END, end)) return null;
  const dirents: Dirent[] = [];
  for (let from = START.length; from < end; ) {
    const border = text.indexOf(ROW_END + ROW_START, Math.min(from + BYTES_A_STEP, end));
    const to = border === -1 ? end : border + 1;
    const rows = parsedRows(text.subarray(from, to));
    if (rows === null) return null;
    for (const dirent of rowsOf(id, rows)) dirents.push(dirent);
    from = border === -1 ? end : border + ROW_END.length;
    yield;
  }
  return dirents;
}

function isAt(text: Buffer, part: string, at: number): boolean {
  return text.toString('latin1', at, at + part.length) === part;
}

function parsedRows(text: Buffer): unknown {
  try {
    return JSON.parse(`[${strictText(text)}]`);
  } catch {
    return null;
  }
}

function rowsOf(id: ObjectId, rows: unknown): Dirent[] {
  if (!Array.isArray(rows)) throw corrupt(id, 'dirents');
  return rows.map((row: unknown) => direntFromJson(id, row));
}

function direntFromJson(owner: ObjectId, row: unknown): Dirent {
  if (!isRecord(row)) throw corrupt(owner, 'dirent');
  const { id, mode, mtime: mtimeSeconds, name } = row;
  if (!isObjectId(id)) throw corrupt(owner, 'id');
  if (typeof name !== 'string') throw corrupt(owner, 'name');
  if (!isSafeInteger(mtimeSeconds)) throw corrupt(owner, 'mtime');
  if (!isSafeInteger(mode) || mode < 0 || mode > MAX_MODE) throw corrupt(owner, 'mode');
  const type = mode & TYPE_BITS;
  if (type === DIR_MODE) return { kind: 'dir', name, id, mode, mtimeSeconds };
  // Symbolic links and devices have no place in the format.
  if (type !== FILE_TYPE) throw corrupt(owner, 'mode');
  return { kind: 'file', name, id, mode, mtimeSeconds, ...fileFieldsFromJson(owner, row) };
}

/** What rows of files say and rows of folders do not. */
function fileFieldsFromJson(
  owner: ObjectId,
  { size: sizeBytes, modifier }: Readonly<Record<string, unknown>>,
): Pick<FileDirent, 'sizeBytes' | 'modifier'> {
  if (!isSafeInteger(sizeBytes) || sizeBytes < 0) throw corrupt(owner, 'size');
  if (typeof modifier !== 'string') throw corrupt(owner, 'modifier');
  return { sizeBytes, modifier };
}

/** `sorted` by name, so twins are neighbours. */
function* checkNames(owner: string, sorted: readonly Dirent[]): Steps<void> {
  let previous = '';
  for (const [at, { name }] of sorted.entries()) {
    if (isStepDue(at)) yield;
    if (!isPathComponent(name)) throw corrupt(owner, 'name');
    if (name === previous) throw corrupt(owner, 'duplicate-name');
    previous = name;
  }
}

/**
 * What any dir object may hold as a name: hostile objects must not smuggle a path in. Wider than what new
 * items may be called: official clients send names with a backslash, and on Windows and macOS more than 255
 * bytes.
 */
export function isPathComponent(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return false;
  return !name.includes('/') && !name.includes('\0') && name.isWellFormed();
}
