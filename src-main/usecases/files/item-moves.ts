import { by, type Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { describeRemoved } from '../../core/history/describe.ts';
import { originOf } from '../../core/library/folder-origin.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { checkNewItemName } from '../../core/library/name.ts';
import { isSameOwner } from '../../core/library/owner.ts';
import { isInside, joinPath } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import { type CommitId, EMPTY_ID } from '../../core/objects/object-id.ts';
import type { LibraryEdits, PlaceItems } from '../../engine/edits/library-edits.ts';
import type { StorageQuotas } from '../../engine/objects/storage-quotas.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface ItemMovesDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly edits: Pick<LibraryEdits, 'copyContent' | 'place' | 'remove'>;
  readonly quotas: Pick<StorageQuotas, 'freeBytes' | 'require'>;
}

/** Items of one folder, and the folder that they go to: of the same library or of another. */
export interface MoveRequest {
  readonly mode: 'copy' | 'move';
  readonly from: {
    readonly libraryId: LibraryId;
    readonly folder: string;
    readonly names: readonly string[];
    /** Folders go without what they hold. */
    readonly isShallow?: boolean;
  };
  readonly to: {
    readonly libraryId: LibraryId;
    readonly folder: string;
    /** What the only item is called there; absent: as it is here. */
    readonly name?: string;
    /** Names that are taken from what has them there, which goes to the trash; the others get a number. */
    readonly replaces?: ReadonlySet<string>;
  };
}

/** An item, and where it is now. */
export interface MovedItem {
  readonly path: string;
  readonly item: Dirent;
}

export interface MoveOptions {
  readonly signal?: AbortSignal;
  /** Called for each file whose content has been copied to another library. */
  readonly onFile?: () => void;
  /** Called for each commit once it is durable. */
  readonly onCommit?: (libraryId: LibraryId, commitId: CommitId) => void;
}

/** A move or copy that may be made, and has not been made yet. */
export interface PlannedMove {
  /** Nothing has to be copied: it takes no longer than a commit. */
  readonly isWithinLibrary: boolean;
  /** How many files there are to copy. */
  countFiles(): Promise<number>;
  /**
   * Durable on return: where everything is now, in the order asked for; what is numbered had its name taken.
   * @throws DomainError `head-moved`, `name-taken`, `disk-full`, and what `plan` throws; the signal's reason
   */
  run(options?: MoveOptions): Promise<readonly MovedItem[]>;
}

/**
 * Moving and copying items. Inside a library no content is touched. Between two, content is copied, then committed
 * there; a move deletes last, and leaves what was changed meanwhile where it was: nothing is ever in neither.
 */
export type ItemMoves = ReturnType<typeof createItemMoves>;

interface Checked {
  readonly source: Library;
  readonly target: Library;
  readonly items: readonly Dirent[];
}

export function createItemMoves(deps: ItemMovesDependencies) {
  const { contents } = deps;
  const check = createMoveCheck(deps);
  const { moveWithin, add, between } = createMoving(deps);

  return {
    /**
     * @throws DomainError, in this order: `library-not-found`, `permission-denied`, `folder-not-found`, `not-a-folder`,
     * `item-not-found`, `library-read-only`; `library-locked` between libraries one of which is encrypted;
     * `quota-exceeded`; `path-invalid` with the reason `into-itself`
     */
    async plan(caller: Caller, request: MoveRequest): Promise<PlannedMove> {
      const checked = await check(caller, request);
      const { source, target, items } = checked;
      const isWithinLibrary = source.id === target.id;
      if (request.mode === 'move') refuseIntoItself(request, checked);
      return {
        isWithinLibrary,
        countFiles: async () => {
          let files = 0;
          for (const item of items) files += (await contents.measure(source, item)).fileCount;
          return files;
        },
        run: (options = {}) => {
          const run = { ...checked, ...options };
          if (request.mode === 'move' && isThere(request, checked))
            return Promise.resolve(
              items.map((item) => ({ item, path: joinPath(request.to.folder, item.name) })),
            );
          if (!isWithinLibrary) return between(caller, request, run);
          return request.mode === 'move'
            ? moveWithin(caller, request, run)
            : add(caller, toOther(request), run);
        },
      };
    },
  };
}

/** What may be moved, and whether it may. */
function createMoveCheck({ access, contents, quotas }: ItemMovesDependencies) {
  async function itemsOf(
    source: Library,
    { folder, names, isShallow = false }: MoveRequest['from'],
  ): Promise<Dirent[]> {
    const { dirents } = await contents.list(source, folder);
    const byName = new Map(dirents.map((dirent) => [dirent.name, dirent]));
    return [...new Set(names)].map((name) => {
      const item = byName.get(name);
      if (item === undefined) throw new DomainError('item-not-found', { value: joinPath(folder, name) });
      return isShallow && item.kind === 'dir' ? { ...item, id: EMPTY_ID } : item;
    });
  }

  async function requireRoom(source: Library, target: Library, items: readonly Dirent[]): Promise<void> {
    // Measuring reads every folder, so it is left out where nothing depends on it.
    if (!Number.isFinite(quotas.freeBytes(target))) return;
    let bytes = 0;
    for (const item of items) bytes += (await contents.measure(source, item)).sizeBytes;
    quotas.require(target, bytes);
  }

  /** @throws DomainError, in this order, as `plan` */
  return async function check(caller: Caller, { mode, from, to }: MoveRequest): Promise<Checked> {
    const { library: source } = access.readable(caller, from.libraryId);
    const { library: target } = access.readable(caller, to.libraryId);
    const items = await itemsOf(source, from);
    await contents.list(target, to.folder);
    access.writable(caller, to.libraryId);
    if (mode === 'move') access.writable(caller, from.libraryId);
    if (to.name !== undefined) checkNewItemName(to.name);
    // Blocks of an encrypted library say nothing under the key of another one.
    const isEncrypted = source.encryption !== null || target.encryption !== null;
    if (source.id !== target.id && isEncrypted) throw new DomainError('library-locked', { value: target.id });
    if (mode === 'copy' || !isSameOwner(source.owner, target.owner)) await requireRoom(source, target, items);
    return { source, target, items };
  };
}

