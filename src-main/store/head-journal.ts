import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DomainError, passingRefusal } from '../core/errors.ts';
import type { LibraryId } from '../core/library/library-id.ts';
import type { CommitId } from '../core/objects/object-id.ts';
import { codeOf } from './backend/backend.ts';
import { DISK, type FileOps, type WritableFile } from './backend/disk/file-ops.ts';
import { createGroupCommit } from './group-commit.ts';
import {
  decodeJournal,
  encodeEntry,
  encodeHeader,
  type HeadEntry,
  type JournalContent,
} from './head-journal-format.ts';
import { NO_REPORTS, type StoreReports } from './store-reports.ts';

export type { HeadEntry, HeadEntryType } from './head-journal-format.ts';

/** An entry before the journal has numbered it. Without `kept_from` that of the library's last entry stays. */
export type NewHeadEntry = Omit<HeadEntry, 'seq'>;

/**
 * Every head that was ever acknowledged, in a checksummed file beside the database, because SQLite opens a database
 * that lost its newest transactions without a word.
 */
export interface HeadJournal {
  /**
   * Durable on return. Concurrent calls share one fsync.
   * @throws DomainError `disk-full`; `library-read-only` from the first failed fsync on, until the journal is reopened
   */
  append(entries: readonly NewHeadEntry[]): Promise<void>;
  /** What the file holds now. */
  readAll(): Promise<JournalContent>;
  /** The last entry of each library, whatever its type. */
  lastHeads(): Promise<ReadonlyMap<LibraryId, HeadEntry>>;
  /** The last entry of one library, from memory; null when there is none. */
  lastHeadOf(id: LibraryId): HeadEntry | null;
  close(): Promise<void>;
}

export interface HeadJournalOptions {
  /** The disk, unless a test brings a failing one. */
  readonly ops?: FileOps;
  /** Length from which the file is rewritten with the last entry of each library. */
  readonly compactAboveBytes?: number;
  readonly reports?: StoreReports;
}

/** 8 MiB hold about 25,000 head moves, and are read in 0.1 s at start. */
const COMPACT_ABOVE_BYTES = 8 * 1024 * 1024;

/** The journal in the file at `path`, which comes into being with the first entry. Its folder must exist. */
export async function openHeadJournal(path: string, options: HeadJournalOptions = {}): Promise<HeadJournal> {
  const bytes = await readJournal(path);
  return new FileHeadJournal(path, bytes, options);
}

class FileHeadJournal implements HeadJournal {
  readonly #path: string;
  readonly #ops: FileOps;
  readonly #reports: StoreReports;
  readonly #compactAboveBytes: number;
  /** The same, or more after a rewrite that was refused. */
  #compactFromBytes: number;
  readonly #lastHeads = new Map<LibraryId, HeadEntry>();
  readonly #commit = createGroupCommit(() => this.#appendQueued());
  #queued: NewHeadEntry[] = [];
  #file: WritableFile | null = null;
  #isNameDurable = false;
  #endOffset: number;
  #nextSeq: number;
  /** Half an entry is at the end of the file; the next one starts on a line of its own. */
  #endsInside: boolean;
  #isBegun: boolean;
  /** Damage is evidence: a damaged file is never rewritten. */
  readonly #isDamaged: boolean;
  #failure: DomainError | null = null;
  #isClosed = false;

  constructor(path: string, bytes: Buffer, options: HeadJournalOptions) {
    const content = decodeJournal(bytes);
    this.#path = path;
    this.#ops = options.ops ?? DISK;
    this.#reports = options.reports ?? NO_REPORTS;
    this.#compactAboveBytes = options.compactAboveBytes ?? COMPACT_ABOVE_BYTES;
    this.#compactFromBytes = this.#compactAboveBytes;
    this.#endOffset = bytes.length;
    this.#nextSeq = content.nextSeq;
    this.#endsInside = bytes.length > 0 && !content.endsWithNewline;
    this.#isBegun = content.isBegun;
    this.#isDamaged = content.damagedLines.length > 0;
    for (const entry of content.entries) this.#lastHeads.set(entry.library_id, entry);
  }

