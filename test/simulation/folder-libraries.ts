import { DomainError } from '../../src-main/core/errors.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { isInside, joinPath, parentOf } from '../../src-main/core/library/path.ts';
import { commitIdOf, encodeCommit } from '../../src-main/core/objects/commit.ts';
import { EMPTY_ID } from '../../src-main/core/objects/object-id.ts';
import { applyChanges, type TreeChange } from '../../src-main/core/tree/apply.ts';
import { createReadDir } from '../../src-main/engine/reading/directory-reader.ts';
import type { HistoryEntry } from '../../src-main/store/sqlite/history.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { makeFolderLibrary } from '../support/folder-libraries.ts';
import { Gate, gatedStore } from '../support/gated-store.ts';
import { ADMIN, ANNA, libraryWorld } from '../support/library-world.ts';
import { createMemoryObjectStore } from '../support/memory-object-store.ts';
import { type SeededNumbers, seededNumbers } from '../support/seeded-numbers.ts';
import { fileDirent } from '../support/trees.ts';
import { Broken } from './broken.ts';
import { FolderAccount, type SeenTree } from './folder-account.ts';

interface SequencePlan {
  readonly seed: number;
  readonly steps: number;
  /** Whether commits are kept for good. */
  readonly keepsAll: boolean;
}

const DAY_SECONDS = 86_400;
const NAMES = ['a', 'b', 'c', 'd'];
/** As each is of one length, so are all files. */
const TEXT_BYTES = 'text 0000'.length;
/** Refusals of changes that make no sense as things are. */
const USUAL = new Set([
  ...['path-invalid', 'name-taken', 'item-not-found', 'folder-not-found', 'commit-not-found', 'head-moved'],
  'library-not-found',
]);

/** How often each change is tried, relative to the others. */
const WEIGHTS = {
  ...{ share: 8, write: 14, rename: 8, renameShared: 8, remove: 4, removeShared: 5, bringBack: 9, copy: 3 },
  ...{ undo: 6, restoreAll: 3, restoreItem: 4, push: 10, pushRenamed: 5, together: 4 },
  ...{ collect: 5, retention: 2, restart: 2, stopSharing: 1, removeAll: 1, cleanTrash: 1 },
};
type StepKind = keyof typeof WEIGHTS;
export const STEP_KINDS = Object.keys(WEIGHTS) as readonly StepKind[];
const DRAWN = STEP_KINDS.flatMap((kind) => Array<StepKind>(WEIGHTS[kind]).fill(kind));

/**
 * Random changes of one library and of folders of it that are libraries of their own, by whoever may change either.
 * @returns how often each was done
 * @throws Broken with the steps that led to it
 */
export async function runSequence({ seed, steps, keepsAll }: SequencePlan): Promise<Map<StepKind, number>> {
  const numbers = seededNumbers(seed);
  const { step, end } = await openRun(numbers, keepsAll);
  const done = new Map<StepKind, number>();
  const log: string[] = [];
  try {
    for (let at = 0; at < steps; at += 1) {
      const kind = numbers.pick(DRAWN);
      const isDone = await step(kind, (words) => log.push(`${kind} ${words}`));
      if (isDone) done.set(kind, (done.get(kind) ?? 0) + 1);
    }
    await end();
    return done;
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new Broken([words, `seed ${seed}`, ...log].join('\n'), { cause });
  }
}

type Run = Awaited<ReturnType<typeof openWorld>>;

/** Services over a store whose calls are let through one at a time where several change something together. */
async function openWorld(numbers: SeededNumbers, keepsAll: boolean) {
  const gate = new Gate(numbers);
  let isGated = false;
  const clock = fakeClock();
  const memory = createMemoryObjectStore({ nowSeconds: clock.nowSeconds });
  const world = await libraryWorld({ objects: gatedStore(memory, gate, () => isGated), clock });
  const id = await world.addLibrary();
  const account = new FolderAccount(world, id);
  const runTogether = async (work: readonly (() => Promise<unknown>)[]) => {
    isGated = true;
    const results = await gate.run(work);
    isGated = false;
    for (const result of results)
      if (result.status === 'rejected' && !isUsual(result.reason)) throw result.reason;
  };
  return { ...numbers, world, id, account, runTogether, keepsAll, texts: { next: 0 } };
}

