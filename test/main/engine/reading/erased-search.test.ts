import { describe, expect, it } from 'vitest';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import { searchErased } from '../../../../src-main/engine/reading/erased-search.ts';
import { SECRET, withSecret } from '../../../support/erased-library.ts';
import { makeFolderLibrary } from '../../../support/folder-libraries.ts';
import { ANNA } from '../../../support/library-world.ts';
import { fileIdOf } from '../../../support/trees.ts';

type Secret = Awaited<ReturnType<typeof withSecret>>;

/** The secret is out of the history; what is found of it after these commits. */
async function foundAfter(
  { world, id }: Secret,
  changes: readonly TreeChange[],
  signal?: AbortSignal,
): Promise<{ commits: number; holding: number }> {
  const { headId } = world.access.existing(id);
  const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: headId };
  await world.changeLibrary.eraseFromHistory(request);
  for (const change of changes) await world.commit(id, change);
  const [rewrite] = world.stores.historyRewriteTable.of(id);
  const ids = [fileIdOf('password'), fileIdOf('password 2')];
  const wanted = { item: SECRET, ids, rewriteId: rewrite?.rewriteId ?? 0 };
  return searchErased(world.stores, world.access.existing(id), wanted, signal);
}

describe('what was erased', () => {
  it('is in no commit afterwards, of all that there are', async () => {
    expect(await foundAfter(await withSecret(), [])).toEqual({ commits: 6, holding: 0 });
  });

  it('is not what somebody put at its path since', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    const changes = [
      await world.put(id, '/keys/secret.txt', 'harmless'),
      await world.put(id, '/b.txt', 'b'),
      { op: 'remove', path: '/keys/secret.txt' } as const,
      await world.put(id, '/keys/secret.txt/inside.txt', 'harmless too'),
    ];
    expect(await foundAfter(secret, changes)).toEqual({ commits: 10, holding: 0 });
  });

  it('is found in each commit that holds it since somebody brought it back, also further inside', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    const changes = [
      await world.put(id, '/keys/secret.txt', 'password'),
      await world.put(id, '/b.txt', 'b'),
      { op: 'remove', path: '/keys/secret.txt' } as const,
      await world.put(id, '/keys/secret.txt/deep/inside.txt', 'password 2'),
    ];
    expect(await foundAfter(secret, changes)).toEqual({ commits: 10, holding: 3 });
  });

  it('is told from what is new also in folder libraries, those made since among them', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    await makeFolderLibrary(world, id, '/keys');
    await world.commit(id, await world.put(id, '/keys/secret.txt', 'password'));
    const { holding } = await foundAfter(secret, [await world.put(id, '/keys/secret.txt', 'harmless')]);
    expect(holding).toBe(0);
    await makeFolderLibrary(world, id, '/keys');
    const [rewrite] = world.stores.historyRewriteTable.of(id);
    const wanted = { item: SECRET, ids: [fileIdOf('password')], rewriteId: rewrite?.rewriteId ?? 0 };
    expect(await searchErased(world.stores, world.access.existing(id), wanted)).toMatchObject({ holding: 0 });
  });

  it('is whatever is at its path in the commits that were to be rewritten', async () => {
    const { world, id } = await withSecret();
    const library = world.access.existing(id);
    const rewriteId = world.stores.historyRewriteTable.add(id, {
      ...{ seq: library.headSeq, rewrittenBy: ANNA.email, rewrittenAtSeconds: 1, commits: 3, item: '{}' },
    });
    const wanted = { item: SECRET, ids: [], rewriteId };
    expect(await searchErased(world.stores, library, wanted)).toEqual({ commits: 5, holding: 3 });
  });

  it('is not looked for any more once that is ended', async () => {
    const ended = AbortSignal.abort(new Error('ended'));
    await expect(foundAfter(await withSecret(), [], ended)).rejects.toThrow('ended');
  });
});
