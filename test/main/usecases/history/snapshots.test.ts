import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

/** Papers with four commits a day apart: made, two files and a folder, one edited and one gone, and another file. */
async function fourDays() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const put = (path: string, text: string) => world.put(id, path, text);
  const ids = [world.libraries.find(ANNA, id).library.headId];
  world.clock.advance(86_400);
  ids.push(
    (await world.commit(id, await put('/a', '1'), await put('/b', '2'), await put('/d/c', '3'))).commitId,
  );
  world.clock.advance(86_400);
  ids.push((await world.commit(id, await put('/a', '11'), { op: 'remove', path: '/b' })).commitId);
  world.clock.advance(86_400);
  ids.push((await world.commit(id, await put('/new', '4'))).commitId);
  const [first, second, third, fourth] = ids;
  if (!first || !second || !third || !fourth) throw new Error('there are four commits');
  return { world, id, first, second, third, fourth };
}

describe('a moment of a library', () => {
  it('is found by commit, by number and by time, with its neighbours', async () => {
    const { world, id, first, second, third, fourth } = await fourDays();
    const moment = world.snapshots.find(ANNA, id, { commitId: second });
    expect(moment).toMatchObject({
      commit: { id: second, seq: 2 },
      oldest: 1,
      newest: 4,
      olderId: first,
      newerId: third,
    });
    expect(world.snapshots.find(ANNA, id, { number: 3 }).commit.id).toBe(third);
    const atSeconds = moment.commit.ctimeSeconds + 3600;
    expect(world.snapshots.find(ANNA, id, { atSeconds }).commit.id).toBe(second);
    expect(world.snapshots.find(ANNA, id, { number: 99 })).toMatchObject({
      commit: { id: fourth },
      newerId: null,
    });
    expect(world.snapshots.find(ANNA, id, { atSeconds: 0 })).toMatchObject({
      commit: { id: first },
      olderId: null,
    });
  });

  it('is none that retention hides', async () => {
    const { world, id, third } = await fourDays();
    world.libraries.setRetention(ANNA, id, 1);
    expect(world.snapshots.find(ANNA, id, { atSeconds: 0 })).toMatchObject({
      commit: { id: third },
      oldest: 3,
      olderId: null,
    });
  });

  it('shows what has become of each item since', async () => {
    const { world, id, second } = await fourDays();
    const listing = await world.snapshots.listing(ANNA, id, '/', second);
    expect(listing.dirents.map((dirent) => `${dirent.name} ${listing.markOf(dirent)}`)).toEqual([
      'd same',
      'a changed',
      'b gone',
    ]);
    expect([listing.differing, listing.addedSince]).toEqual([2, 1]);
    const refused = () => world.snapshots.listing(BERT, id, '/', second);
    expect(await refusalOf(refused)).toMatchObject({ code: 'permission-denied' });
  });
});

describe('a restore of a moment', () => {
  const WANTED = { mode: 'in-place', except: [], isDryRun: false } as const;

  it('brings everything back as one commit', async () => {
    const { world, id, second } = await fourDays();
    const request = { libraryId: id, commitId: second, paths: ['/'], ...WANTED };
    const { plan, made } = await world.restores.snapshot(ANNA, request);
    expect(plan.steps.map(({ action, path, files }) => [action, path, files])).toEqual([
      ['remove', '/new', 1],
      ['overwrite', '/a', 1],
      ['create', '/b', 1],
    ]);
    expect(made?.changed).toBe(true);
    expect(world.libraries.find(ANNA, id).library.rootId).toBe(world.history.find(ANNA, id, second).rootId);
    expect(world.libraries.find(ANNA, id).library.headSeq).toBe(5);
    expect((await world.restores.snapshot(ANNA, request)).made).toBeNull();
  });

  it('leaves out what was unticked, and says beforehand what it would do', async () => {
    const { world, id, second } = await fourDays();
    const request = { libraryId: id, commitId: second, paths: ['/'], ...WANTED };
    const dry = await world.restores.snapshot(ANNA, { ...request, isDryRun: true });
    expect([dry.made, dry.plan.steps.length]).toEqual([null, 3]);
    await world.restores.snapshot(ANNA, { ...request, except: ['/new', '/a'] });
    const { dirents } = await world.files.list(ANNA, id, '/', null);
    expect(dirents.map(({ name }) => name)).toEqual(['d', 'a', 'b', 'new']);
  });

  it('puts copies beside what is there', async () => {
    const { world, id, second } = await fourDays();
    const request = { libraryId: id, commitId: second, ...WANTED, mode: 'beside' } as const;
    await world.restores.snapshot(ANNA, { ...request, paths: ['/a', '/d'] });
    await world.restores.snapshot(ANNA, { ...request, paths: ['/'] });
    const { dirents } = await world.files.list(ANNA, id, '/', null);
    expect(dirents.map(({ name }) => name)).toEqual([
      'd',
      'd (1)',
      expect.stringMatching(/^Restored \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d$/),
      'a',
      'a (1)',
      'new',
    ]);
  });
});
