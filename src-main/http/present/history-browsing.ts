import type { DifferencesPageJson } from '../../../src-shared/compare-api.ts';
import type {
  LeftAloneJson,
  PinJson,
  PlannedCommitJson,
  RestoredSnapshotJson,
  SnapshotJson,
  UndoneJson,
} from '../../../src-shared/history-browsing-api.ts';
import type { BodyOf, QueryOf } from '../../../src-shared/local-api.ts';
import { DomainError } from '../../core/errors.ts';
import { parsePath } from '../../core/library/path.ts';
import type { RestoreAction } from '../../core/tree/restore-plan.ts';
import type { LeftAlone } from '../../core/tree/undo.ts';
import type { SnapshotRestored, Undone } from '../../engine/edits/restores.ts';
import type { CommitResult } from '../../engine/heads/commit-changes.ts';
import type { DifferencesPage } from '../../usecases/history/compare-snapshots.ts';
import type { HistoryQuery } from '../../usecases/history/history-search.ts';
import type { PinView } from '../../usecases/history/pins.ts';
import type { Snapshot, SnapshotRequest } from '../../usecases/history/snapshots.ts';
import { type Fields, given, integerOf, parseCommitId } from '../declared-fields.ts';
import { localChange, localCommit } from './commits.ts';
import { encodeCursor } from './values.ts';

/** More rows than a user reads; the counts are of all of a wide change. */
const ROWS_SHOWN = 1000;

function plannedCommit(made: CommitResult | null): PlannedCommitJson {
  const isMade = made?.changed === true;
  return { commit_id: isMade ? made.commitId : null, previous_commit_id: isMade ? made.previousId : null };
}

type Measured = Pick<SnapshotRestored['plan']['steps'][number], 'files' | 'bytes'>;

function sumOf(steps: readonly Measured[], what: keyof Measured): number {
  return steps.reduce((sum, step) => sum + step[what], 0);
}

/** The first of them. */
export function leftAloneRows(leftAlone: readonly LeftAlone[]): LeftAloneJson[] {
  return leftAlone.slice(0, ROWS_SHOWN).map(({ path, isDir, reason }) => ({ path, is_dir: isDir, reason }));
}

export function presentUndone({ plan, made }: Undone): UndoneJson {
  const { steps, leftAlone } = plan;
  const removed = steps.filter(({ action }) => action === 'remove');
  return {
    ...plannedCommit(made),
    steps: steps.slice(0, ROWS_SHOWN).map(({ action, path, fromPath, item, files, bytes }) => ({
      ...{ action, path, from_path: fromPath },
      ...{ is_dir: item.kind === 'dir', files, bytes },
    })),
    step_count: steps.length,
    files: sumOf(steps, 'files'),
    removals: sumOf(removed, 'files'),
    removal_bytes: sumOf(removed, 'bytes'),
    left_alone: leftAloneRows(leftAlone),
    left_alone_count: leftAlone.length,
  };
}

export function presentRestoredSnapshot({ plan, made }: SnapshotRestored): RestoredSnapshotJson {
  const { steps, blocked } = plan;
  const of = (wanted: RestoreAction) => steps.filter(({ action }) => action === wanted);
  return {
    ...plannedCommit(made),
    steps: steps.slice(0, ROWS_SHOWN).map(({ action, path, item, files, bytes }) => ({
      action,
      path,
      is_dir: item.kind === 'dir',
      files,
      bytes,
    })),
    step_count: steps.length,
    creates: sumOf(of('create'), 'files'),
    overwrites: sumOf(of('overwrite'), 'files'),
    removals: sumOf(of('remove'), 'files'),
    bytes: sumOf(of('create'), 'bytes') + sumOf(of('overwrite'), 'bytes'),
    removal_bytes: sumOf(of('remove'), 'bytes'),
    blocked: blocked.slice(0, ROWS_SHOWN),
  };
}

export function presentDifferences(page: DifferencesPage): DifferencesPageJson {
  return {
    older: localCommit(page.older),
    newer: localCommit(page.newer),
    rows: page.rows.map((row) => ({
      ...localChange(row),
      ...{ size: row.bytes, old_size: row.kind === 'modified' ? row.oldSizeBytes : 0, files: row.files },
    })),
    total: page.total,
    files: page.files,
    bytes_delta: page.bytesDelta,
    cursor: encodeCursor(page.next),
  };
}

export function presentSnapshot({ commit, oldest, newest, olderId, newerId }: Snapshot): SnapshotJson {
  return {
    commit: localCommit(commit),
    number: commit.seq,
    oldest,
    newest,
    older_commit_id: olderId,
    newer_commit_id: newerId,
  };
}

export function presentPin({ commit, name, pinnedBy, pinnedAtSeconds }: PinView): PinJson {
  return { commit: localCommit(commit), name, pinned_by: pinnedBy, pinned_at: pinnedAtSeconds };
}

/** @throws DomainError `argument-invalid` */
export function parseSnapshotRequest(query: Fields): SnapshotRequest {
  const commitId = query.optionalCommitId('commit');
  if (commitId !== null) return { commitId };
  const at = integerOf(query.optional('at'));
  if (at !== null) return { atSeconds: at };
  return { number: integerOf(query.optional('number')) ?? Number.MAX_SAFE_INTEGER };
}

/** @throws DomainError `argument-missing`, `argument-invalid`, `path-invalid` */
export function parseSnapshotRestore(body: Fields<BodyOf<'POST libraries/:library_id/moments/restore/'>>) {
  const paths = body.list('paths').map(parsePath);
  if (paths.length === 0) throw new DomainError('argument-missing', { field: 'paths' });
  return {
    commitId: parseCommitId(body.required('commit_id'), 'commit_id'),
    paths,
    mode: body.optional('mode') ?? 'in-place',
    except: body.list('except').map(parsePath),
    isDryRun: body.boolean('dry_run'),
  };
}

/** @throws DomainError `path-invalid`, `argument-invalid` */
export function parseHistoryQuery(
  query: Fields<QueryOf<'GET libraries/:library_id/history/search/'>>,
): HistoryQuery {
  const kind = query.optional('type');
  return {
    path: parsePath(query.optional('path') ?? '/'),
    ...given({
      person: query.optional('by'),
      device: query.optional('device'),
      kind,
      sinceSeconds: integerOf(query.optional('after')) ?? undefined,
      untilSeconds: integerOf(query.optional('before')) ?? undefined,
      text: query.optional('text'),
      language: query.optional('language'),
    }),
  };
}
