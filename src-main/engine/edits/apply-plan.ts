import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import type { LibraryTable } from '../../store/sqlite/libraries.ts';
import type { ChangeLibrary } from '../heads/change-library.ts';
import type { CommitResult } from '../heads/commit-changes.ts';
import type { CommitRecord } from '../heads/commit-records.ts';

export interface ApplyPlanDependencies {
  readonly libraryTable: Pick<LibraryTable, 'find'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'commitChanges'>;
}

/** What every edit of a library says. Plain data. */
export interface EditCommand {
  readonly libraryId: LibraryId;
  /** E-mail. */
  readonly author: string;
  /** @see CommitRequest */
  readonly asksFirst: boolean;
  /** Absent: worded from the plan. */
  readonly description?: string;
  readonly records?: readonly CommitRecord[];
  /** Absent: it is done. */
  readonly isDryRun?: boolean;
}

/** What a command comes to for a library as it is. Plain data. */
export interface EditPlan {
  readonly changes: readonly TreeChange[];
}

export interface Planning<Plan extends EditPlan> {
  /** Plans for the library as it is then; asked again when it was changed before the commit. */
  readonly plan: (library: Library) => Promise<Plan>;
  readonly describe: (plan: Plan) => string;
  /**
   * `head`: the plan is committed on the very head that it was made for, so that it holds to the letter. `names`: other
   * commits may come first, unless they take a name that the plan found free; so many edits at a time do not hinder
   * one another.
   */
  readonly holdsFor: 'head' | 'names';
}

export interface EditOutcome<Plan extends EditPlan> {
  readonly plan: Plan;
  /** The present head, unchanged, when there was nothing to do or it was a dry run. */
  readonly made: CommitResult;
}

/** A library that is changed this often while a change of it is planned is better asked for later. */
const TRIES = 5;

/**
 * The one way of an edit: plans, and commits what the plan says. Durable on return.
 * @throws DomainError `library-not-found`, `library-read-only`, `head-moved`, `name-taken`, and what planning throws
 */
export async function applyPlan<Plan extends EditPlan>(
  { libraryTable, changeLibrary }: ApplyPlanDependencies,
  { description, records = [], isDryRun = false, ...by }: EditCommand,
  { plan: makePlan, describe, holdsFor }: Planning<Plan>,
): Promise<EditOutcome<Plan>> {
  const overtaken = holdsFor === 'head' ? 'head-moved' : 'name-taken';
  for (let tries = 1; ; tries++) {
    const library = libraryTable.find(by.libraryId);
    if (library === null) throw new DomainError('library-not-found', { value: by.libraryId });
    const plan = await makePlan(library);
    const { changes } = plan;
    if (isDryRun || changes.length === 0) return { plan, made: unchanged(library) };
    const onto = holdsFor === 'head' ? { onto: library.headId } : {};
    const request = {
      libraryId: by.libraryId,
      author: by.author,
      asksFirst: by.asksFirst,
      changes,
      records,
      description: description ?? describe(plan),
      ...onto,
    };
    try {
      return { plan, made: await changeLibrary.commitChanges(request) };
    } catch (error) {
      const isOvertaken = error instanceof DomainError && error.code === overtaken;
      if (!isOvertaken || tries === TRIES) throw error;
    }
  }
}

function unchanged({ headId, rootId }: Library): CommitResult {
  return {
    ...{ commitId: headId, previousId: headId, rootId, previousRootId: rootId },
    ...{ changed: false, conflicts: [] },
  };
}

/** Where something is after a commit that may have found its path taken. */
export function pathAfter({ conflicts }: CommitResult, path: string): string {
  return conflicts.find((conflict) => conflict.path === path)?.conflictPath ?? path;
}
