import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { isInside, nameOf } from '../../src-main/core/library/path.ts';
import { type CommitId, EMPTY_ID, type ObjectId } from '../../src-main/core/objects/object-id.ts';
import { createReadDir } from '../../src-main/engine/reading/directory-reader.ts';
import type { FolderLibrary } from '../../src-main/store/sqlite/folder-libraries.ts';
import { ANNA, type LibraryWorld } from '../support/library-world.ts';
import { Broken } from './broken.ts';

/** A library as its head has it: ids by path. */
export interface SeenTree {
  readonly dirs: ReadonlyMap<string, ObjectId>;
  readonly files: ReadonlyMap<string, ObjectId>;
}

interface Seen {
  readonly tree: SeenTree;
  readonly folders: readonly FolderLibrary[];
}

const DAY_SECONDS = 86_400;

/**
 * Keeps account of a library and of folders of it that are libraries of their own, from outside: by trees as they are
 * stored, and by nothing that moves heads.
 */
export class FolderAccount {
  readonly #world: LibraryWorld;
  readonly #id: LibraryId;
  readonly #trees = new Map<ObjectId, SeenTree>();
  /** What each commit held when it became a head. */
  readonly #commits = new Map<CommitId, { library: LibraryId; madeAt: number; tree: SeenTree }>();
  /** What was acknowledged as stored on either side. */
  readonly #stored = new Set<ObjectId>();
  #before: Seen = { tree: { dirs: new Map(), files: new Map() }, folders: [] };

  constructor(world: LibraryWorld, id: LibraryId) {
    this.#world = world;
    this.#id = id;
  }

  get folders(): readonly FolderLibrary[] {
    return this.#world.stores.folderLibraryTable.of(this.#id);
  }

  get live(): FolderLibrary[] {
    return this.folders.filter(({ isEnded }) => !isEnded);
  }

