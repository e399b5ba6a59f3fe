import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { createReadDir } from '../../src-main/engine/reading/directory-reader.ts';
import { ANNA, type LibraryWorld, libraryWorld } from './library-world.ts';

/** A library of Anna's with `/work/plan.txt`, `/work/deep/note.txt` and `/private/diary.txt`. */
export async function sharedFolder() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  await world.commit(
    id,
    await world.put(id, '/work/plan.txt', 'plan'),
    await world.put(id, '/work/deep/note.txt', 'note'),
    await world.put(id, '/private/diary.txt', 'diary'),
  );
  return { world, id, work: await folderLibrary(world, id, '/work') };
}

let made = 0;

export async function folderLibrary(
  world: Pick<LibraryWorld, 'changeLibrary'>,
  id: LibraryId,
  path: string,
): Promise<LibraryId> {
  made += 1;
  const folder = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}` as LibraryId;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const record = { id: folder, name, origin: { id, path }, author: ANNA.email };
  return (await world.changeLibrary.createFolderLibrary(record)).id;
}

/** Every file with its path; `gone` when there is no such library. */
export async function filesOf({ stores }: LibraryWorld, id: LibraryId): Promise<string[] | 'gone'> {
  const library = stores.libraryTable.find(id);
  if (library === null) return 'gone';
  const readDir = createReadDir(stores.objects.library(id));
  const walk = async (rootId: typeof library.rootId, path: string): Promise<string[]> => {
    const found: string[] = [];
    for (const dirent of await readDir(rootId)) {
      if (dirent.kind === 'dir') found.push(...(await walk(dirent.id, `${path}/${dirent.name}`)));
      else found.push(`${path}/${dirent.name}`);
    }
    return found;
  };
  return (await walk(library.rootId, '')).sort();
}

export function record({ stores }: LibraryWorld, id: LibraryId) {
  const library = stores.libraryTable.find(id);
  if (library === null) throw new Error(`no library ${id}`);
  return library;
}
