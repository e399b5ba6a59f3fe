import { DomainError } from '../core/errors.ts';
import { joinPath } from '../core/folder/folder-entry.ts';
import type { LinkedFolder } from '../core/folder/linked-folder.ts';
import { EMPTY_ID } from '../core/objects/object-id.ts';
import type { TreeChange } from '../core/tree/apply.ts';
import type { ChangeLibrary } from '../services/change-library.ts';
import type {
  FolderIndex,
  FolderProblem,
  FolderReader,
  IngestObjects,
  ReadBatch,
  ReadOutcome,
} from './ports.ts';
import { type RoundChanges, roundChanges } from './round-changes.ts';
import type { Round } from './scan.ts';

export interface IngestDependencies {
  readonly folder: Pick<LinkedFolder, 'key' | 'libraryId' | 'authorEmail'>;
  readonly reader: Pick<FolderReader, 'read'>;
  readonly objects: IngestObjects;
  readonly index: Pick<FolderIndex, 'apply' | 'filesInside'>;
  readonly commitChanges: ChangeLibrary['commitChanges'];
  /** Name of this computer, for history. */
  readonly device: string;
  readonly onProgress: (step: IngestStep) => void;
}

export type IngestStep =
  | { readonly phase: 'hash'; readonly files: number; readonly bytes: number; readonly current: string }
  | { readonly phase: 'commit' };

export interface IngestReport {
  /** A commit was made. */
  readonly isCommitted: boolean;
  readonly problems: readonly FolderProblem[];
  readonly again: RoundChanges['again'];
  /** By how much the number of files in the index changed. */
  readonly addedFiles: number;
}

/**
 * Reads the files of a round, commits what it changes, and records the new agreement in the index, in the transaction
 * that moves the head: a crash can leave neither without the other, which would make the next edit look like one that
 * was made without knowing the library's version.
 */
export async function ingestRound(round: Round, deps: IngestDependencies): Promise<IngestReport> {
  const outcomes = await readFiles(round, deps);
  const result = roundChanges(round, outcomes, deps.folder.authorEmail);
  const addedFiles = result.addedFiles - filesInside(result, deps);
  const record = () => deps.index.apply(deps.folder.key, result.update);
  const committed = await commit(result.changes, record, deps);
  if (!committed.isCommitted) record();
  const problems = [...result.problems, ...committed.problems];
  return { isCommitted: committed.isCommitted, problems, again: result.again, addedFiles };
}

async function readFiles(round: Round, deps: IngestDependencies): Promise<ReadOutcome[]> {
  const outcomes: ReadOutcome[] = [];
  if (round.reads.length === 0) return outcomes;
  const wanted = round.reads.map(({ dir, entry }) => ({ path: joinPath(dir, entry.name), stat: entry }));
  for await (const batch of deps.reader.read(wanted)) {
    await keep(batch, deps.objects);
    outcomes.push(...batch.files);
    const current = wanted[batch.files.at(-1)?.index ?? outcomes.length]?.path ?? '';
    deps.onProgress({ phase: 'hash', files: batch.files.length, bytes: batch.sizeBytes, current });
  }
  if (outcomes.length !== wanted.length)
    throw new Error(`${wanted.length - outcomes.length} files were not read`);
  return outcomes;
}

async function keep(batch: ReadBatch, objects: IngestObjects): Promise<void> {
  for (const { id, bytes } of batch.blocks) {
    if (!objects.has('block', id)) await objects.write('block', id, bytes);
  }
  for (const file of batch.files) {
    if (file.kind !== 'read' || file.id === EMPTY_ID || objects.has('fs', file.id)) continue;
    await objects.write('fs', file.id, Buffer.from(file.objectText));
  }
  free(batch);
}

/**
 * Gives the memory of a batch back at once. Left to the garbage collector, which does not see how large the blocks
 * are, the blocks of a large file pile up by the hundred megabytes.
 */
function free({ blocks }: ReadBatch): void {
  const buffers = new Set(blocks.map(({ bytes }) => bytes.buffer));
  for (const buffer of buffers) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

interface Committed {
  readonly isCommitted: boolean;
  readonly problems: readonly FolderProblem[];
}

async function commit(
  changes: readonly TreeChange[],
  record: () => void,
  deps: IngestDependencies,
): Promise<Committed> {
  if (changes.length === 0) return { isCommitted: false, problems: [] };
  deps.onProgress({ phase: 'commit' });
  try {
    return await commitOnce(changes, record, deps);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'name-taken') throw error;
    // The library has a file where the disk has a folder. Files find a place beside it by themselves, folders don't.
    const path = error.detail.value ?? '';
    const withoutFolders = changes.filter((change) => change.op !== 'mkdir');
    const { isCommitted, problems } = await commitOnce(withoutFolders, record, deps);
    const taken: FolderProblem = { path, reason: 'conflict', message: 'the library has a file of this name' };
    return { isCommitted, problems: [...problems, taken] };
  }
}

async function commitOnce(
  changes: readonly TreeChange[],
  record: () => void,
  deps: IngestDependencies,
): Promise<Committed> {
  const { libraryId, authorEmail } = deps.folder;
  const result = await deps.commitChanges({
    libraryId,
    changes,
    author: authorEmail,
    device: deps.device,
    alongside: record,
  });
  const problems = result.conflicts.map(({ path, conflictPath }): FolderProblem => {
    return {
      path: path.slice(1),
      reason: 'conflict',
      message: `the library has another version; kept as ${conflictPath}`,
    };
  });
  return { isCommitted: result.changed, problems };
}

function filesInside({ update }: RoundChanges, { index, folder }: IngestDependencies): number {
  let files = 0;
  for (const row of update.removed) {
    if (row.isDir) files += index.filesInside(folder.key, joinPath(row.dir, row.name)).length;
  }
  return files;
}
