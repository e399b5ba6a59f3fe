import { hash } from 'node:crypto';
import type { Library } from '../../../src-main/core/library/library.ts';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import type { CommitId } from '../../../src-main/core/objects/object-id.ts';
import { OWNER, type ScenarioWorld } from './scenario-world.ts';

/** Far more than scenarios make. */
const ALL = 1_000;

/** Everything that a user can see of a data folder, as text: equal texts are the same libraries, histories and bytes. */
export async function observe(world: ScenarioWorld): Promise<string> {
  const { libraryTable, folderLibraryTable } = world.store.tables;
  const alive = [...libraryTable.all(), ...folderLibraryTable.all()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const libraries = [];
  for (const library of alive) libraries.push(await observeLibrary(world, library));
  const deleted = world.store.tables.deletedLibraryTable
    .page(ALL, 0)
    .map(({ id, headId }) => ({ id, headId }));
  return JSON.stringify({ libraries, deleted, contents: await contentsOf(world, alive) });
}

async function observeLibrary(world: ScenarioWorld, library: Library): Promise<object> {
  const { services } = world;
  const { id, name, status, headId, origin } = library;
  const { commits } = services.history.page(OWNER, id, { page: 1, perPage: ALL });
  const trees: object[] = [];
  for (const commit of commits) trees.push({ id: commit.id, tree: await treeAt(world, library, commit.id) });
  const request = { path: '/', showDays: 0, cursor: null, limit: ALL };
  const { items } = await services.trash.page(OWNER, id, request);
  return { id, name, status, headId, origin, trees, trash: items.map(({ path }) => path).sort() };
}

async function treeAt(world: ScenarioWorld, library: Library, commitId: CommitId): Promise<object> {
  const { contents } = world.services;
  const root = await contents.entry(library, '/', commitId);
  const tree: Record<string, string> = {};
  for await (const { path, dirent } of contents.walk(library, root.id))
    tree[path] = `${dirent.kind} ${dirent.id}`;
  return tree;
}

/** SHA-1 of every file that any shown commit of the libraries holds, by the id of the file. */
async function contentsOf(
  world: ScenarioWorld,
  libraries: readonly Library[],
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const library of libraries) {
    const { commits } = world.services.history.page(OWNER, library.id, { page: 1, perPage: ALL });
    for (const { id } of commits) await addDigests(world, library, { commitId: id, digests });
  }
  return digests;
}

async function addDigests(
  world: ScenarioWorld,
  library: Library,
  { commitId, digests }: { commitId: CommitId; digests: Record<string, string> },
): Promise<void> {
  const { contents } = world.services;
  const root = await contents.entry(library, '/', commitId);
  for await (const { dirent } of contents.walk(library, root.id)) {
    if (dirent.kind === 'file') digests[dirent.id] ??= await digestOf(world, library.id, dirent);
  }
}

/** SHA-1 of the content of a file of a library that is alive. */
export async function digestOf(
  { services, store }: ScenarioWorld,
  libraryId: LibraryId,
  file: Parameters<ScenarioWorld['services']['contents']['read']>[1],
): Promise<string> {
  const library = store.tables.libraryTable.find(libraryId);
  if (library === null) throw new Error(`no library ${libraryId}`);
  const parts: Buffer[] = [];
  for await (const part of services.contents.read(library, file)) parts.push(part);
  return hash('sha1', Buffer.concat(parts), 'hex');
}
