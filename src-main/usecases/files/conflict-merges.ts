import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { describeResolved } from '../../core/history/describe.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import {
  ANCESTORS_READ_MAX,
  MERGED_LINES_MAX,
  TEXT_MAX_BYTES,
  TEXT_MERGES_AT_ONCE,
  TEXT_MERGES_AT_ONCE_PER_PERSON,
  TEXT_MERGES_WAITING,
  TEXT_MERGES_WAITING_PER_PERSON,
} from '../../core/limits.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { ClosestText } from '../../core/text/closest-text.ts';
import { endLinesAlike, mergedText } from '../../core/text/merged-text.ts';
import { type LinedText, linedText } from '../../core/text/text-lines.ts';
import { originalOfConflict } from '../../core/tree/unique-name.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { Ports } from '../../engine/ports.ts';
import type { FileVersion, FileVersions, VersionPlace } from '../../engine/reading/file-versions.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { isNotKept } from '../../engine/reading/stored-commits.ts';
import { SharedSemaphore } from '../../engine/scheduling/shared-semaphore.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { HistoryEntry } from '../../store/sqlite/history.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { ConflictCopies } from './conflict-copies.ts';
import type { Downloads } from './downloads.ts';

export interface ConflictMergesDependencies extends Pick<Ports, 'historyTable'> {
  readonly access: LibraryAccess;
  readonly contents: Pick<LibraryContents, 'entryAt' | 'readWhole'>;
  readonly edits: Pick<LibraryEdits, 'receiveContent' | 'putAt'>;
  readonly downloads: Pick<Downloads, 'keyFor'>;
  readonly fileVersions: Pick<FileVersions, 'follow'>;
  readonly copies: Pick<ConflictCopies, 'find'>;
}

/** Why the sides of a conflict cannot be merged. */
export type MergeObstacle = 'no-original' | 'too-large' | 'no-text' | 'line-ends' | 'no-ancestor';

/** One side of a conflict. */
export interface ConflictText {
  readonly path: string;
  readonly file: FileDirent;
  readonly text: LinedText;
}

interface Sides {
  readonly original: ConflictText;
  readonly copy: ConflictText;
}

/** Both sides of a conflict, and the text that both were made from. */
export type ConflictTexts = { readonly obstacle: MergeObstacle } | (Sides & { readonly ancestor: Ancestor });

interface Ancestor {
  readonly text: LinedText;
  readonly timeSeconds: number;
}

export interface ConflictPlace {
  readonly libraryId: LibraryId;
  /** Of the conflict copy. */
  readonly path: string;
}

export interface MergeOrder extends ConflictPlace {
  /** What the lines were chosen from: object ids. */
  readonly originalId: string;
  readonly copyId: string;
  /** @see mergedText */
  readonly pieces: readonly string[];
}

interface Reading {
  readonly library: Library;
  readonly fileKey: FileKey | null;
}

const ONE_PERSON = { atOnce: TEXT_MERGES_AT_ONCE_PER_PERSON, waiting: TEXT_MERGES_WAITING_PER_PERSON };

/** Ends conflicts of texts by one that is made of lines of both. */
export type ConflictMerges = ReturnType<typeof createConflictMerges>;

export function createConflictMerges(deps: ConflictMergesDependencies) {
  const { access, contents, edits, downloads, copies } = deps;
  const ancestorOf = createAncestors(deps);
  const turns = new SharedSemaphore({ atOnce: TEXT_MERGES_AT_ONCE, waiting: TEXT_MERGES_WAITING });
  const limited = <T>({ email }: Caller, task: () => Promise<T>): Promise<T> =>
    turns.run(task, [{ sender: email, ...ONE_PERSON }]);

  /** @throws DomainError `item-not-found` when there is no conflict copy at the path */
  async function sidesOf(reading: Reading, path: string): Promise<Sides | MergeObstacle> {
    const found = await copies.find(reading.library, path);
    if (found === null) throw new DomainError('item-not-found', { value: path });
    if (found.original === null) return 'no-original';
    const { path: originalPath, file } = found.original;
    const original = await textOf(contents, reading, file);
    if (typeof original === 'string') return original;
    const copy = await textOf(contents, reading, found.file);
    if (typeof copy === 'string') return copy;
    if (!endLinesAlike({ original, copy })) return 'line-ends';
    return {
      original: { path: originalPath, file, text: original },
      copy: { path, file: found.file, text: copy },
    };
  }

  return {
    /**
     * What is there to merge.
     * @throws DomainError `library-not-found`, `permission-denied`, `library-locked`, `busy`; `item-not-found` when there
     * is no conflict copy at the path; `object-missing`, `object-corrupt`
     */
    open(caller: Caller, { libraryId, path }: ConflictPlace): Promise<ConflictTexts> {
      const { library } = access.readable(caller, libraryId);
      const reading = { library, fileKey: downloads.keyFor(caller, library) };
      return limited(caller, async () => {
        const sides = await sidesOf(reading, path);
        if (typeof sides === 'string') return { obstacle: sides };
        const ancestor = await ancestorOf(reading, sides.copy);
        return ancestor === null ? { obstacle: 'no-ancestor' } : { ...sides, ancestor };
      });
    },

    /**
     * Puts the merged text in the place of the original and removes the copy, as one commit; both stay in history.
     * Durable on return.
     * @throws DomainError as `open`; `library-read-only`, `quota-exceeded`; `argument-invalid` for pieces, and with the
     * obstacle; `head-moved`, with the reason `file-changed` when a side is another one by now
     */
    async save(caller: Caller, { libraryId, path, originalId, copyId, pieces }: MergeOrder) {
      const { library } = access.writable(caller, libraryId);
      const reading = { library, fileKey: downloads.keyFor(caller, library) };
      return limited(caller, async () => {
        const sides = await sidesOf(reading, path);
        if (typeof sides === 'string')
          throw new DomainError('argument-invalid', { field: 'path', reason: sides });
        const { original, copy } = sides;
        if (original.file.id !== originalId || copy.file.id !== copyId)
          throw new DomainError('head-moved', { value: path, reason: 'file-changed' });
        const bytes = mergedText({ original: original.text, copy: copy.text }, pieces);
        const { store, received } = edits.receiveContent(library, reading.fileKey);
        const content = await store(inOnePiece(bytes));
        access.writable(caller, libraryId);
        const { commitId } = await edits.putAt({
          ...{ libraryId, ...by(caller), path: original.path, content, received, mtimeSeconds: null },
          ...{ expects: original.file.id, removes: { path, expects: copy.file.id } },
          description: describeResolved(original.file.name),
        });
        return { path: original.path, commitId };
      });
    },
  };
}

