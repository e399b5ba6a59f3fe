import { describe, expect, it } from 'vitest';
import type { Commit } from '../../../../src-main/core/objects/commit.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { HostileTree } from '../../../support/attacks/hostile-tree.ts';
import { libraryWorld } from '../../../support/library-world.ts';
import { storedTree } from '../../../support/stored-trees.ts';

const CONTENT = Buffer.from('hello');
const YEAR_10000 = 253_402_300_800;

/** A library with one commit of a tree that nobody looked at when it came. */
async function holding(make: (tree: HostileTree) => ObjectId, says: Partial<Commit> = {}) {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const tree = new HostileTree();
  const commitId = await storedTree(world.stores, id, tree.built(make(tree)), says);
  return { world, id, commitId };
}

describe('what the check says of content that newer versions refuse', () => {
  it('is apart from damage, with where it is and what it is', async () => {
    const { world, id, commitId } = await holding((tree) => {
      const late = tree.dir([tree.file('late.txt', CONTENT, { mtimeSeconds: YEAR_10000 })]);
      return tree.dir([
        tree.file('fine.txt', CONTENT),
        tree.file('small.txt', CONTENT, { rowBytes: 1 }),
        tree.folder('folder', late),
      ]);
    });
    const report = await world.check({ full: true });
    expect(report.problems).toEqual([]);
    expect(report.untrueCount).toBe(2);
    expect(report.untrue).toEqual([
      { libraryId: id, commitId, path: '/small.txt', reason: 'size' },
      { libraryId: id, commitId, path: '/folder/late.txt', reason: 'time' },
    ]);
  });

  it('names each path once, however many commits have it', async () => {
    const { world, id } = await holding((tree) => tree.dir([tree.file('lie', CONTENT, { rowBytes: 9 })]));
    await world.commit(id, await world.put(id, '/other.txt', 'other'));
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrueCount: 1 });
  });

  it('counts all of it, and tells of the first', async () => {
    const { world } = await holding((tree) =>
      tree.dir(Array.from({ length: 1_100 }, (_, at) => tree.file(`${at}`, CONTENT, { rowBytes: at + 6 }))),
    );
    const { untrue, untrueCount } = await world.check({ full: false });
    expect([untrue.length, untrueCount]).toEqual([20, 1_000]);
  });

  it('names paths longer than disks take, also where a known folder stands below another one', async () => {
    const { world } = await holding((tree) => {
      const long = tree.below(tree.dir([tree.file('x', CONTENT)]), 18, 200);
      return tree.dir([
        tree.folder('z', long),
        tree.folder('b', tree.below(long, 3, 200)),
        tree.folder('c', tree.below(tree.dir([tree.file('y', CONTENT)]), 21, 200)),
      ]);
    });
    const { untrue, problems } = await world.check({ full: true });
    expect(problems).toEqual([]);
    const names = Array.from({ length: 21 }, () => 'n'.repeat(200));
    expect(untrue.map(({ reason, path }) => `${reason} ${path}`).sort()).toEqual([
      `path-too-long ${['/b', ...names.slice(0, 3)].join('/')}`,
      `path-too-long ${['/c', ...names].join('/').slice(0, 4096)}`,
    ]);
  });

  it('names folders that nest too deeply', async () => {
    const { world } = await holding((tree) => tree.below(tree.dir([tree.file('x', CONTENT)]), 300, 1));
    const { untrue, problems } = await world.check({ full: false });
    expect(problems).toEqual([]);
    expect(untrue.map(({ reason }) => reason)).toEqual(['too-deep']);
  });

  it('names a tree that unfolds to a million, and follows each of its folders once', async () => {
    const { world, id } = await holding((tree) => tree.dir([tree.folder('bomb', tree.bomb(10, 6))]));
    await world.commit(id, await world.put(id, '/fine.txt', 'fine'));
    const report = await world.check({ full: true });
    expect(report).toMatchObject({
      problems: [],
      untrueCount: 1,
      untrue: [{ path: '/', reason: 'too-many-entries' }],
    });
    expect(report.objects).toBeLessThan(40);
  });

  it('takes copies of a folder for what they are', async () => {
    const { world } = await holding((tree) => tree.dir(tree.folders(50, tree.bomb(10, 3))));
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrueCount: 0 });
  });

  it('names a commit with a time that no calendar has', async () => {
    const { world, id, commitId } = await holding((tree) => tree.dir([tree.file('x', CONTENT)]), {
      ctimeSeconds: YEAR_10000,
    });
    expect(await world.check({ full: true })).toMatchObject({
      problems: [],
      untrue: [{ libraryId: id, commitId, path: '', reason: 'time' }],
    });
  });
});

describe('a folder that is a file, and a file that is a folder', () => {
  it('are damage, and the check goes on', async () => {
    const { world, id } = await holding((tree) => {
      const file = tree.file('x', CONTENT);
      const dir = tree.dir([file]);
      return tree.dir([tree.folder('folder', file.id), tree.row('file', dir, { sizeBytes: 5 })]);
    });
    const { problems } = await world.check({ full: true });
    expect(problems).toMatchObject([
      { libraryId: id, kind: 'fs', reason: 'object-corrupt' },
      { libraryId: id, kind: 'fs', reason: 'object-corrupt' },
    ]);
  });
});
