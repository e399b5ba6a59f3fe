import { describe, expect, it } from 'vitest';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { createErasing } from '../../../../src-main/usecases/history/erasing.ts';
import { SECRET, withSecret } from '../../../support/erased-library.ts';
import { ANNA, type LibraryWorld } from '../../../support/library-world.ts';
import { fileIdOf } from '../../../support/trees.ts';

function watching(signal = new AbortController().signal) {
  const told: string[] = [];
  return {
    told,
    watched: { signal, onProgress: (done: number, total: number) => told.push(`${done}/${total}`) },
  };
}

/** With linked folders that hold on to these objects. */
function erasingIn({ stores, changeLibrary, clock }: LibraryWorld, held: readonly ObjectId[] = []) {
  const events = { emit: () => undefined };
  return createErasing({ ...stores, changeLibrary, clock, events, folderNeeds: { of: () => held } });
}

describe('the work of erasing', () => {
  it('tells its two steps', async () => {
    const { world, id, changed } = await withSecret();
    const { told, watched } = watching();
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    await erasingIn(world).erase(request, watched);
    expect(told).toEqual(['0/2', '1/2']);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'done', result: { holding: 0 } }]);
  });

  it('is not over while a linked folder holds on to what was erased', async () => {
    const { world, id, changed } = await withSecret();
    await world.changeLibrary.eraseFromHistory({
      ...{ libraryId: id, item: SECRET, author: ANNA.email, onto: changed },
    });
    const { watched } = watching();
    expect(await erasingIn(world, [fileIdOf('password 2')]).finish(id, watched)).toBe(false);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'waiting', result: null }]);
    expect(await erasingIn(world).finish(id, watched)).toBe(true);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'done' }]);
  });

  it('leaves the rest for later when it is ended after the history is written', async () => {
    const { world, id, changed } = await withSecret();
    const ending = new AbortController();
    const watched = {
      signal: ending.signal,
      onProgress: (done: number) => {
        if (done === 1) ending.abort(new Error('ended'));
      },
    };
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    await erasingIn(world).erase(request, watched);
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'waiting' }]);
    await world.erasures.finishAll();
    expect(world.erasures.list(ANNA, id).erasures).toMatchObject([{ state: 'done' }]);
  });
});
