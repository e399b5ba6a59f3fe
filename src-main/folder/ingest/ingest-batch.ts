import { joinPath } from '../../core/folder/folder-entry.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { MovedHead } from '../../engine/heads/commit-records.ts';
import type { FolderIndex, FolderProblem, FolderReader, IngestObjects, ReadOutcome } from '../ports.ts';
import type { ChangeBatch } from '../scan/scan.ts';
import { type BatchChanges, batchChanges, type UnresolvedContent } from './batch-changes.ts';
import { ContentKeeper } from './content-keeper.ts';
import { withIgnoredInside } from './ignored-inside.ts';

export interface IngestDependencies {
  readonly folder: Pick<LinkedFolder, 'key' | 'id' | 'libraryId' | 'authorEmail'>;
  readonly reader: Pick<FolderReader, 'read'>;
  readonly objects: IngestObjects;
  readonly index: Pick<FolderIndex, 'apply' | 'filesInside' | 'dirsInside' | 'byInode'>;
  readonly commitChanges: ChangeLibrary['commitChanges'];
  /** Of the library. */
  readonly readDir: ReadDir;
  /** The tree of the library now; null when it cannot be read. */
  readonly headRootId: () => ObjectId | null;
  /** Name of this computer, for history. */
  readonly device: string;
  /** Of a library that has a password; null for any other. */
  readonly fileKey: FileKey | null;
  /** By patterns; folders that were left out by choice are not among them. */
  readonly isIgnored: (dir: string, name: string, isDir: boolean) => boolean;
  /** The part of what was read that is taken in now. */
  readonly holdBack: (result: BatchChanges) => BatchChanges;
  readonly unresolved: UnresolvedContent;
  readonly onProgress: (step: IngestStep) => void;
}

export type ReadingDependencies = Pick<
  IngestDependencies,
  'reader' | 'objects' | 'fileKey' | 'onProgress'
> & {
  /** Throws when the scan was given up and its reads are of no use. */
  readonly requireGoing: () => void;
};

export type IngestStep =
  | {
      readonly phase: 'hash' | 'store';
      /** Read since the last step. */
      readonly files: number;
      readonly bytes: number;
      readonly current: string;
    }
  | { readonly phase: 'commit' };

export interface IngestReport {
  /** A commit was made. */
  readonly isCommitted: boolean;
  /** How the tree moved with what was taken in; null when it holds more or less than that. */
  readonly moved: MovedHead | null;
  readonly problems: readonly FolderProblem[];
  readonly again: BatchChanges['again'];
  /** By how much the number of files in the index changed. */
  readonly addedFiles: number;
  /** What was taken in. */
  readonly taken: Pick<BatchChanges, 'changes' | 'update'>;
}

/** A batch whose contents are in the library's store, not yet durable. */
export interface ReadChangeBatch {
  readonly batch: ChangeBatch;
  readonly outcomes: readonly ReadOutcome[];
}

/**
 * Commits what a batch changes once its files were read, and records the new agreement in the index, in the transaction
 * that moves the head: a crash can leave neither without the other, which would make the next edit look like one that
 * was made without knowing the library's version.
 */
export async function commitBatch(
  { batch, outcomes }: ReadChangeBatch,
  deps: IngestDependencies,
): Promise<IngestReport> {
  const { index, folder } = deps;
  const all = batchChanges(batch, outcomes, {
    author: folder.authorEmail,
    filesInside: (dir) => index.filesInside(folder.key, dir),
    dirsInside: (dir) => index.dirsInside(folder.key, dir),
    rowsByInode: (inode) => index.byInode(folder.key, inode),
    unresolved: deps.unresolved,
  });
  const result = deps.holdBack(all);
  const committed = await commit(result, deps);
  if (!committed.isCommitted) {
    // Nothing new for the library, but maybe a good copy of what was damaged in it.
    if (batch.reads.length > 0) await deps.objects.flush();
    index.apply(folder.key, result.update);
  }
  const problems = [...result.problems, ...committed.problems];
  const { again, addedFiles } = result;
  return { ...committed, problems, again, addedFiles, taken: result };
}

/** Reads the files of a batch into the library's store. Gives up with an error once `requireGoing` throws. */
export async function readBatch(batch: ChangeBatch, deps: ReadingDependencies): Promise<ReadChangeBatch> {
  const outcomes: ReadOutcome[] = [];
  if (batch.reads.length === 0) return { batch, outcomes };
  const keeper = new ContentKeeper(deps.objects);
  const wanted = batch.reads.map(({ dir, entry }) => ({ path: joinPath(dir, entry.name), stat: entry }));
  try {
    for await (const batch of deps.reader.read(wanted, deps.fileKey)) {
      deps.requireGoing();
      const current = wanted[batch.files.at(-1)?.index ?? outcomes.length]?.path ?? '';
      deps.onProgress({ phase: 'store', files: 0, bytes: 0, current });
      outcomes.push(...(await keeper.keep(batch)));
      deps.onProgress({ phase: 'hash', files: batch.files.length, bytes: batch.sizeBytes, current });
    }
  } finally {
    await keeper.rest();
  }
  if (outcomes.length !== wanted.length)
    throw new Error(`${wanted.length - outcomes.length} files were not read`);
  return { batch, outcomes };
}

interface Committed {
  readonly isCommitted: boolean;
  readonly moved: MovedHead | null;
  readonly problems: readonly FolderProblem[];
}

async function commit({ changes: all, update }: BatchChanges, deps: IngestDependencies): Promise<Committed> {
  if (all.length === 0) return { isCommitted: false, moved: null, problems: [] };
  deps.onProgress({ phase: 'commit' });
  const library = { readDir: deps.readDir, rootId: deps.headRootId() };
  const changes: TreeChange[] = [];
  for (const change of all) changes.push(await withIgnoredInside(change, library, deps.isIgnored));
  const { libraryId, authorEmail: author, key: folderKey, id: folderId } = deps.folder;
  const records = [{ kind: 'folder-index', folderKey, folderId, update }] as const;
  const { device } = deps;
  const result = await deps.commitChanges({ libraryId, changes, author, asksFirst: false, device, records });
  const problems = result.conflicts.map(({ path, conflictPath }): FolderProblem => {
    const message =
      path === conflictPath
        ? 'the library has a file of this name'
        : `the library has another version; kept as ${conflictPath}`;
    return { path: path.slice(1), reason: 'conflict', message };
  });
  const { previousRootId, rootId, changed: isCommitted } = result;
  const moved = isCommitted ? { previousRootId, rootId, isClean: problems.length === 0 } : null;
  return { isCommitted, moved, problems };
}
