import { said } from '../../../src-shared/service-words.ts';
import { joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { PrunedEntry, TreeChange } from '../../core/tree/apply.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { MovedHead } from '../../engine/heads/commit-records.ts';
import type { FolderRules } from '../ignore/folder-rules.ts';
import type { UnresolvedIntents } from '../link/agreement.ts';
import type { FolderStatus } from '../link/folder-status.ts';
import type { LinkedLibrary } from '../link/linked-library.ts';
import type { FolderIndex, FolderProblem, FolderReader, IngestObjects, ReadOutcome } from '../ports.ts';
import type { ChangeBatch } from '../scan/scan.ts';
import { type BatchChanges, batchChanges } from './batch-changes.ts';
import { ContentKeeper } from './content-keeper.ts';

/** What taking in a batch needs. */
export interface IngestParts {
  readonly folder: Pick<LinkedFolder, 'key' | 'id' | 'libraryId' | 'authorEmail'>;
  readonly reader: Pick<FolderReader, 'read'>;
  readonly objects: IngestObjects;
  readonly index: Pick<FolderIndex, 'apply' | 'filesInside' | 'dirsInside' | 'byInode'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'commitChanges'>;
  readonly library: Pick<LinkedLibrary, 'headRootId'>;
  /** Of the library. */
  readonly readDir: ReadDir;
  /** Name of this computer, for history. */
  readonly device: string;
  readonly rules: Pick<FolderRules, 'isIgnored'>;
  readonly unresolved: Pick<UnresolvedIntents, 'has'>;
  readonly status: Pick<FolderStatus, 'ingested'>;
}

export interface IngestReport {
  /** A commit was made. */
  readonly isCommitted: boolean;
  /** How the tree moved with this batch; null when the library had all of it. */
  readonly moved: MovedHead | null;
  /** Problems from the library; those of reading are in the changes. */
  readonly problems: readonly FolderProblem[];
}

/** A batch whose contents are in the library's store, not yet durable. */
export interface ReadChangeBatch {
  readonly batch: ChangeBatch;
  readonly outcomes: readonly ReadOutcome[];
}

/** Reads the files of a batch into the library's store, until `signal` says that they are of no use. */
export async function readBatch(
  batch: ChangeBatch,
  { reader, objects, status }: Pick<IngestParts, 'reader' | 'objects' | 'status'>,
  { fileKey, signal }: { readonly fileKey: FileKey | null; readonly signal: AbortSignal },
): Promise<ReadChangeBatch> {
  const outcomes: ReadOutcome[] = [];
  if (batch.reads.length === 0) return { batch, outcomes };
  const keeper = new ContentKeeper(objects);
  const wanted = batch.reads.map(({ dir, entry }) => ({ path: joinPath(dir, entry.name), stat: entry }));
  try {
    for await (const { blocks, files, sizeBytes } of reader.read(wanted, fileKey)) {
      signal.throwIfAborted();
      const current = wanted[files.at(-1)?.index ?? outcomes.length]?.path ?? '';
      status.ingested({ phase: 'store', files: 0, bytes: 0, current });
      outcomes.push(...(await keeper.keep({ blocks, files, sizeBytes })));
      status.ingested({ phase: 'hash', files: files.length, bytes: sizeBytes, current });
    }
  } finally {
    await keeper.rest();
  }
  if (outcomes.length !== wanted.length)
    throw new Error(`${wanted.length - outcomes.length} files were not read`);
  return { batch, outcomes };
}

/** What a batch changes whose files were read. */
export function changesOf(
  { batch, outcomes }: ReadChangeBatch,
  { folder, index, unresolved }: Pick<IngestParts, 'folder' | 'index' | 'unresolved'>,
): BatchChanges {
  return batchChanges(batch, outcomes, {
    ...{ author: folder.authorEmail, index, folderKey: folder.key, unresolved },
  });
}

/**
 * Commits what a batch changes and updates the index in the transaction that moves the head: with one but not the other
 * after a crash, the next edit would look as if it was made without knowing the library's version.
 */
export async function commitBatch(
  { reads }: Pick<ChangeBatch, 'reads'>,
  changes: BatchChanges,
  parts: IngestParts,
): Promise<IngestReport> {
  const report = await commit(changes, parts);
  if (!report.isCommitted) {
    // Nothing new for the library, but maybe a good copy of damaged content.
    if (reads.length > 0) await parts.objects.flush();
    parts.index.apply(parts.folder.key, changes.update);
  }
  return report;
}

async function commit({ changes: all, update }: BatchChanges, parts: IngestParts): Promise<IngestReport> {
  if (all.length === 0) return { isCommitted: false, moved: null, problems: [] };
  parts.status.ingested({ phase: 'commit' });
  const libraryRootId = parts.library.headRootId();
  const changes: TreeChange[] = [];
  for (const change of all) changes.push(await withIgnoredInside(change, libraryRootId, parts));
  const { libraryId, authorEmail: author, key: folderKey, id: folderId } = parts.folder;
  const records = [{ kind: 'folder-index', folderKey, folderId, update }] as const;
  const { device } = parts;
  const request = { libraryId, changes, author, asksFirst: false, device, records };
  const result = await parts.changeLibrary.commitChanges(request);
  const problems = result.conflicts.map(({ path, conflictPath }): FolderProblem => {
    const isHere = path === conflictPath;
    const words = isHere ? said('libraryHasName') : said('otherVersionKept', { what: conflictPath });
    return { path: path.slice(1), reason: 'conflict', said: words };
  });
  const { previousRootId, rootId, changed: isCommitted } = result;
  const moved = isCommitted ? { previousRootId, rootId, isClean: problems.length === 0 } : null;
  return { isCommitted, moved, problems };
}

/**
 * Includes what the library has inside a deleted folder and this folder ignores: it was never here, and would bring the
 * folder back.
 */
async function withIgnoredInside(
  change: TreeChange,
  rootId: ObjectId | null,
  { readDir, rules }: Pick<IngestParts, 'readDir' | 'rules'>,
): Promise<TreeChange> {
  if (change.op !== 'prune' || rootId === null) return change;
  const top = await findEntry(readDir, rootId, change.path);
  if (top?.kind !== 'dir') return change;
  const known = new Map(change.goes);
  const ignored: PrunedEntry[] = [];
  const open = [{ id: top.id, inside: '' }];
  for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
    for (const { kind, name, id } of await readDir(dir.id)) {
      const inside = joinPath(dir.inside, name);
      const what = kind === 'dir' ? kind : id;
      const isKnown = known.get(inside) === what;
      if (
        !isKnown &&
        !rules.isIgnored(parentPath(joinPath(change.path.slice(1), inside)), name, kind === 'dir')
      )
        continue;
      if (!isKnown) ignored.push([inside, what]);
      if (kind === 'dir') open.push({ id, inside });
    }
  }
  return ignored.length === 0 ? change : { ...change, goes: [...change.goes, ...ignored] };
}
