import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { describeAdded, describeMoved, describeRemoved } from '../../core/history/describe.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isSameOwner } from '../../core/library/owner.ts';
import { isInside, joinPath, parsePath } from '../../core/library/path.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import { putItem } from '../../core/tree/put-item.ts';
import { uniqueName } from '../../core/tree/unique-name.ts';
import { copyContent } from '../../engine/edits/copy-content.ts';
import { withFreeName } from '../../engine/edits/with-free-name.ts';
import type { ChangeLibrary, CommitRequest } from '../../engine/heads/change-library.ts';
import type { StorageQuotas } from '../../engine/objects/storage-quotas.ts';
import type { LibraryContents } from '../../engine/reading/library-contents.ts';
import { type RetainedReaderDependencies, retainedReader } from '../../engine/reading/retained-reader.ts';
import type { LibraryAccess } from '../access/library-access.ts';

export interface ItemMovesDependencies extends RetainedReaderDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly changeLibrary: ChangeLibrary;
  readonly quotas: Pick<StorageQuotas, 'freeBytes' | 'require'>;
}

/** Items of one folder, and the folder that they go to: of the same library or of another. */
export interface MoveRequest {
  readonly mode: 'copy' | 'move';
  readonly from: {
    readonly libraryId: LibraryId;
    readonly folder: string;
    readonly names: readonly string[];
  };
  readonly to: {
    readonly libraryId: LibraryId;
    readonly folder: string;
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
  run(options?: MoveOptions): Promise<MovedItem[]>;
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
  const { access, contents, changeLibrary, objects, quotas } = deps;

  async function itemsOf(source: Library, { folder, names }: MoveRequest['from']): Promise<Dirent[]> {
    const { dirents } = await contents.list(source, folder);
    const byName = new Map(dirents.map((dirent) => [dirent.name, dirent]));
    return [...new Set(names)].map((name) => {
      const item = byName.get(name);
      if (item === undefined) throw new DomainError('item-not-found', { value: joinPath(folder, name) });
      return item;
    });
  }

  /** @throws DomainError, in this order, as `plan` */
  async function check(caller: Caller, { mode, from, to }: MoveRequest): Promise<Checked> {
    const { library: source } = access.readable(caller, from.libraryId);
    const { library: target } = access.readable(caller, to.libraryId);
    const items = await itemsOf(source, from);
    await contents.list(target, to.folder);
    access.writable(caller, to.libraryId);
    if (mode === 'move') access.writable(caller, from.libraryId);
    // Blocks of an encrypted library say nothing under the key of another one.
    const isEncrypted = source.encryption !== null || target.encryption !== null;
    if (source.id !== target.id && isEncrypted) throw new DomainError('library-locked', { value: target.id });
    if (mode === 'copy' || !isSameOwner(source.owner, target.owner)) await requireRoom(source, target, items);
    return { source, target, items };
  }

  async function requireRoom(source: Library, target: Library, items: readonly Dirent[]): Promise<void> {
    // Measuring reads every folder, so it is left out where nothing depends on it.
    if (!Number.isFinite(quotas.freeBytes(target))) return;
    let bytes = 0;
    for (const item of items) bytes += (await contents.measure(source, item)).sizeBytes;
    quotas.require(target, bytes);
  }

  /** Where the items go: a name that something else there has is replaced or gets a number. */
  async function targetsOf(
    target: Library,
    { folder, replaces = new Set() }: MoveRequest['to'],
    items: readonly Dirent[],
  ): Promise<{ placed: MovedItem[]; replacing: TreeChange[] }> {
    const { dirents } = await contents.list(target, folder);
    const there = new Map(dirents.map(({ name, id }) => [name, id]));
    const taken = new Set(there.keys());
    const replacing: TreeChange[] = [];
    const placed = items.map((item) => {
      const base = replaces.has(item.name) ? there.get(item.name) : undefined;
      if (base !== undefined) {
        taken.delete(item.name);
        replacing.push({ op: 'remove', path: joinPath(folder, item.name), base });
      }
      const name = uniqueName(item.name, (candidate) => taken.has(candidate), item.kind);
      taken.add(name);
      return { item, path: parsePath(joinPath(folder, name)) };
    });
    return { placed, replacing };
  }

  async function moveWithin(
    caller: Caller,
    { from, to }: MoveRequest,
    { items, onCommit }: Checked & MoveOptions,
  ): Promise<MovedItem[]> {
    if (from.folder === to.folder)
      return items.map((item) => ({ item, path: joinPath(from.folder, item.name) }));
    return withFreeName(async () => {
      const { library } = access.writable(caller, to.libraryId);
      const { placed, replacing } = await targetsOf(library, to, items);
      const moving = placed.map(({ item, path }): TreeChange => {
        return { op: 'move', from: joinPath(from.folder, item.name), to: path };
      });
      const changes = [...replacing, ...moving];
      await commit(caller, library, { changes, description: describeMoved(items), onCommit });
      return placed;
    });
  }

  /** Puts items whose content is in the target library into its tree. */
  async function add(
    caller: Caller,
    to: MoveRequest['to'],
    { items, onCommit }: Checked & MoveOptions,
  ): Promise<MovedItem[]> {
    return withFreeName(async () => {
      const { library } = access.writable(caller, to.libraryId);
      const { placed, replacing } = await targetsOf(library, to, items);
      const changes = [...replacing, ...placed.map(({ item, path }) => adding(item, path, caller))];
      const description = describeAdded(items);
      const { conflicts } = await commit(caller, library, { changes, description, onCommit });
      // A file whose name was taken since the look into the folder went beside what took it.
      const beside = new Map(conflicts.map(({ path, conflictPath }) => [path, conflictPath]));
      return placed.map(({ item, path }) => ({ item, path: beside.get(path) ?? path }));
    });
  }

  async function between(
    caller: Caller,
    { mode, from, to }: MoveRequest,
    run: Checked & MoveOptions,
  ): Promise<MovedItem[]> {
    const { source, target, items, signal, onFile, onCommit } = run;
    const stores = { from: retainedReader(deps, source), to: objects.library(target.id) };
    await copyContent({ ...stores, ...(signal ? { signal } : {}), ...(onFile ? { onFile } : {}), items });
    signal?.throwIfAborted();
    // Copying may have taken hours in which rights were taken away.
    if (mode === 'move') access.writable(caller, source.id);
    const placed = await add(caller, to, run);
    if (mode === 'copy') return placed;
    const { library } = access.writable(caller, source.id);
    const changes = items.map(({ name, id }): TreeChange => {
      return { op: 'remove', path: joinPath(from.folder, name), base: id };
    });
    // Inside a library stars follow with the head; what was changed meanwhile stays where it was, and so does its star.
    const records = [{ kind: 'star-moves', moves: placesOf(from.folder, placed, target) }] as const;
    await commit(caller, library, { changes, description: describeRemoved(items), records, onCommit });
    return placed;
  }

  async function commit(
    caller: Caller,
    { id: libraryId }: Library,
    made: Pick<CommitRequest, 'changes' | 'description' | 'records'> & {
      readonly onCommit: MoveOptions['onCommit'] | undefined;
    },
  ) {
    const { onCommit, ...request } = made;
    const result = await changeLibrary.commitChanges({ libraryId, author: caller.email, ...request });
    if (result.changed) onCommit?.(libraryId, result.commitId);
    return result;
  }

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
      if (isWithinLibrary && request.mode === 'move') refuseIntoItself(request, items);
      return {
        isWithinLibrary,
        countFiles: async () => {
          let files = 0;
          for (const item of items) files += (await contents.measure(source, item)).fileCount;
          return files;
        },
        run: (options = {}) => {
          const run = { ...checked, ...options };
          if (!isWithinLibrary) return between(caller, request, run);
          return request.mode === 'move'
            ? moveWithin(caller, request, run)
            : add(caller, toOther(request), run);
        },
      };
    },
  };
}

/** A copy beside its original is a second one, whatever was asked to be replaced. */
function toOther({ from, to }: MoveRequest): MoveRequest['to'] {
  return from.folder === to.folder ? { libraryId: to.libraryId, folder: to.folder } : to;
}

function refuseIntoItself({ from, to }: MoveRequest, items: readonly Dirent[]): void {
  for (const { name, kind } of items) {
    const path = joinPath(from.folder, name);
    if (kind !== 'dir' || (to.folder !== path && !isInside(to.folder, path))) continue;
    throw new DomainError('path-invalid', { value: path, target: to.folder, reason: 'into-itself' });
  }
}

/** Where items of a folder are in another library. */
function placesOf(folder: string, placed: readonly MovedItem[], { id }: Library) {
  return placed.map(({ path, item }) => ({ from: joinPath(folder, item.name), to: path, toLibrary: id }));
}

/** A copy shares the object; it is the copier's, as on real servers. */
function adding(item: Dirent, path: string, { email }: Caller): TreeChange {
  return putItem(item.kind === 'dir' ? item : { ...item, modifier: email }, path);
}
