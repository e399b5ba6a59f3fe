import {
  COMMIT_END,
  CONTENT_END,
  commitStart,
  contentStart,
  gitPathOf,
  putText,
  removeText,
  STREAM_END,
  STREAM_START,
} from '../../core/git/fast-import.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isExecutable } from '../../core/objects/dir-object.ts';
import type { FileObject } from '../../core/objects/file-object.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { type FileChange, fileChanges, type ReadDirIfWhole } from '../../core/tree/file-changes.ts';
import type { HistoryEntry } from '../../store/sqlite/history.ts';
import { createReadDir } from './directory-reader.ts';
import { decodeFileYielding } from './file-content.ts';
import { readAhead } from './read-ahead.ts';
import type { RetainedReader } from './retained-reader.ts';
import { isUnreadable } from './stored-commits.ts';

export interface HistoryStreamParts {
  readonly objects: RetainedReader;
  /** Name of the author with this address. */
  readonly nameOf: (email: string) => string;
  /** Told after each commit. */
  readonly onCommit: () => void;
}

/** What became of a history on its way to git. */
export interface StreamedHistory {
  readonly commits: number;
  /** Versions whose content is missing or damaged: the path has the last one that could be read, or nothing. The first of them. */
  readonly unreadable: readonly UnreadableVersion[];
  readonly unreadableCount: number;
  /** Paths that git takes under another name only. The first of them. */
  readonly renamed: readonly RenamedPath[];
  readonly renamedCount: number;
}

/** What was exported with its history. */
export interface ExportedHistory extends StreamedHistory {
  readonly libraryId: LibraryId;
  readonly name: string;
  /** The folder of the repository. */
  readonly path: string;
  /** Of the newest version; git knows no folders without files. */
  readonly emptyFolders: number;
  /** Why not all files of the newest version lie beside the repository; empty: they do. */
  readonly notWritten: string;
}

export interface UnreadableVersion {
  readonly path: string;
  readonly commitId: CommitId;
}

export interface RenamedPath {
  readonly path: string;
  readonly writtenAs: string;
}

/** A person reads the first. */
const MOST_TOLD = 100;
/** Lines that are handed on together. */
const PIECE_CHARACTERS = 64 * 1024;
const FILLING = Buffer.alloc(PIECE_CHARACTERS);
/** Of content that could not be read. */
const NO_MARK = 0;

/**
 * The commits of a library as `git fast-import` reads them, one after the other. What it remembers is a mark for each
 * content that it wrote, so each is written once; what it holds is some blocks and the lines of one commit.
 */
export class HistoryStream {
  readonly #parts: HistoryStreamParts;
  readonly #readDir: ReadDirIfWhole;
  readonly #marks = new Map<ObjectId, number>();
  #lastMark = NO_MARK;
  #commits = 0;
  readonly #unreadable: UnreadableVersion[] = [];
  #unreadableCount = 0;
  readonly #renamed = new Map<string, string>();

  constructor(parts: HistoryStreamParts) {
    this.#parts = parts;
    const readDir = createReadDir(parts.objects);
    this.#readDir = (id) => ifWhole(readDir(id));
  }

  get result(): StreamedHistory {
    const renamed = [...this.#renamed].map(([path, writtenAs]) => ({ path, writtenAs }));
    return {
      commits: this.#commits,
      unreadable: this.#unreadable,
      unreadableCount: this.#unreadableCount,
      renamed: renamed.slice(0, MOST_TOLD),
      renamedCount: renamed.length,
    };
  }

  /**
   * The stream, piece by piece. A piece is done with when the next one is asked for: its memory may be used again then.
   * @param commits oldest first
   * @throws DomainError `library-not-found`, `object-corrupt` for a tree that never ends
   */
  async *pieces(commits: Iterable<HistoryEntry>): AsyncGenerator<Buffer, void, void> {
    yield Buffer.from(STREAM_START);
    let rootId: ObjectId | null = null;
    for (const commit of commits) {
      yield* this.#commit(rootId, commit);
      rootId = commit.rootId;
      this.#commits += 1;
      this.#parts.onCommit();
    }
    yield Buffer.from(STREAM_END);
  }

  async *#commit(oldRootId: ObjectId | null, commit: HistoryEntry): AsyncGenerator<Buffer, void, void> {
    const lines = [this.#headOf(commit)];
    for await (const change of fileChanges(this.#readDir, oldRootId, commit.rootId)) {
      if (change.op === 'put' && !this.#marks.has(change.dirent.id)) yield* this.#content(change.dirent.id);
      lines.push(this.#lineOf(change, commit.id));
    }
    lines.push(COMMIT_END);
    yield* inPieces(lines);
  }

  #headOf({ id, authorEmail, description, ctimeSeconds: timeSeconds }: HistoryEntry): string {
    const authorName = authorEmail === '' ? '' : this.#parts.nameOf(authorEmail);
    return commitStart({ id, authorName, authorEmail, timeSeconds, description });
  }

  /** Empty where nothing can be put. */
  #lineOf(change: FileChange, commitId: CommitId): string {
    const path = gitPathOf(change.path);
    if (change.op === 'remove') return removeText(path);
    const mark = change.op === 'put' ? (this.#marks.get(change.dirent.id) ?? NO_MARK) : NO_MARK;
    if (change.op === 'unreadable' || mark === NO_MARK) {
      this.#unreadableCount += 1;
      if (this.#unreadable.length < MOST_TOLD) this.#unreadable.push({ path: change.path, commitId });
      return '';
    }
    if (path !== change.path.slice(1)) this.#renamed.set(change.path, `/${path}`);
    return putText(path, mark, isExecutable(change.dirent));
  }

  /** Writes what a file holds, or nothing where that is known to be incomplete. */
  async *#content(id: ObjectId): AsyncGenerator<Buffer, void, void> {
    const file = await this.#fileOf(id);
    if (file === null) {
      this.#marks.set(id, NO_MARK);
      return;
    }
    this.#lastMark += 1;
    yield Buffer.from(contentStart(this.#lastMark, file.sizeBytes));
    const isWhole = yield* this.#blocks(file);
    yield Buffer.from(CONTENT_END);
    this.#marks.set(id, isWhole ? this.#lastMark : NO_MARK);
  }

  /** Null when it cannot be read, or a block of it is not there, or they do not add up to its size. */
  async #fileOf(id: ObjectId): Promise<FileObject | null> {
    if (id === EMPTY_ID) return { blockIds: [], sizeBytes: 0 };
    const { objects } = this.#parts;
    const file = await ifWhole(objects.read('fs', id).then((bytes) => decodeFileYielding(id, bytes)));
    let bytes = 0;
    for (const block of file?.blockIds ?? []) bytes += objects.sizeOf('block', block) ?? Number.NaN;
    return bytes === file?.sizeBytes ? file : null;
  }

  /** The size was said before: where a block proves to be damaged, zeros stand for the rest, and nothing names them. */
  async *#blocks({ blockIds, sizeBytes }: FileObject): AsyncGenerator<Buffer, boolean, void> {
    const blocks = readAhead(blockIds, (id) => ifWhole(this.#parts.objects.read('block', id)));
    let left = sizeBytes;
    for await (const block of blocks) {
      if (block === null || block.length > left) break;
      left -= block.length;
      yield block;
    }
    const isWhole = left === 0;
    for (; left > 0; left -= FILLING.length) yield FILLING.subarray(0, left);
    return isWhole;
  }
}

function* inPieces(lines: readonly string[]): Generator<Buffer> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}

/** Null for what is missing or damaged. */
async function ifWhole<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}