  /** The tree at the head. */
  async treeOf(id: LibraryId): Promise<SeenTree> {
    return this.treeAt(this.#world.stores.libraryTable.find(id)?.rootId ?? EMPTY_ID);
  }

  async treeAt(rootId: ObjectId): Promise<SeenTree> {
    const known = this.#trees.get(rootId);
    if (known !== undefined) return known;
    const dirs = new Map<string, ObjectId>();
    const files = new Map<string, ObjectId>();
    const readDir = createReadDir(this.#world.stores.objects.library(this.#id));
    const walk = async (id: ObjectId, path: string): Promise<void> => {
      for (const { kind, name, id: entry } of await readDir(id)) {
        (kind === 'dir' ? dirs : files).set(`${path}/${name}`, entry);
        if (kind === 'dir') await walk(entry, `${path}/${name}`);
      }
    };
    await walk(rootId, '');
    const tree = { dirs, files };
    this.#trees.set(rootId, tree);
    return tree;
  }

  /** Contents that a change was acknowledged to bring. */
  async stored(ids: Iterable<ObjectId>): Promise<void> {
    const held = new Set((await this.treeOf(this.#id)).files.values());
    for (const id of ids) {
      if (!held.has(id)) throw new Broken(`what was just stored is not in the library: ${id}`);
      this.#stored.add(id);
    }
  }

  /** All that is on record, as text. */
  onRecord(): string {
    const { db } = this.#world;
    const rows = db.prepare('SELECT * FROM libraries ORDER BY library_key').all();
    const counts = ['commits', 'trash_items', 'commit_changes'].map((table) =>
      db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    );
    return JSON.stringify([rows, counts]);
  }

  /** @param actor whose head was asked to move; null: several, or none */
  async check(actor: LibraryId | null): Promise<void> {
    const tree = await this.treeOf(this.#id);
    const now: Seen = { tree, folders: this.folders };
    for (const folder of now.folders) if (!folder.isEnded) await this.#checkLive(folder, tree);
    const paths = this.live.map(({ origin }) => origin.path);
    if (new Set(paths).size < paths.length) throw new Broken(`two libraries of one folder: ${paths}`);
    for (const folder of this.#before.folders) checkPlace(folder, { before: this.#before, now, actor });
    for (const id of [this.#id, ...this.live.map((folder) => folder.id)]) await this.#note(id);
    this.#before = now;
  }

  async #checkLive(folder: FolderLibrary, tree: SeenTree): Promise<void> {
    const { id, origin, rootId, headId, headSeq, fileCount } = folder;
    if (tree.dirs.get(origin.path) !== rootId)
      throw new Broken(`${folder.name} has ${rootId}, and ${origin.path} is ${tree.dirs.get(origin.path)}`);
    const newest = this.#world.stores.historyTable.findBySeq(id, headSeq);
    if (newest?.id !== headId || newest.rootId !== rootId)
      throw new Broken(`${folder.name} has a head that its history has not`);
    const files = (await this.treeAt(rootId)).files.size;
    if (files !== fileCount)
      throw new Broken(`${folder.name} is said to have ${fileCount} files, not ${files}`);
  }

  async #note(id: LibraryId): Promise<void> {
    const library = this.#world.stores.libraryTable.find(id);
    if (library === null || this.#commits.has(library.headId)) return;
    const tree = await this.treeAt(library.rootId);
    this.#commits.set(library.headId, { library: id, madeAt: this.#world.clock.nowSeconds(), tree });
  }

  /**
   * Reads everything that is still to be there.
   * @param keptDays the shortest that commits were ever kept for; null: for good
   */
  async checkAll(keptDays: number | null): Promise<void> {
    const { problems } = await this.#world.check({ full: true });
    if (problems.length > 0) throw new Broken(`the full check finds ${JSON.stringify(problems)}`);
    const readable = new Set<ObjectId>();
    for (const id of [this.#id, ...this.live.map((folder) => folder.id)]) {
      await this.#checkHistory(id, keptDays, readable);
      await this.#checkTrash(id);
    }
    if (keptDays !== null) return;
    for (const id of this.#stored) if (!readable.has(id)) throw new Broken(`no commit has ${id} any more`);
  }

  async #checkHistory(id: LibraryId, keptDays: number | null, readable: Set<ObjectId>): Promise<void> {
    const { history, clock } = this.#world;
    const { commits } = await history.after(ANNA, id, { before: null, limit: 1_000 });
    const shown = new Set(commits.map((commit) => commit.id));
    this.#trees.clear();
    for (const commit of commits) {
      const tree = await this.treeAt(commit.rootId);
      const then = this.#commits.get(commit.id)?.tree ?? tree;
      if (!isSame(tree.files, then.files)) throw new Broken(`commit ${commit.id} is not what it was`);
      if (id === this.#id) for (const file of tree.files.values()) readable.add(file);
    }
    const oldest = keptDays === null ? 0 : clock.nowSeconds() - keptDays * DAY_SECONDS;
    for (const [commit, { library, madeAt }] of this.#commits)
      if (library === id && madeAt > oldest && !shown.has(commit)) throw new Broken(`${commit} is not shown`);
  }

  /** Whatever is shown as deleted can be looked at. */
  async #checkTrash(id: LibraryId): Promise<void> {
    const { trash, files } = this.#world;
    const wanted = { path: '/', showDays: 0, cursor: null, limit: 1_000 };
    for (const { path, commitId } of (await trash.page(ANNA, id, wanted)).items)
      await files.entry(ANNA, id, path, commitId);
  }
}

function isSame(one: ReadonlyMap<string, ObjectId>, other: ReadonlyMap<string, ObjectId>): boolean {
  return one.size === other.size && [...one].every(([path, id]) => other.get(path) === id);
}

interface Step {
  readonly before: Seen;
  readonly now: Seen;
  readonly actor: LibraryId | null;
}

/** That a folder library is where its folder went, as far as the trees alone leave no doubt where that is. */
function checkPlace(folder: FolderLibrary, step: Step): void {
  const after = step.now.folders.find(({ id }) => id === folder.id);
  if (after === undefined) return;
  const wanted = folder.isEnded ? returnOf(folder, after, step) : placeOf(folder, step);
  if (wanted === null) return;
  const { path } = after.origin;
  if (folder.isEnded && step.now.folders.some(({ isEnded, origin }) => !isEnded && origin.path === wanted))
    return;
  const words = `${folder.name}, which was ${folder.isEnded ? 'not ' : ''}at ${folder.origin.path}`;
  if (after.isEnded) throw new Broken(`${words}, is gone, and its folder is at ${wanted}`);
  if (path !== wanted) throw new Broken(`${words}, is at ${path}, and its folder is at ${wanted}`);
  const isNamedAlike = folder.name === nameOf(folder.origin.path);
  if (!folder.isEnded && isNamedAlike && after.name !== nameOf(path))
    throw new Broken(`${words}, is called ${after.name} at ${path}`);
}

/** By its files: clients that rename a folder give it another id. */
function placeOf(folder: FolderLibrary, { before, now, actor }: Step): string | null {
  const { rootId, origin } = folder;
  const { path } = origin;
  if (actor === folder.id || now.tree.dirs.get(path) === rootId) return path;
  const files = filesBelow(before.tree, path);
  if (files === '' || now.tree.dirs.has(path)) return null;
  const was = [...before.tree.dirs.keys()].filter((at) => filesBelow(before.tree, at) === files);
  const is = [...now.tree.dirs.keys()].filter((at) => filesBelow(now.tree, at) === files);
  const [place] = is;
  if (was.length !== 1 || is.length !== 1 || place === undefined || before.tree.dirs.has(place)) return null;
  return place;
}

/** A folder that is there again, as it was. */
function returnOf(folder: FolderLibrary, after: FolderLibrary, { before, now }: Step): string | null {
  const { rootId, origin } = folder;
  const wasThere = before.tree.dirs.get(origin.path) === rootId;
  const isThere = now.tree.dirs.get(after.origin.path) === rootId;
  return rootId !== EMPTY_ID && isThere && !wasThere ? after.origin.path : null;
}

function filesBelow({ files }: SeenTree, folder: string): string {
  return [...files]
    .filter(([path]) => isInside(path, folder))
    .map(([path, id]) => `${path.slice(folder.length)} ${id}`)
    .sort()
    .join('\n');
}