/** Unlike every other. */
function nextText({ texts }: Run): string {
  texts.next += 1;
  return `text ${String(texts.next).padStart(4, '0')}`;
}

function isUsual(error: unknown): boolean {
  return error instanceof DomainError && USUAL.has(error.code);
}

async function openRun(numbers: SeededNumbers, keepsAll: boolean) {
  const run = await openWorld(numbers, keepsAll);
  const { world, id, account } = run;
  const kept: { days: number | null } = { days: null };
  const kinds = { ...changesOf(run), ...upkeepOf(run, kept) };
  for (const path of ['/a/f0', '/a/b/f0', '/c/f0'])
    await world.commit(id, await world.put(id, path, nextText(run)));
  await makeFolderLibrary(world, id, '/a');
  await account.check(null);

  async function step(kind: StepKind, tell: (words: string) => void): Promise<boolean> {
    const before = account.onRecord();
    world.clock.advance(60);
    let actor: LibraryId | null = null;
    const say = (library: LibraryId | null, words: string) => {
      actor = library;
      tell(`${library === null || library === id ? 'all' : library.slice(-4)} ${words}`);
    };
    try {
      const isDone = await kinds[kind](say);
      await account.check(actor);
      return isDone !== false;
    } catch (error) {
      if (!isUsual(error)) throw error;
      if (account.onRecord() !== before) throw new Broken(`what was refused has changed something: ${error}`);
      await account.check(null);
      return false;
    }
  }
  return { step, end: () => account.checkAll(kept.days) };
}

/** Says whose head is asked to move, and how, before it is. */
type Say = (actor: LibraryId | null, words: string) => void;
/** False: there was nothing to do it to. */
type StepOf<Kind extends StepKind> = Record<Kind, (say: Say) => Promise<unknown>>;

function placesOf({ world: { stores }, id, account, below, chance, pick }: Run) {
  const anyOf = (paths: Iterable<string>) => {
    const all = [...paths];
    return all.length === 0 || chance(0.05) ? `/${pick(NAMES)}` : pick(all);
  };
  const dirIn = ({ dirs }: SeenTree) => (chance(0.3) ? '/' : anyOf(dirs.keys()));
  return {
    anyOf,
    dirIn,
    itemIn: ({ dirs, files }: SeenTree) => anyOf(chance(0.6) ? dirs.keys() : files.keys()),
    newNameIn: (tree: SeenTree) => joinPath(dirIn(tree), pick(NAMES)),
    anyHead: () => (account.live.length === 0 || chance(0.5) ? id : pick(account.live).id),
    /** A folder that is a library of its own, or one around it. */
    sharedPath: () => {
      const { path } = pick(account.live).origin;
      return parentOf(path) === '/' || chance(0.6) ? path : parentOf(path);
    },
    /** A commit of the last few of which the tree is kept. */
    entryIn: (library: LibraryId, back: number): HistoryEntry => {
      const headSeq = stores.libraryTable.find(library)?.headSeq ?? 1;
      const entry = stores.historyTable.findBySeq(library, Math.max(1, headSeq - below(back)));
      const isKept =
        entry !== null && (entry.rootId === EMPTY_ID || stores.objects.library(id).has('fs', entry.rootId));
      if (!isKept) throw new DomainError('commit-not-found', { value: library });
      return entry;
    },
  };
}

type ChangeKind = Exclude<StepKind, UpkeepKind>;