/** Carrying out what was checked. */
function createMoving({ access, edits }: ItemMovesDependencies) {
  async function moveWithin(
    caller: Caller,
    { from, to }: MoveRequest,
    { items, ...done }: Checked & MoveOptions,
  ): Promise<readonly MovedItem[]> {
    const moving = items.map((item) => ({
      item: named(item, to),
      from: joinPath(from.folder, item.name),
    }));
    return place(caller, to, { items: moving, ...done });
  }

  async function place(
    caller: Caller,
    { libraryId, folder, replaces = new Set() }: MoveRequest['to'],
    { items, onCommit }: Pick<PlaceItems, 'items'> & MoveOptions,
  ): Promise<readonly MovedItem[]> {
    access.writable(caller, libraryId);
    const placed = await edits.place({
      libraryId,
      ...by(caller),
      folder,
      items,
      replaces: [...replaces],
    });
    if (placed.made.changed) onCommit?.(libraryId, placed.made.commitId);
    return placed.items;
  }

  /** Puts items whose content is in the target library into its tree. A copy is the copier's, as on real servers. */
  function add(caller: Caller, to: MoveRequest['to'], { items, ...done }: Checked & MoveOptions) {
    const added = items.map((item) => ({
      item: named(item.kind === 'dir' ? item : { ...item, modifier: caller.email }, to),
    }));
    return place(caller, to, { items: added, ...done });
  }

  async function between(
    caller: Caller,
    { mode, from, to }: MoveRequest,
    run: Checked & MoveOptions,
  ): Promise<readonly MovedItem[]> {
    const { source, target, items, signal, onFile, onCommit } = run;
    await edits.copyContent(source, target.id, items, {
      ...(signal && { signal }),
      ...(onFile && { onFile }),
    });
    signal?.throwIfAborted();
    // Copying may have taken hours in which rights were taken away.
    if (mode === 'move') access.writable(caller, source.id);
    const placed = await add(caller, to, run);
    if (mode === 'copy') return placed;
    access.writable(caller, source.id);
    const there = items.map(({ name, id }) => ({ path: joinPath(from.folder, name), base: id }));
    // Inside a library stars follow with the head; what was changed meanwhile stays where it was, and so does its star.
    const records = [{ kind: 'star-moves', moves: placesOf(there, placed, target) }] as const;
    const description = describeRemoved(items);
    const command = { libraryId: source.id, ...by(caller), description, records };
    const made = await edits.remove({ ...command, items: there });
    if (made.changed) onCommit?.(source.id, made.commitId);
    return placed;
  }

  return { moveWithin, add, between };
}

/** A copy beside its original is a second one, whatever was asked to be replaced. */
function toOther({ from, to }: MoveRequest): MoveRequest['to'] {
  if (from.folder !== to.folder || (to.name !== undefined && !from.names.includes(to.name))) return to;
  return { libraryId: to.libraryId, folder: to.folder };
}

function named<Item extends Dirent>(item: Item, { name = item.name }: MoveRequest['to']): Item {
  return { ...item, name };
}

/** A folder library shows what another library has: what is moved between the two may stay where it is. */
function isThere({ from, to }: MoveRequest, { source, target, items }: Checked): boolean {
  const here = originOf(source, from.folder);
  const there = originOf(target, to.folder);
  const isRenamed = to.name !== undefined && to.name !== items[0]?.name;
  return here.id === there.id && here.path === there.path && !isRenamed;
}

function refuseIntoItself({ from, to }: MoveRequest, { source, target, items }: Checked): void {
  const goal = originOf(target, to.folder);
  for (const { name, kind } of items) {
    const path = joinPath(from.folder, name);
    const here = originOf(source, path);
    if (kind !== 'dir' || here.id !== goal.id) continue;
    if (goal.path !== here.path && !isInside(goal.path, here.path)) continue;
    throw new DomainError('path-invalid', { value: path, target: to.folder, reason: 'into-itself' });
  }
}

/** Where items are in another library, in the order in which they were asked for. */
function placesOf(
  items: readonly { readonly path: string }[],
  placed: readonly MovedItem[],
  { id }: Library,
) {
  return placed.map(({ path }, at) => ({ from: items[at]?.path ?? path, to: path, toLibrary: id }));
}
