import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { createReadDir } from '../../src-main/engine/reading/directory-reader.ts';
import { makeFolderLibrary } from './folder-libraries.ts';
import { type LibraryWorld, libraryWorld } from './library-world.ts';

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
  return { world, id, work: await makeFolderLibrary(world, id, '/work') };
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
