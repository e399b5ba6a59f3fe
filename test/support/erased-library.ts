import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import type { ErasedItem } from '../../src-main/core/tree/erase.ts';
import { ANNA, type LibraryWorld, libraryWorld } from './library-world.ts';

export const SECRET: ErasedItem = { kind: 'path', path: '/keys/secret.txt' };

/**
 * Five commits: created, `a.txt`, then `keys/secret.txt` and a file beside it, then a change of `a.txt`, then the secret is
 * changed.
 */
export async function withSecret() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const put = async (path: string, text: string) => {
    world.clock.advance(60);
    return (await world.commit(id, await world.put(id, path, text))).commitId;
  };
  const added = await put('/a.txt', 'one');
  world.clock.advance(60);
  const secret = await world.put(id, '/keys/secret.txt', 'password');
  const saved = (await world.commit(id, secret, await world.put(id, '/keys/public.txt', 'public'))).commitId;
  const edited = await put('/a.txt', 'two');
  const changed = await put('/keys/secret.txt', 'password 2');
  return { world, id, added, saved, edited, changed };
}

type Secret = Awaited<ReturnType<typeof withSecret>>;

export async function erase({ world, id }: Pick<Secret, 'world' | 'id'>, item: ErasedItem = SECRET) {
  const { headId } = await world.erasures.plan(ANNA, id, item);
  await world.erasures.start(ANNA, id, { item, onto: headId, libraryName: 'Papers' });
  await world.jobs.settled();
  return world.erasures.list(ANNA, id);
}

/** Every path of every commit, newest commit first. */
export async function allPaths(world: LibraryWorld, id: LibraryId): Promise<string[][]> {
  const { library } = world.libraries.find(ANNA, id);
  const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 100 });
  const all: string[][] = [];
  for (const { rootId } of commits) {
    const paths: string[] = [];
    for await (const { path } of world.contents.walk(library, rootId)) paths.push(path);
    all.push(paths);
  }
  return all;
}
