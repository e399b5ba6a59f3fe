import { DomainError } from '../../core/errors.ts';
import {
  describeAdded,
  describeMoved,
  describeRemoved,
  describeRenamed,
  describeResolved,
} from '../../core/history/describe.ts';
import type { FileKey } from '../../core/library/encryption.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { checkNewItemName } from '../../core/library/name.ts';
import { componentsOf, joinPath, nameOf, parentOf, parsePath } from '../../core/library/path.ts';
import { DIR_MODE, type Dirent, FILE_MODE } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import {
  type LookedUpTree,
  type OnTaken,
  type PlacedItem,
  placeItems,
  type WantedItem,
} from '../../core/tree/place-items.ts';
import type { CommitResult } from '../heads/commit-changes.ts';
import { retainedReader } from '../reading/retained-reader.ts';
import { applyPlan, type EditCommand, pathAfter } from './apply-plan.ts';
import { type ContentCopy, copyContent } from './copy-content.ts';
import { createPutFiles, type PutFilesDependencies } from './put-files.ts';
import { type ReceiveContentDependencies, receiveContent } from './receive-content.ts';
import { createRestores, type RestoresDependencies } from './restores.ts';

export type LibraryEditsDependencies = RestoresDependencies &
  PutFilesDependencies &
  ReceiveContentDependencies;

/** An empty folder or file. */
export interface MakeItem extends EditCommand {
  readonly kind: Dirent['kind'];
  readonly folder: string;
  readonly name: string;
  readonly onTaken: Extract<OnTaken, 'refuse' | 'number'>;
}

/** A folder unless it is there, and those above it that are not. */
export interface MakeFolders extends EditCommand {
  readonly path: string;
}

/** Another name in the same folder; the one that the item has is no work. */
export interface RenameItem extends EditCommand {
  readonly path: string;
  readonly name: string;
  readonly onTaken: Extract<OnTaken, 'refuse' | 'number'>;
}

export interface RemoveItems extends EditCommand {
  /** Nothing at a path is no work, and so is what is not `base` any more. */
  readonly items: readonly { readonly path: string; readonly base?: ObjectId }[];
}

/** Items whose content the library has, into a folder. */
export interface PlaceItems extends EditCommand {
  readonly folder: string;
  /** `from`: where an item is moved from; absent: it is added. */
  readonly items: readonly { readonly item: Dirent; readonly from?: string }[];
  /** Names that are taken from what has them, which goes to the trash; the others get a number. */
  readonly replaces: readonly string[];
  /** It is a conflict copy that gets the name, and the commit says so. */
  readonly resolves?: boolean;
}

export interface EditedItem {
  readonly item: Dirent;
  /** Where it is now. */
  readonly path: string;
}

/** Changes of the tree of a library that the use case has already let the caller change. Commands are plain data. */
export type LibraryEdits = ReturnType<typeof createLibraryEdits>;

export function createLibraryEdits(deps: LibraryEditsDependencies) {
  /** Brings the content of items of one library into another one, for `place`. @see copyContent */
  async function copyItems(
    from: Library,
    to: LibraryId,
    items: readonly Dirent[],
    options: Pick<ContentCopy, 'signal' | 'onFile'>,
  ): Promise<void> {
    const stores = { from: retainedReader(deps, from), to: deps.objects.library(to) };
    await copyContent({ ...stores, ...options, items });
  }

  return {
    ...createMaking(deps),
    ...createPlacing(deps),
    copyContent: copyItems,
    /** @see IncomingContent @param fileKey null for a plain library */
    receiveContent: (library: Library, fileKey: FileKey | null) => receiveContent(deps, library, fileKey),
    ...createPutFiles(deps),
    ...createRestores(deps),
  };
}

/** What is new, and empty. */
function createMaking(deps: LibraryEditsDependencies) {
  const { contents, clock } = deps;

  /** @throws DomainError `folder-not-found`, `not-a-folder`, `name-invalid`, `path-invalid` when too long, `name-taken` */
  async function make({ kind, folder, name, onTaken, ...command }: MakeItem) {
    const { plan, made } = await applyPlan(deps, command, {
      holdsFor: 'names',
      plan: async (library) => {
        await contents.folder(library, folder);
        checkNewItemName(name);
        const item = emptyItem({ kind, name }, command.author, clock.nowSeconds());
        return planPlacing(contents.lookUp(library), [
          { item, path: parsePath(joinPath(folder, name)), onTaken },
        ]);
      },
      describe: ({ placed }) => describeAdded(placed.map(({ path }) => ({ kind, name: nameOf(path) }))),
    });
    const [edited] = outcome(plan.placed, made).items;
    if (edited === undefined) throw new Error('one item is asked for');
    return { made, path: edited.path, item: { ...edited.item, name: nameOf(edited.path) } };
  }

  /** @throws DomainError `name-invalid`; `name-taken` when a file is in the way */
  async function makeFolders({ path, ...command }: MakeFolders): Promise<CommitResult> {
    const { made } = await applyPlan(deps, command, {
      holdsFor: 'names',
      plan: async (library) => {
        await checkNewNames(contents.lookUp(library), path);
        return { changes: [{ op: 'mkdir', path, mtimeSeconds: clock.nowSeconds() }] };
      },
      describe: () => describeAdded([{ kind: 'dir', name: nameOf(path) }]),
    });
    return made;
  }

  return { make, makeFolders };
}