/** What both sides of a conflict were made from. */
function createAncestors({ contents, fileVersions, historyTable }: ConflictMergesDependencies) {
  /** The commit that brought the copy; null where the history does not tell. */
  async function arrivalOf(library: Library, path: string): Promise<FileVersion | null> {
    let first: FileVersion | null = null;
    for await (const version of fileVersions.follow(library, { path, seq: library.headSeq })) first = version;
    return first?.origin === 'added' ? first : null;
  }

  /** An older text; null where it is none, or is no longer kept whole. */
  async function olderText(
    reading: Reading,
    commit: HistoryEntry,
    file: () => Promise<Dirent | null>,
  ): Promise<Ancestor | null> {
    try {
      const found = await file();
      const text = found?.kind === 'file' ? await textOf(contents, reading, found) : 'no-text';
      return typeof text === 'string' ? null : { text, timeSeconds: commit.ctimeSeconds };
    } catch (error) {
      if (isNotKept(error)) return null;
      throw error;
    }
  }

  /** What a merge was made from, it says itself. */
  async function ancestorOfMerge(
    reading: Reading,
    mergedId: CommitId,
    path: string,
  ): Promise<Ancestor | null> {
    const { library } = reading;
    const baseId = historyTable.find(library.id, mergedId)?.parentId ?? null;
    const base = baseId === null ? null : historyTable.find(library.id, baseId);
    return base && olderText(reading, base, () => contents.entryAt(library, path, base.id));
  }

  /** Of other copies nothing says it: what they were made from is older than what had the name when they came. */
  async function likelyAncestor(
    reading: Reading,
    { path, seq }: VersionPlace,
    copy: LinedText,
  ): Promise<Ancestor | null> {
    const closest = new ClosestText<Ancestor>(copy.lines);
    let newer = 0;
    for await (const { file, commit } of fileVersions.follow(reading.library, { path, seq })) {
      const text = newer === 0 ? null : await olderText(reading, commit, async () => file);
      if (text !== null) closest.add(text.text.lines, text);
      if (newer === ANCESTORS_READ_MAX) break;
      newer += 1;
      // Counting the lines of a long text takes 10 ms.
      await yieldToEventLoop();
    }
    return closest.found;
  }

  /** Null where the history does not tell. */
  return async function ancestorOf(reading: Reading, { path, text }: ConflictText): Promise<Ancestor | null> {
    const arrival = await arrivalOf(reading.library, path);
    const name = arrival && originalOfConflict(nameOf(arrival.path));
    if (arrival === null || name === null) return null;
    const { isMerge, secondParentId, seq } = arrival.commit;
    const original = joinPath(parentOf(arrival.path), name);
    return isMerge && secondParentId !== null
      ? ancestorOfMerge(reading, secondParentId, original)
      : likelyAncestor(reading, { path: original, seq: seq - 1 }, text);
  };
}

async function textOf(
  contents: Pick<LibraryContents, 'readWhole'>,
  { library, fileKey }: Reading,
  file: FileDirent,
): Promise<LinedText | 'too-large' | 'no-text'> {
  const bytes = await contents.readWhole(library, file, { fileKey, maxBytes: TEXT_MAX_BYTES });
  if (bytes === null) return 'too-large';
  const text = linedText(bytes);
  if (text === null) return 'no-text';
  return text.lines.length > MERGED_LINES_MAX ? 'too-large' : text;
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
