import { describe, expect, it } from 'vitest';
import { by } from '../../../../src-main/core/access/caller.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import type { AddFiles } from '../../../../src-main/engine/edits/put-files.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { ADMIN, ANNA, libraryWorld } from '../../../support/library-world.ts';
import { textIn } from '../../../support/upload-pieces.ts';

/** A library whose files hold these texts, and content that comes in for it. */
async function libraryWith(files: Readonly<Record<string, string>>) {
  const world = await libraryWorld();
  const libraryId = await world.addLibrary();
  const changes = Object.entries(files).map(([path, text]) => world.put(libraryId, path, text));
  const { commitId } = await world.commit(libraryId, ...(await Promise.all(changes)));
  const library = () => world.libraries.find(ANNA, libraryId).library;
  const { store, received } = world.edits.receiveContent(library(), null);
  const command = { libraryId, ...by(ANNA), received };
  const rowAt = (path: string) => world.contents.entryAt(library(), path);

  /** Files of these names and texts. */
  async function add(texts: Readonly<Record<string, string>>, to: Partial<AddFiles> = {}) {
    const files: AddFiles['files'][number][] = [];
    for (const [name, text] of Object.entries(texts))
      files.push({ name, ...(await store(textIn(text))), mtimeSeconds: null });
    const into = { folder: '/', relativePath: '', replaces: false };
    return world.edits.addFiles({ ...command, ...into, files, ...to });
  }

  async function replace(path: string, text: string, base: typeof commitId | null = null) {
    const content = await store(textIn(text));
    return world.edits.replaceFile({ ...command, path, content, base, mtimeSeconds: 7 });
  }

  return { world, libraryId, commitId, library, received, rowAt, add, replace };
}

describe('files that are added', () => {
  it('come in one commit, into folders that are made where they are missing', async () => {
    const { library, rowAt, add } = await libraryWith({ '/d/x': 'x' });
    const { headSeq } = library();
    const added = await add({ a: 'one', b: 'two' }, { folder: '/d', relativePath: 'e/f/' });
    expect(added).toEqual([
      { name: 'a', id: (await rowAt('/d/e/f/a'))?.id, sizeBytes: 3, commitId: library().headId },
      { name: 'b', id: (await rowAt('/d/e/f/b'))?.id, sizeBytes: 3, commitId: library().headId },
    ]);
    expect(library()).toMatchObject({ headSeq: headSeq + 1, fileCount: 3 });
  });

  it('have composed names, and a number where those are taken, also by one another', async () => {
    const { add } = await libraryWith({ '/\u00e9.txt': 'there', '/d/x': 'x' });
    const added = await add({ 'e\u0301.txt': 'a', '\u00e9.txt': 'b', d: 'c' });
    expect(added.map(({ name }) => name)).toEqual(['\u00e9 (1).txt', '\u00e9 (2).txt', 'd (1)']);
  });

  it('replace files of their names where that is asked for, with their mode, and never a folder', async () => {
    const { world, libraryId, rowAt, add } = await libraryWith({ '/d/x': 'x' });
    const change = await world.put(libraryId, '/run', 'old');
    if (change.op !== 'put') throw new Error('a file is put');
    await world.commit(libraryId, { ...change, dirent: { ...change.dirent, mode: 0o100755 } });
    const added = await add({ run: 'new', d: 'file' }, { replaces: true });
    expect(added.map(({ name }) => name)).toEqual(['run', 'd (1)']);
    expect(await rowAt('/run')).toMatchObject({ mode: 0o100755, sizeBytes: 3, id: added[0]?.id });
    expect(await rowAt('/d/x')).not.toBeNull();
  });

  it('go beside under a conflict name when theirs is taken between plan and commit', async () => {
    const { add } = await libraryWith({});
    const both = await Promise.all([add({ 'a.txt': 'one' }), add({ 'a.txt': 'other' })]);
    expect(both.flat().map(({ name }) => name)).toEqual([
      'a.txt',
      expect.stringMatching(/^a \(SFConflict anna@example\.com .*\)\.txt$/),
    ]);
  });

  it.each([
    ['folder-not-found', { folder: '/none' }, 'new'],
    ['not-a-folder', { folder: '/file' }, 'new'],
    ['not-a-folder', { relativePath: 'file/below' }, 'new'],
    ['argument-invalid', { relativePath: 'a/../b' }, 'new'],
    ['name-invalid', {}, 'a/b'],
  ] as const)('are refused with %s, and nothing is changed: %o', async (code, to, name) => {
    const { library, commitId, add } = await libraryWith({ '/file': '' });
    expect(await refusalOf(() => add({ [name]: 'text' }, to))).toMatchObject({ code });
    expect(library().headId).toBe(commitId);
  });

  it('have room for all of them, or none of them comes', async () => {
    const { world, library, commitId, add } = await libraryWith({});
    await world.accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 5 });
    expect(await refusalOf(() => add({ a: 'one', b: 'two' }))).toMatchObject({ code: 'quota-exceeded' });
    expect(library().headId).toBe(commitId);
  });
});