  async append(entries: readonly NewHeadEntry[]): Promise<void> {
    if (this.#isClosed) throw new Error('The head journal is closed.');
    if (entries.length === 0) return;
    this.#queued.push(...entries);
    await this.#commit.run();
  }

  async readAll(): Promise<JournalContent> {
    return decodeJournal(await readJournal(this.#path));
  }

  async lastHeads(): Promise<ReadonlyMap<LibraryId, HeadEntry>> {
    return new Map(this.#lastHeads);
  }

  lastHeadOf(id: LibraryId): HeadEntry | null {
    return this.#lastHeads.get(id) ?? null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#commit.settled();
    await this.#file?.close();
    this.#file = null;
  }

  async #appendQueued(): Promise<void> {
    const entries = this.#numbered(this.#queued);
    this.#queued = [];
    if (this.#failure !== null) throw this.#failure;
    this.#file ??= await this.#open();
    const file = this.#file;
    await this.#write(file, entries.map(encodeEntry).join(''));
    try {
      await file.sync();
      // Once a session, also for a file that exists: the process that made it may have been killed before its sync.
      if (!this.#isNameDurable) await this.#ops.syncFolder(dirname(this.#path));
      this.#isNameDurable = true;
    } catch (cause) {
      throw this.#fail(cause);
    }
    this.#nextSeq += entries.length;
    for (const entry of entries) this.#lastHeads.set(entry.library_id, entry);
    if (this.#endOffset > this.#compactFromBytes && !this.#isDamaged) await this.#compact();
  }

  /** Numbers entries. From where content is kept is carried on, because only the last entry of a library counts. */
  #numbered(queued: readonly NewHeadEntry[]): HeadEntry[] {
    const keptFrom = new Map<LibraryId, CommitId>();
    return queued.map((entry, index) => {
      const id = entry.library_id;
      const kept = entry.kept_from ?? keptFrom.get(id) ?? this.#lastHeads.get(id)?.kept_from;
      if (kept !== undefined) keptFrom.set(id, kept);
      const numbered = { ...entry, seq: this.#nextSeq + index };
      return kept === undefined ? numbered : { ...numbered, kept_from: kept };
    });
  }

  async #open(): Promise<WritableFile> {
    try {
      return await this.#openExisting();
    } catch (cause) {
      if (codeOf(cause) !== 'ENOENT') throw this.#judge(cause);
    }
    try {
      return await this.#ops.create(this.#path);
    } catch (cause) {
      throw this.#judge(cause);
    }
  }

  /** After a rename that was refused either file may have the name, so its length is asked for. */
  async #openExisting(): Promise<WritableFile> {
    const file = await this.#ops.openExisting(this.#path);
    try {
      this.#endOffset = await file.sizeBytes();
      return file;
    } catch (cause) {
      await Promise.allSettled([file.close()]);
      throw cause;
    }
  }

  async #write(file: WritableFile, lines: string): Promise<void> {
    const header = this.#isBegun ? '' : encodeHeader(0, this.#nextSeq);
    const bytes = Buffer.from((this.#endsInside ? '\n' : '') + header + lines);
    try {
      await file.write(bytes, this.#endOffset);
      this.#endOffset += bytes.length;
      this.#endsInside = false;
      this.#isBegun = true;
    } catch (cause) {
      const error = this.#judge(cause);
      await this.#noteTornEnd(file);
      throw error;
    }
  }

  /** Part of a failed write may be in the file; it stays, because cutting a journal is never worth the risk. */
  async #noteTornEnd(file: WritableFile): Promise<void> {
    try {
      const sizeBytes = await file.sizeBytes();
      this.#endsInside = sizeBytes > 0;
      this.#endOffset = sizeBytes;
    } catch (cause) {
      throw this.#fail(cause);
    }
  }

  /**
   * Replaces the file by one with the last entry of each library. A failure before the new file has its name changes
   * nothing, and it is tried again when the file has grown.
   */
  async #compact(): Promise<void> {
    const kept = [...this.#lastHeads.values()].sort((a, b) => a.seq - b.seq);
    const bytes = Buffer.from(encodeHeader(kept.length, this.#nextSeq) + kept.map(encodeEntry).join(''));
    // A rewrite that saves less than half would soon have to be done again.
    if (bytes.length > this.#endOffset / 2) return;
    const path = `${this.#path}.new`;
    const file = await this.#writeCompacted(path, bytes);
    if (file === null) {
      this.#compactLater();
      return;
    }
    const replaced = this.#file;
    this.#file = null;
    // First, because Windows replaces no file that is open. All that was written to it was synced, so its closing has
    // nothing left to say.
    await Promise.allSettled([replaced?.close()]);
    try {
      await this.#ops.rename(path, this.#path);
    } catch {
      await Promise.allSettled([file.close()]);
      await this.#goOnUncompacted(path);
      return;
    }
    this.#file = file;
    this.#endOffset = bytes.length;
    this.#compactFromBytes = this.#compactAboveBytes;
    try {
      await this.#ops.syncFolder(dirname(this.#path));
    } catch (cause) {
      // What was appended is durable in the old file and in the new one, and it is unknown which a power cut leaves.
      this.#fail(cause);
    }
  }

  /** After a rename that failed: either file holds all that was acknowledged, so the one that has the name goes on. */
  async #goOnUncompacted(unusedPath: string): Promise<void> {
    this.#isNameDurable = false;
    try {
      this.#file = await this.#openExisting();
    } catch (cause) {
      // What passes by itself is tried again by the next append.
      if (passingRefusal(cause) === null) this.#fail(cause);
      return;
    } finally {
      this.#compactLater();
    }
    await Promise.allSettled([this.#ops.remove(unusedPath)]);
  }

  /** Not with each append: where another program holds a file, each try waits for it. */
  #compactLater(): void {
    this.#compactFromBytes = this.#endOffset + this.#compactAboveBytes / 8;
  }

  async #writeCompacted(path: string, bytes: Buffer): Promise<WritableFile | null> {
    let file: WritableFile | null = null;
    try {
      await this.#ops.remove(path);
      file = await this.#ops.create(path);
      await file.write(bytes, 0);
      await file.sync();
      return file;
    } catch {
      // The entries are durable where they are, so what was appended stands. Nothing refers to the new file.
      await Promise.allSettled([file?.close()]);
      await Promise.allSettled([this.#ops.remove(path)]);
      return null;
    }
  }

  #judge(cause: unknown): DomainError {
    return passingRefusal(cause) ?? this.#fail(cause);
  }

  #fail(cause: unknown): DomainError {
    if (this.#failure !== null) return this.#failure;
    this.#failure = new DomainError('library-read-only', { reason: 'journal-failed' }, cause);
    this.#reports.writingStopped(this.#failure);
    return this.#failure;
  }
}

function readJournal(path: string): Promise<Buffer> {
  return readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
}
