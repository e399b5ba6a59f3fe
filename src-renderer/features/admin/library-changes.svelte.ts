import type { LocalLibraryJson } from '../../../src-shared/libraries-api.ts';
import type { FieldsOf } from '../../../src-shared/local-api.ts';
import type { Api } from '../../api/api.ts';
import { problemOf } from '../../api/problem.ts';
import { libraryName, visibleName } from '../../format/name.ts';
import type { Problem } from '../../format/problem.ts';
import type { Toasts } from '../../ui/toasts.svelte.ts';
import type { UndoStack } from '../../ui/undo.svelte.ts';
import { t } from './messages.ts';

interface ChangesDependencies {
  readonly api: Pick<Api, 'call'>;
  readonly toasts: Toasts;
  readonly undo: UndoStack;
  /** Called when something may have changed, to fetch the list again. */
  readonly onchanged: () => void;
}

/** Changes to libraries; the messages `renameDone`, `renameFailed` … say whether it was. */
type Action = 'rename' | 'transfer' | 'open' | 'close' | 'retain' | 'remove';

/** What one change does to each of several libraries. */
interface Change {
  readonly action: Action;
  readonly apply: (library: LocalLibraryJson) => Promise<unknown>;
  /** Absent: it cannot be undone. */
  readonly undo?: (library: LocalLibraryJson) => Promise<unknown>;
}

/** Libraries, of several, that a change failed for. */
export interface FailedChanges {
  readonly action: Action | 'undo';
  readonly total: number;
  readonly failures: readonly { readonly library: LocalLibraryJson; readonly problem: Problem }[];
}

/** Changes libraries one after the other, and reports which of them could not be changed. */
export class LibraryChanges {
  #busy = $state.raw<ReadonlySet<string>>(new Set());
  #failed = $state.raw<FailedChanges | null>(null);
  readonly #deps: ChangesDependencies;

  constructor(deps: ChangesDependencies) {
    this.#deps = deps;
  }

  isBusy(id: string): boolean {
    return this.#busy.has(id);
  }

  /** Null: everything succeeded, or the failure was acknowledged. */
  get failed(): FailedChanges | null {
    return this.#failed;
  }

  dismissFailed(): void {
    this.#failed = null;
  }

  rename(library: LocalLibraryJson, name: string): Promise<void> {
    return this.#run([library], {
      action: 'rename',
      apply: () => this.#update(library, { name }),
      ...(library.name === null ? {} : { undo: this.#backTo(({ name: old }) => ({ name: old ?? '' })) }),
    });
  }

  transfer(libraries: readonly LocalLibraryJson[], owner: string): Promise<void> {
    return this.#run(libraries, {
      action: 'transfer',
      apply: (library) => this.#update(library, { owner }),
      undo: this.#backTo((library) => ({ owner: library.owner })),
    });
  }

  setStatus(libraries: readonly LocalLibraryJson[], status: LocalLibraryJson['status']): Promise<void> {
    return this.#run(libraries, {
      action: status === 'normal' ? 'open' : 'close',
      apply: (library) => this.#update(library, { status }),
      undo: this.#backTo((library) => ({ status: library.status })),
    });
  }

  setRetention(libraries: readonly LocalLibraryJson[], keep_days: number): Promise<void> {
    return this.#run(libraries, {
      action: 'retain',
      apply: (library) => this.#update(library, { keep_days }),
      undo: this.#backTo((library) => ({ keep_days: library.keep_days })),
    });
  }

  remove(libraries: readonly LocalLibraryJson[]): Promise<void> {
    const { api } = this.#deps;
    return this.#run(libraries, {
      action: 'remove',
      apply: ({ id }) => api.call('DELETE admin/libraries/:library_id/', { library_id: id }),
      undo: async ({ id, status, keep_days }) => {
        await api.call('POST admin/deleted-libraries/:library_id/restore/', { library_id: id });
        // A restored library starts with neither.
        await api.call('PATCH admin/libraries/:library_id/', { library_id: id, status, keep_days });
      },
    });
  }

  #update(
    { id }: LocalLibraryJson,
    change: FieldsOf<'PATCH admin/libraries/:library_id/'>,
  ): Promise<unknown> {
    return this.#deps.api.call('PATCH admin/libraries/:library_id/', { library_id: id, ...change });
  }

  #backTo(before: (library: LocalLibraryJson) => FieldsOf<'PATCH admin/libraries/:library_id/'>) {
    return (library: LocalLibraryJson) => this.#update(library, before(library));
  }

  async #run(libraries: readonly LocalLibraryJson[], change: Change): Promise<void> {
    const { done, failures } = await this.#each(libraries, change.apply);
    this.#tell(done, change);
    if (failures.length > 0) this.#failed = { action: change.action, total: libraries.length, failures };
  }

  /** Why none of them could be changed back; if only some could not, a list of them is shown. */
  async #undo(
    libraries: readonly LocalLibraryJson[],
    undo: NonNullable<Change['undo']>,
  ): Promise<Problem | null> {
    const { done, failures } = await this.#each(libraries, undo);
    if (failures.length > 0) this.#failed = { action: 'undo', total: libraries.length, failures };
    return done.length === 0 ? (failures[0]?.problem ?? null) : null;
  }

  async #each(libraries: readonly LocalLibraryJson[], work: Change['apply']) {
    const done: LocalLibraryJson[] = [];
    const failures: { library: LocalLibraryJson; problem: Problem }[] = [];
    this.#busy = new Set([...this.#busy, ...libraries.map(({ id }) => id)]);
    for (const library of libraries) {
      try {
        await work(library);
        done.push(library);
      } catch (error) {
        failures.push({ library, problem: problemOf(error) });
      }
      this.#busy = new Set([...this.#busy].filter((id) => id !== library.id));
    }
    this.#deps.onchanged();
    return { done, failures };
  }

  #tell(done: readonly LocalLibraryJson[], { action, undo }: Change): void {
    const [first] = done;
    if (first === undefined) return;
    const values = { count: done.length, name: visibleName(libraryName(first)) };
    const title = t(`${action}Done`, values);
    this.#deps.undo.offer({
      ...{ title, action: t(`${action}ActionName`, values), libraryId: null },
      back: undo ? () => this.#undo(done, undo) : [],
    });
  }
}
