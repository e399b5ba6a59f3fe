import type { Caller } from '../../core/access/caller.ts';
import type { Library } from '../../core/library/library.ts';
import { parentOf } from '../../core/library/path.ts';
import { isUnreadable, readCommit } from '../../engine/reading/stored-commits.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { ObjectStore } from '../../store/objects/object-store.ts';
import type { ChangeCounts, IndexedChange } from '../../store/sqlite/history.ts';
import type { LibraryListing } from '../libraries/library-listing.ts';
import type { CommitView, HistoryService } from './history.ts';

export type ActivityOp = 'create' | 'edit' | 'delete' | 'rename' | 'move';

/** What a user did to one item, or to several items in the same way at once. */
export interface Activity {
  readonly library: Library;
  readonly commit: CommitView;
  readonly op: ActivityOp;
  /** Null: the library itself was created or renamed. Else the first change, in path order. */
  readonly change: IndexedChange | null;
  /** Set where the library was renamed. */
  readonly libraryNames: { readonly before: string; readonly after: string } | null;
  /** How many items were changed in this way. */
  readonly count: number;
  /** The first of these changes; `count` may be more. */
  readonly changes: readonly IndexedChange[];
}

export interface ActivitiesDependencies {
  readonly listing: LibraryListing;
  readonly history: Pick<HistoryService, 'after' | 'changes'>;
  readonly objects: ObjectStore;
}

/** Beyond this many, people look into the history of a library. */
const MAX_ACTIVITIES = 10_000;
/** So many changes of a commit are read; a kind of change that is not among them is left out. */
const MAX_CHANGES_READ = 500;
const MAX_CHANGES_SHOWN = 100;
const COMMITS_AT_ONCE = 50;

type ChangeKind = keyof ChangeCounts;

const KIND_OF = {
  new: 'added',
  newdir: 'added',
  modified: 'modified',
  removed: 'removed',
  deldir: 'removed',
  renamed: 'renamed',
} as const satisfies Record<IndexedChange['op'], ChangeKind>;

/** What was done to the library itself. `record`: its name, or something that users are not told of. */
type OwnKind = 'creation' | 'record';

/** A commit, and the place of each of its activities in the list. */
interface ListedCommit {
  readonly library: Library;
  readonly commit: CommitView;
  readonly kinds: readonly (ChangeKind | OwnKind)[];
}

/** What happened in all the libraries that a user reaches, from their history as far as retention shows it. */
export type Activities = ReturnType<typeof createActivities>;

export function createActivities({ listing, history, objects }: ActivitiesDependencies) {
  /** The commits of a library, newest first, read as they are asked for. */
  async function* commitsOf(caller: Caller, library: Library): AsyncGenerator<ListedCommit> {
    let before: number | null = null;
    do {
      const page = await history.after(caller, library.id, { before, limit: COMMITS_AT_ONCE });
      for (const commit of page.commits) {
        const kinds = kindsOf(commit);
        if (kinds.length > 0) yield { library, commit, kinds };
      }
      before = page.next;
      // Paging far back must not hold up other requests.
      await yieldToEventLoop();
    } while (before !== null);
  }

  async function activitiesOf(caller: Caller, { library, commit, kinds }: ListedCommit): Promise<Activity[]> {
    const first = await history.changes(caller, library.id, commit.id, FIRST_CHANGES);
    const own = { library, commit, change: null, count: 1, changes: [] };
    const names = kinds.includes('record') ? await namesAround(library, commit) : null;
    return kinds.flatMap((kind): Activity[] => {
      if (kind === 'creation') return [{ ...own, op: 'create', libraryNames: null }];
      if (kind === 'record') return names === null ? [] : [{ ...own, op: 'rename', libraryNames: names }];
      const changes = first.filter(({ op }) => KIND_OF[op] === kind);
      const [change] = changes;
      if (change === undefined) return [];
      const count = commit.counts[kind];
      const shown = changes.slice(0, MAX_CHANGES_SHOWN);
      return [{ library, commit, op: opOf(change), change, libraryNames: null, count, changes: shown }];
    });
  }

  /** Null when the commit left the name, or when what stood before it is gone. */
  async function namesAround({ id }: Library, { id: commitId, parentId }: CommitView) {
    if (parentId === null) return null;
    const store = objects.library(id);
    try {
      const [now, then] = [await readCommit(store, commitId), await readCommit(store, parentId)];
      const names = { before: then.libraryName, after: now.libraryName };
      return names.before === names.after ? null : names;
    } catch (error) {
      if (isUnreadable(error)) return null;
      throw error;
    }
  }

  return {
    /** Newest first; none beyond the ten thousandth. Costs as much as what is skipped and shown. */
    async page(caller: Caller, { skip, limit }: { skip: number; limit: number }): Promise<Activity[]> {
      const end = Math.min(skip + limit, MAX_ACTIVITIES);
      if (skip >= end) return [];
      const reached = listing.list(caller, { kinds: new Set(['mine', 'shared', 'group']) });
      const sources = reached.map(({ library }) => ({
        newestAt: library.updatedAtSeconds,
        open: () => commitsOf(caller, library),
      }));
      const shown: Activity[] = [];
      let place = 0;
      for await (const listed of newestFirst(sources)) {
        const from = Math.max(0, skip - place);
        const kinds = listed.kinds.slice(from, end - place);
        if (kinds.length > 0) shown.push(...(await activitiesOf(caller, { ...listed, kinds })));
        place += listed.kinds.length;
        if (place >= end) break;
      }
      return shown;
    },
  };
}

const FIRST_CHANGES = { after: -1, limit: MAX_CHANGES_READ };

/** Merges that joined without a conflict show nothing that their parents do not. */
function kindsOf({ seq, counts, isMerge, hasConflict }: CommitView): ListedCommit['kinds'] {
  if (isMerge && !hasConflict) return [];
  const kinds = (['added', 'modified', 'removed', 'renamed'] as const).filter((kind) => counts[kind] > 0);
  if (seq === 1) return [...kinds, 'creation'];
  return kinds.length === 0 ? ['record'] : kinds;
}

function opOf({ op, path, newPath }: IndexedChange): ActivityOp {
  if (op === 'renamed') return parentOf(path) === parentOf(newPath) ? 'rename' : 'move';
  if (op === 'modified') return 'edit';
  return op === 'new' || op === 'newdir' ? 'create' : 'delete';
}

interface CommitSource {
  /** When its newest commit was made. */
  readonly newestAt: number;
  readonly open: () => AsyncGenerator<ListedCommit>;
}

/** Commits of several libraries in one order. A library is not asked before it is its turn. */
async function* newestFirst(sources: readonly CommitSource[]): AsyncGenerator<ListedCommit> {
  const waiting = [...sources].sort((a, b) => a.newestAt - b.newestAt);
  const open: { next: ListedCommit; rest: AsyncGenerator<ListedCommit> }[] = [];
  for (;;) {
    const newest = open.reduce((best, { next }) => Math.max(best, next.commit.ctimeSeconds), -Infinity);
    const turn = waiting.at(-1);
    if (turn !== undefined && turn.newestAt >= newest) {
      waiting.pop();
      await advance(turn.open());
      continue;
    }
    const at = open.findIndex(({ next }) => next.commit.ctimeSeconds === newest);
    const [first] = at < 0 ? [] : open.splice(at, 1);
    if (first === undefined) return;
    yield first.next;
    await advance(first.rest);
  }

  async function advance(rest: AsyncGenerator<ListedCommit>): Promise<void> {
    const { value, done } = await rest.next();
    if (done !== true) open.push({ next: value, rest });
  }
}