function changesOf(run: Run): StepOf<ChangeKind> {
  const { world, id, account, chance, pick } = run;
  const { anyOf, dirIn, itemIn, newNameIn, anyHead, sharedPath, entryIn } = placesOf(run);
  const push = pushOf(run);

  async function put(library: LibraryId, tree: SeenTree): Promise<TreeChange> {
    const path = joinPath(dirIn(tree), `f${run.below(4)}`);
    return world.put(library, path, nextText(run));
  }

  async function write(library: LibraryId, say: Say): Promise<void> {
    const change = await put(library, await account.treeOf(library));
    say(library, JSON.stringify(change));
    await world.commit(library, change);
    if (change.op === 'put') await account.stored([change.dirent.id]);
  }

  async function move(library: LibraryId, from: string, say: Say): Promise<void> {
    const to = newNameIn(await account.treeOf(library));
    say(library, `${from} to ${to}`);
    await world.commit(library, { op: 'move', from, to });
  }

  async function remove(library: LibraryId, path: string, say: Say): Promise<void> {
    say(library, path);
    await world.commit(library, { op: 'remove', path });
  }

  async function bringBack(say: Say) {
    const ended = account.folders.filter(({ isEnded }) => isEnded);
    if (ended.length === 0) return false;
    const { origin, rootId } = pick(ended);
    const wanted = { path: '/', showDays: 0, cursor: null, limit: 1_000 };
    const { items } = await world.trash.page(ANNA, id, wanted);
    const item = items.find(({ path }) => path === origin.path || isInside(origin.path, path));
    if (item === undefined || chance(0.3)) {
      say(id, `${origin.path} as ${rootId}`);
      return world.commit(id, { op: 'mkdir', path: origin.path, mtimeSeconds: 1, id: rootId });
    }
    say(id, `${item.path} out of the trash`);
    const none = new Set<number>();
    return world.trashRestores.restore(ANNA, id, {
      ids: [item.trashId],
      replace: none,
      keepBoth: none,
      to: null,
    });
  }

  return {
    share: async (say) => {
      const path = anyOf((await account.treeOf(id)).dirs.keys());
      say(null, path);
      await makeFolderLibrary(world, id, path);
    },
    write: (say) => write(anyHead(), say),
    rename: async (say) => {
      const library = anyHead();
      await move(library, itemIn(await account.treeOf(library)), say);
    },
    renameShared: async (say) => account.live.length > 0 && move(id, sharedPath(), say),
    remove: async (say) => {
      const library = anyHead();
      await remove(library, itemIn(await account.treeOf(library)), say);
    },
    removeShared: async (say) => account.live.length > 0 && remove(id, sharedPath(), say),
    bringBack,
    copy: async (say) => {
      const tree = await account.treeOf(id);
      const [from, dir] = pick([...tree.dirs, ['/', EMPTY_ID] as const]);
      const to = newNameIn(tree);
      say(id, `${from} to ${to}`);
      await world.commit(id, { op: 'mkdir', path: to, mtimeSeconds: 1, id: dir });
    },
    undo: async (say) => {
      const libraryId = anyHead();
      const entry = entryIn(libraryId, 6);
      say(libraryId, `${entry.seq}: ${entry.description}`);
      const { made } = await world.restores.undo(ANNA, { libraryId, commitId: entry.id, paths: null });
      return made !== null;
    },
    restoreAll: async (say) => {
      const library = anyHead();
      const entry = entryIn(library, 8);
      say(library, `as of ${entry.seq}`);
      await world.restores.item(ANNA, library, '/', entry.id);
    },
    restoreItem: async (say) => {
      const library = anyHead();
      const entry = entryIn(library, 8);
      const path = itemIn(await account.treeAt(entry.rootId));
      say(library, `${path} as of ${entry.seq}`);
      await world.restores.item(ANNA, library, path, entry.id);
    },
    push: async (say) => {
      const library = anyHead();
      await push(library, say, async (tree) => {
        const changes: TreeChange[] = [await put(library, tree)];
        if (chance(0.4)) changes.push({ op: 'remove', path: itemIn(tree) });
        if (chance(0.2)) changes.push({ op: 'move', from: itemIn(tree), to: newNameIn(tree) });
        return changes;
      });
    },
    pushRenamed: async (say) => {
      const library = anyHead();
      await push(library, say, async (tree) => {
        const isShared = library === id && account.live.length > 0 && chance(0.7);
        return renamedByClient(tree, isShared ? sharedPath() : anyOf(tree.dirs.keys()), newNameIn(tree));
      });
    },
    together: async (say) => {
      say(null, 'writes and collection');
      const silent = () => undefined;
      const each = account.live.slice(0, 2).map((folder) => () => write(folder.id, silent));
      await run.runTogether([() => world.garbage.collect(ADMIN), () => write(id, silent), ...each]);
    },
  };
}