describe('a file whose content is replaced', () => {
  it('gets the new content, and the time that was given', async () => {
    const { library, rowAt, replace } = await libraryWith({ '/a.txt': 'old' });
    const made = await replace('/a.txt', 'new one');
    expect(made).toMatchObject({ name: 'a.txt', sizeBytes: 7, commitId: library().headId });
    expect(await rowAt('/a.txt')).toMatchObject({ id: made.id, mtimeSeconds: 7 });
  });

  it('stays when another user changed it since the base, and the new content lies beside it', async () => {
    const { world, libraryId, commitId, rowAt, replace } = await libraryWith({ '/a.txt': 'old' });
    await world.commit(libraryId, await world.put(libraryId, '/a.txt', 'theirs!'));
    const made = await replace('/a.txt', 'mine', commitId);
    expect(made.name).toMatch(/^a \(SFConflict .*\)\.txt$/);
    expect(await rowAt('/a.txt')).toMatchObject({ sizeBytes: 7 });
    expect(await rowAt(`/${made.name}`)).toMatchObject({ id: made.id, sizeBytes: 4 });
  });

  it('makes no commit with the content that it has, which counts as pending no more', async () => {
    const { world, library, commitId, replace } = await libraryWith({ '/a.txt': 'same' });
    await world.accounts.updateUser(ADMIN, ANNA.email, { quotaBytes: 8 });
    // What is received counts as far as it is more than the library holds.
    await world.edits.receiveContent(library(), null).store(textIn('1234'));
    expect(await replace('/a.txt', 'same')).toMatchObject({ name: 'a.txt', commitId });
    world.pending.takeBeginning(library(), 'all that is free', 4);
  });

  it('is there, and no folder', async () => {
    const { replace } = await libraryWith({ '/d/x': 'x' });
    for (const path of ['/none', '/d', '/'])
      expect(await refusalOf(() => replace(path, 'new'))).toMatchObject({ code: 'file-not-found' });
  });
});

describe('a file that is put at a path', () => {
  it('is new or replaces what is there, in a folder that must be there', async () => {
    const { world, received, libraryId, rowAt } = await libraryWith({ '/d/x': 'x' });
    const { store } = world.edits.receiveContent(world.libraries.find(ANNA, libraryId).library, null);
    const putAt = async (path: string, text: string, expects?: ObjectId | null) =>
      world.edits.putAt({
        ...{ libraryId, ...by(ANNA), received, path, mtimeSeconds: 7, content: await store(textIn(text)) },
        ...(expects === undefined ? {} : { expects }),
      });
    const first = await putAt('/d/a', 'one');
    expect(await rowAt('/d/a')).toMatchObject({ id: first.id, mtimeSeconds: 7, modifier: ANNA.email });
    await putAt('/d/a', 'two');
    expect(await refusalOf(() => putAt('/d/a', 'three', first.id))).toEqual({
      code: 'head-moved',
      detail: { value: '/d/a', reason: 'file-changed' },
    });
    expect((await refusalOf(() => putAt('/d/a', 'three', null))).code).toBe('head-moved');
    const second = await rowAt('/d/a');
    await putAt('/d/a', 'three', second?.id);
    expect((await rowAt('/d/a'))?.id).not.toBe(second?.id);
    expect((await refusalOf(() => putAt('/none/a', 'x'))).code).toBe('folder-not-found');
    expect((await refusalOf(() => putAt('/d', 'x'))).code).toBe('name-taken');
    expect((await refusalOf(() => putAt('/d/a\\b', 'x'))).code).toBe('name-invalid');
  });
});
