import type {
  ChangedItemsJson,
  MadeCommitJson,
  TransferProgressJson,
} from '../../../src-shared/items-api.ts';
import { DomainError } from '../../core/errors.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { CopyProgress, MadeCommit } from '../../usecases/files/copy-tasks.ts';
import type { Fields } from '../declared-fields.ts';

/** Values of a list that must hold at least one, and not more than a number. @throws DomainError `argument-missing`, `argument-invalid` */
export function requiredList(fields: Fields, field: string, most: number): readonly string[] {
  const values = fields.list(field).filter((value) => value !== '');
  if (values.length === 0) throw new DomainError('argument-missing', { field });
  if (values.length > most) throw new DomainError('argument-invalid', { field });
  return values;
}

/** The commits of one library as the wire has them; none for null. */
export function madeIn(libraryId: LibraryId, ...commitIds: readonly (CommitId | null)[]): MadeCommitJson[] {
  return commitIds.flatMap((commitId) => (commitId === null ? [] : madeCommit({ libraryId, commitId })));
}

export function madeCommit({ libraryId, commitId }: MadeCommit): MadeCommitJson {
  return { library_id: libraryId, commit_id: commitId };
}

export function changedItem(
  libraryId: LibraryId,
  { path, commitId }: { readonly path: string; readonly commitId: CommitId | null },
): ChangedItemsJson {
  return { path, commits: madeIn(libraryId, commitId) };
}

export function transferProgress({
  state,
  done,
  total,
  reason,
  commits,
}: CopyProgress): TransferProgressJson {
  return { state, done, total, reason, commits: commits.map(madeCommit) };
}