/** A client that has renamed a folder names itself in every row of it. */
function renamedByClient({ files }: SeenTree, from: string, to: string): TreeChange[] {
  if (isInside(to, from)) return [];
  const moved = [...files]
    .filter(([path]) => isInside(path, from))
    .map(([path, file]): TreeChange => {
      const dirent = { ...fileDirent(''), id: file, sizeBytes: TEXT_BYTES, modifier: 'device' };
      return { op: 'put', path: `${to}${path.slice(from.length)}`, dirent };
    });
  return moved.length === 0 ? [] : [{ op: 'remove', path: from }, ...moved];
}

/** Brings a commit of a device that knows the head, or one before it. */
function pushOf(run: Run) {
  const { world, account, texts } = run;
  const { entryIn } = placesOf(run);
  return async (
    library: LibraryId,
    say: Say,
    changesIn: (tree: SeenTree) => Promise<readonly TreeChange[]>,
  ): Promise<void> => {
    const store = world.stores.objects.library(library);
    const base = entryIn(library, run.chance(0.6) ? 1 : 6);
    const changes = await changesIn(await account.treeAt(base.rootId));
    say(library, `onto ${base.seq}: ${JSON.stringify(changes)}`);
    const readDir = createReadDir(store);
    const nowSeconds = world.clock.nowSeconds();
    const { rootId, dirs } = await applyChanges(readDir, base.rootId, changes, { nowSeconds });
    for (const dir of dirs) await store.write('fs', dir.id, dir.bytes);
    const { name = '', description = '' } = world.stores.libraryTable.find(library) ?? {};
    const commit = {
      ...{ libraryId: library, rootId, parentId: base.id, secondParentId: null, authorEmail: ANNA.email },
      ...{ creator: 'd'.repeat(40), description: `push ${texts.next++}`, ctimeSeconds: nowSeconds },
      ...{
        libraryName: name,
        libraryDescription: description,
        deviceName: 'laptop',
        clientVersion: '8.0.10',
      },
      ...{ encryption: null, isMerge: false, hasConflict: false },
    };
    const commitId = commitIdOf(commit);
    await store.write('commit', commitId, encodeCommit({ ...commit, id: commitId }));
    const pushed = { libraryId: library, commitId, author: ANNA.email };
    const { incompleteFiles } = await world.changeLibrary.pushCommit(pushed);
    if (incompleteFiles.length > 0) throw new DomainError('commit-not-found', { value: commitId });
  };
}

type UpkeepKind = 'collect' | 'retention' | 'restart' | 'stopSharing' | 'removeAll' | 'cleanTrash';

function upkeepOf(run: Run, kept: { days: number | null }): StepOf<UpkeepKind> {
  const { world, id, account, below, pick } = run;
  const collect = async (say: Say) => {
    say(null, '');
    world.clock.advance(below(3) * DAY_SECONDS);
    await world.garbage.collect(ADMIN);
  };
  return {
    collect,
    retention: async (say) => {
      if (run.keepsAll) return collect(say);
      const days = pick([-1, 1, 4, 30]);
      say(null, `${days} days`);
      world.libraries.setRetention(ANNA, id, days);
      if (days >= 0) kept.days = Math.min(days, kept.days ?? days);
    },
    restart: async (say) => {
      const before = account.onRecord();
      say(null, '');
      await world.changeLibrary.bringFoldersUp();
      if (account.onRecord() !== before) throw new Broken('a start found something that was missed');
    },
    stopSharing: async (say) => {
      if (account.live.length === 0) return false;
      const folder = pick(account.live);
      say(null, folder.origin.path);
      return world.libraries.endFolder(folder.id);
    },
    removeAll: async (say) => {
      say(null, '');
      await world.libraries.remove(ANNA, id);
      const { libraryTable } = world.stores;
      for (const folder of account.live)
        if (libraryTable.find(folder.id) !== null) throw new Broken(`${folder.name} outlives what it is in`);
      await world.deletedLibraries.restore(ANNA, id);
    },
    cleanTrash: async (say) => {
      say(null, '');
      world.trash.clean(ANNA, id);
    },
  };
}
