import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import type { Libraries } from '../../store/sqlite/libraries.ts';
import type { ChangeLibrary, CommitResult } from '../heads/change-library.ts';

export interface PlannedCommitsDependencies {
  readonly libraries: Pick<Libraries, 'find'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'commitChanges'>;
}

export interface PlannedCommit<Plan> {
  readonly libraryId: LibraryId;
  readonly author: string;
  readonly description: string | ((plan: Plan) => string);
  /** Plans for the library as it is then; asked again when it was changed before the commit. */
  readonly plan: (library: Library) => Promise<Plan>;
  readonly isDryRun: boolean;
}

export interface PlanOutcome<Plan> {
  readonly plan: Plan;
  /** Null: nothing was to be done, or it was only asked for. */
  readonly made: CommitResult | null;
}

/** A library that is changed this often while a change of it is planned is better asked for later. */
const TRIES = 4;

/**
 * Commits what a plan says, on the very head that it was made for, so that the plan holds to the letter.
 * @throws DomainError `library-not-found`, `library-read-only`, `head-moved`, and what planning throws
 */
export async function commitPlanned<
  Plan extends { readonly steps: readonly { readonly change: TreeChange }[] },
>(
  { libraries, changeLibrary }: PlannedCommitsDependencies,
  { plan: makePlan, isDryRun, description: wording, ...request }: PlannedCommit<Plan>,
): Promise<PlanOutcome<Plan>> {
  for (let tries = 1; ; tries++) {
    const library = libraries.find(request.libraryId);
    if (library === null) throw new DomainError('library-not-found', { value: request.libraryId });
    const plan = await makePlan(library);
    if (isDryRun || plan.steps.length === 0) return { plan, made: null };
    const changes = plan.steps.map(({ change }) => change);
    try {
      const description = typeof wording === 'string' ? wording : wording(plan);
      const onto = library.headId;
      const made = await changeLibrary.commitChanges({ ...request, description, changes, onto });
      return { plan, made };
    } catch (error) {
      const isOvertaken = error instanceof DomainError && error.code === 'head-moved';
      if (!isOvertaken || tries === TRIES) throw error;
    }
  }
}
