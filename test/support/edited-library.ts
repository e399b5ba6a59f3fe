import { by } from '../../src-main/core/access/caller.ts';
import { ANNA, libraryWorld } from './library-world.ts';

/** A library whose files hold these texts, and the edits of it that Anna asks for. */
export async function libraryWith(files: Readonly<Record<string, string>>) {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  const changes = Object.entries(files).map(([path, text]) => world.put(libraryId, path, text));
  const { commitId } = await world.commit(libraryId, ...(await Promise.all(changes)));
  const command = { libraryId, ...by(ANNA) };
  const namesIn = async (path = '/') => {
    const { dirents } = await world.files.list(ANNA, libraryId, path, null);
    return dirents.map(({ name }) => name);
  };
  return { world, edits: world.edits, libraryId, commitId, command, namesIn };
}