/** What the library has, under other names, in other places or gone. */
function createPlacing(deps: LibraryEditsDependencies) {
  const { contents } = deps;

  /** @throws DomainError `item-not-found`, `name-invalid`, `path-invalid` when too long, `name-taken` */
  async function rename({ path, name, onTaken, ...command }: RenameItem) {
    const { plan, made } = await applyPlan(deps, command, {
      holdsFor: 'names',
      plan: async (library) => {
        const item = await contents.entry(library, path);
        checkNewItemName(name);
        const to = parsePath(joinPath(parentOf(path), name));
        if (to === path) return { item, to, changes: [] };
        const wanted = { item, path: to, from: path, onTaken };
        const { placed, changes } = await planPlacing(contents.lookUp(library), [wanted]);
        return { item, to: placed[0]?.path ?? to, changes };
      },
      describe: ({ item }) => describeRenamed(item),
    });
    return { made, path: plan.to };
  }

  /** @throws DomainError `path-invalid` for the root */
  async function remove({ items, ...command }: RemoveItems): Promise<CommitResult> {
    const { made } = await applyPlan(deps, command, {
      holdsFor: 'names',
      plan: (library) => planRemoval(contents.lookUp(library), items),
      describe: ({ there }) => describeRemoved(there),
    });
    return made;
  }

  /** @throws DomainError `folder-not-found`, `not-a-folder`, `item-not-found`, `path-invalid`, `name-taken` */
  async function placeIn({ folder, items, replaces, resolves = false, ...command }: PlaceItems) {
    const replaced = new Set(replaces);
    const { plan, made } = await applyPlan(deps, command, {
      holdsFor: 'names',
      plan: async (library) => {
        await contents.folder(library, folder);
        const wanted = items.map(({ item, ...from }): WantedItem => {
          const onTaken = replaced.has(item.name) ? 'replace' : 'number';
          return { item, path: joinPath(folder, item.name), onTaken, ...from };
        });
        return planPlacing(contents.lookUp(library), wanted);
      },
      describe: ({ placed }) => {
        const isMove = items[0]?.from !== undefined;
        if (resolves) return describeResolved(nameOf(placed[0]?.path ?? folder));
        return (isMove ? describeMoved : describeAdded)(placed.map(({ wanted }) => wanted.item));
      },
    });
    return outcome(plan.placed, made);
  }

  return { rename, remove, place: placeIn };
}

/** @throws DomainError `name-taken`; `path-invalid` when too long */
async function planPlacing(tree: LookedUpTree, wanted: readonly WantedItem[]) {
  const { placed, taken } = await placeItems(tree, wanted);
  const [first] = taken;
  if (first !== undefined) throw new DomainError('name-taken', { value: nameOf(first.path) });
  for (const { path } of placed) parsePath(path);
  // What makes room goes first, as a move may be out of it.
  const changes = placed.flatMap((one) => one.changes);
  return { placed, changes: [...changes.filter(isRemoval), ...changes.filter((one) => !isRemoval(one))] };
}

/** @throws DomainError `path-invalid` for the root */
async function planRemoval({ lookup, rootId }: LookedUpTree, items: RemoveItems['items']) {
  const there: Dirent[] = [];
  for (const { path } of items) {
    if (path === '/') throw new DomainError('path-invalid', { field: 'path', value: path, reason: 'root' });
    const item = await lookup.at(rootId, path);
    if (item !== null) there.push(item);
  }
  return { there, changes: items.map((item): TreeChange => ({ op: 'remove', ...item })) };
}

/** @throws DomainError `name-invalid` for a folder on the way that is still to be made */
async function checkNewNames({ lookup, rootId }: LookedUpTree, path: string): Promise<void> {
  let above = '/';
  for (const name of componentsOf(path)) {
    above = joinPath(above, name);
    if ((await lookup.at(rootId, above)) === null) checkNewItemName(name);
  }
}

function outcome(placed: readonly PlacedItem[], made: CommitResult) {
  return {
    made,
    items: placed.map(({ wanted, path }): EditedItem => ({ item: wanted.item, path: pathAfter(made, path) })),
  };
}

function emptyItem(
  { kind, name }: Pick<Dirent, 'kind' | 'name'>,
  modifier: string,
  mtimeSeconds: number,
): Dirent {
  const made = { name, id: EMPTY_ID, mtimeSeconds };
  return kind === 'dir'
    ? { kind, ...made, mode: DIR_MODE }
    : { kind, ...made, mode: FILE_MODE, sizeBytes: 0, modifier };
}

function isRemoval({ op }: TreeChange): boolean {
  return op === 'remove';
}
