import { crc32 } from 'node:zlib';
import { isLibraryId, type LibraryId } from '../core/library/library-id.ts';
import type { Owner } from '../core/library/owner.ts';
import { type CommitId, isId } from '../core/objects/object-id.ts';

/** What happened to a library: its head moved, or the library was deleted, restored or removed for good. */
export type HeadEntryType = 'head' | 'deleted' | 'restored' | 'purged';

/** One line of the head journal. The names are those in the file. */
export interface HeadEntry {
  /** Rises by one from entry to entry. */
  readonly seq: number;
  /** Unix seconds. */
  readonly at_s: number;
  readonly type: HeadEntryType;
  readonly library_id: LibraryId;
  readonly head_commit_id: CommitId;
  /** The head before; null for the first of a library. */
  readonly prev: CommitId | null;
  readonly name: string;
  readonly owner: Owner;
  /** Oldest commit whose content is kept, once garbage collection has removed what only older ones reach. */
  readonly kept_from?: CommitId;
}

/** What a journal file holds. */
export interface JournalContent {
  /** Whole entries in the order they were written. */
  readonly entries: readonly HeadEntry[];
  /** Lines, counted from 1, at or before which acknowledged entries are lost. Empty when the journal is sound. */
  readonly damagedLines: readonly number[];
  /** The file ends in half an entry, which was never acknowledged: a crash while it was written. */
  readonly hasTornTail: boolean;
  /** The number for the next entry. */
  readonly nextSeq: number;
  /** There is something after which entries can follow. */
  readonly isBegun: boolean;
  readonly endsWithNewline: boolean;
}

/** First line of a file: the `kept` entries after it were carried over and need not follow one another. */
interface JournalHeader {
  readonly format: 1;
  readonly kept: number;
  readonly next_seq: number;
}

const NEWLINE = 0x0a;
const ENTRY_TYPES: readonly string[] = ['head', 'deleted', 'restored', 'purged'] satisfies HeadEntryType[];

/** The first line of a journal whose next entry after the kept ones has number `nextSeq`. */
export function encodeHeader(kept: number, nextSeq: number): string {
  return encodeLine({ format: 1, kept, next_seq: nextSeq } satisfies JournalHeader);
}

/** One line: CRC-32 of the JSON as 8 hex digits, a space, the JSON, a newline. */
export function encodeEntry(entry: HeadEntry): string {
  const { seq, at_s, type, library_id, head_commit_id, prev, name, owner, kept_from } = entry;
  // JSON leaves out what is undefined.
  return encodeLine({ seq, at_s, type, library_id, head_commit_id, prev, name, owner, kept_from });
}

/**
 * Reads a journal. A line that fails its checksum is damage only when a number is missing after it: otherwise it is
 * half an entry whose number was given to the entry that was written in its place.
 */
export function decodeJournal(bytes: Buffer): JournalContent {
  const lines = linesOf(bytes).map(parseLine);
  // Before the header there can only be the remains of headers that were never finished.
  const firstAt = lines.findIndex((line) => line !== null);
  const header = headerOf(lines[firstAt]);
  const reader = new JournalReader(header?.next_seq ?? null);
  // Without a header the first whole line is an entry like the others.
  const bodyAt = entryOf(lines[firstAt]) === null ? firstAt + 1 : firstAt;
  const lastKept = firstAt + (header?.kept ?? 0);
  for (const [index, line] of lines.entries()) {
    if (index < bodyAt) continue;
    const entry = entryOf(line);
    if (header !== null && index <= lastKept) reader.readKept(index + 1, entry);
    else reader.readNext(index + 1, entry);
  }
  return { ...reader.content(header !== null), endsWithNewline: bytes.at(-1) === NEWLINE };
}

/** Takes in the lines after the header, in order. Line numbers count from 1. */
class JournalReader {
  readonly #entries: HeadEntry[] = [];
  readonly #damagedLines = new Set<number>();
  /** Lines since the last whole entry that are none. */
  #unreadLines: number[] = [];
  #nextSeq: number | null;

  /** `nextSeq` null: whatever number comes first is right. */
  constructor(nextSeq: number | null) {
    this.#nextSeq = nextSeq;
  }

  /** A line carried over from an earlier file: it was whole then, and its number says nothing about the next. */
  readKept(line: number, entry: HeadEntry | null): void {
    if (entry === null) this.#damagedLines.add(line);
    else this.#entries.push(entry);
  }

  readNext(line: number, entry: HeadEntry | null): void {
    if (entry === null) {
      this.#unreadLines.push(line);
      return;
    }
    if (this.#nextSeq !== null && entry.seq > this.#nextSeq) this.#reportGapBefore(line);
    this.#unreadLines = [];
    this.#nextSeq = entry.seq + 1;
    this.#entries.push(entry);
  }

  #reportGapBefore(line: number): void {
    const lost = this.#unreadLines.length > 0 ? this.#unreadLines : [line];
    for (const each of lost) this.#damagedLines.add(each);
  }

  content(hasHeader: boolean): Omit<JournalContent, 'endsWithNewline'> {
    // Entries without the header that was durable before them.
    if (!hasHeader && this.#entries.length > 0) this.#damagedLines.add(1);
    return {
      entries: this.#entries,
      damagedLines: [...this.#damagedLines].sort((a, b) => a - b),
      hasTornTail: this.#unreadLines.length > 0,
      nextSeq: this.#nextSeq ?? 1,
      isBegun: hasHeader || this.#entries.length > 0,
    };
  }
}

function encodeLine(value: object): string {
  const json = JSON.stringify(value);
  return `${checksumOf(json)} ${json}\n`;
}

function checksumOf(json: string | Buffer): string {
  return crc32(json).toString(16).padStart(8, '0');
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  while (from < bytes.length) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found === -1 ? bytes.length : found;
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return lines;
}

function parseLine(line: Buffer): unknown {
  const json = line.subarray(9);
  if (json.length === 0 || line.toString('latin1', 0, 9) !== `${checksumOf(json)} `) return null;
  return JSON.parse(json.toString('utf8'));
}

function headerOf(value: unknown): JournalHeader | null {
  if (typeof value !== 'object' || value === null) return null;
  const { format, kept, next_seq } = value as Record<string, unknown>;
  if (format !== 1 || typeof kept !== 'number' || typeof next_seq !== 'number') return null;
  return { format, kept, next_seq };
}

function entryOf(value: unknown): HeadEntry | null {
  if (typeof value !== 'object' || value === null) return null;
  const { seq, at_s, type, library_id, head_commit_id, prev, name, owner } = value as Record<string, unknown>;
  const isValid =
    Number.isSafeInteger(seq) &&
    Number.isSafeInteger(at_s) &&
    isLibraryId(library_id) &&
    typeof name === 'string';
  const hasHeads = isId(head_commit_id) && (prev === null || isId(prev));
  if (!isValid || !hasHeads || !ENTRY_TYPES.includes(String(type)) || !isOwner(owner)) return null;
  return value as HeadEntry;
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, email, groupId } = value as Record<string, unknown>;
  return kind === 'user' ? typeof email === 'string' : kind === 'department' && Number.isSafeInteger(groupId);
}
