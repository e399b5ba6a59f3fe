import { describe, expect, it } from 'vitest';
import { EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import type { ErasedItem } from '../../../../src-main/core/tree/erase.ts';
import { ADMIN, refusalOf } from '../../../support/account-services.ts';
import { erase, SECRET, withSecret } from '../../../support/erased-library.ts';
import { ANNA, BERT } from '../../../support/library-world.ts';

describe('erasures', () => {
  it('is refused to all but who manages the library, and of what nobody can erase', async () => {
    const { world, id } = await withSecret();
    const code = async (caller: typeof ANNA, item: ErasedItem) =>
      (await refusalOf(() => world.erasures.plan(caller, id, item)))?.code;
    expect(await code(BERT, SECRET)).toBe('permission-denied');
    expect(await code(ADMIN, SECRET)).toBe('permission-denied');
    expect(await code(ANNA, { kind: 'path', path: '/' })).toBe('path-invalid');
    expect(await code(ANNA, { kind: 'path', path: '/never' })).toBe('item-not-found');
    expect(await code(ANNA, { kind: 'file', id: EMPTY_ID })).toBe('argument-invalid');
  });

  it('is refused for another name, for a head that moved, while another one runs, and when it is read-only', async () => {
    const { world, id, changed } = await withSecret();
    const start = async (order: object = {}) =>
      (
        await refusalOf(() =>
          world.erasures.start(ANNA, id, { item: SECRET, onto: changed, libraryName: 'Papers', ...order }),
        )
      )?.code;
    expect(await start({ libraryName: 'papers' })).toBe('argument-invalid');
    const { commitId } = await world.commit(id, await world.put(id, '/b.txt', 'b'));
    expect(await start()).toBe('head-moved');
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const held = world.garbage.holdOff(() => promise);
    expect(await start({ onto: commitId })).toBe('busy');
    end();
    await held;
    world.stores.libraryTable.setStatus(id, 'read-only');
    expect(await start({ onto: commitId })).toBe('library-read-only');
    expect(world.libraries.find(ANNA, id).library.headId).toBe(commitId);
  });

  it('is a job, of which one runs at a time', async () => {
    const { world, id, changed } = await withSecret();
    const start = () =>
      world.erasures.start(ANNA, id, { item: SECRET, onto: changed, libraryName: 'Papers' });
    const check = world.jobs.start(ADMIN, 'check');
    expect(await refusalOf(start)).toMatchObject({ code: 'busy' });
    await world.jobs.cancel(ADMIN, check.id);
    expect(start()).toEqual({ isRewriting: true, failure: '', erasures: [] });
    expect(await refusalOf(() => world.garbage.collect(ADMIN))).toMatchObject({ code: 'busy' });
    await world.jobs.settled();
    expect(world.jobs.list(ADMIN)).toMatchObject([
      { kind: 'erasure', libraryId: id, state: 'done', startedBy: ANNA.email, outcome: {} },
      { kind: 'check' },
    ]);
  });

  it('changes nothing when it is ended before the history is written, and can be begun again', async () => {
    const secret = await withSecret();
    const { world, id, changed } = secret;
    world.erasures.start(ANNA, id, { item: SECRET, onto: changed, libraryName: 'Papers' });
    await world.jobs.cancel(ADMIN, world.jobs.running()?.id ?? '');
    expect(world.erasures.list(ANNA, id)).toEqual({ isRewriting: false, failure: 'canceled', erasures: [] });
    expect(world.libraries.find(ANNA, id).library.headId).toBe(changed);
    expect(await erase(secret)).toMatchObject({ failure: '', erasures: [{ state: 'done' }] });
  });

  it('takes the words of what was erased out of the search', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    const hits = async (words: string) => {
      await world.searchFollower.follow({ rest: async () => undefined });
      const request = { words, parts: 'all', state: null, libraryId: null, place: null } as const;
      return (await world.timeSearch.find(ANNA, request)).hits.map(({ item }) => item.path);
    };
    expect(await hits('password')).toContain('/keys/secret.txt');
    await erase(secret);
    expect(await hits('password')).toEqual([]);
    expect(await hits('secret')).toEqual([]);
    expect(await hits('public')).toContain('/keys/public.txt');
    expect(world.libraries.find(ANNA, id).library.headSeq).toBe(6);
  });
});
