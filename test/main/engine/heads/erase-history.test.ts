import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../src-main/core/errors.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { decodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { type CommitId, EMPTY_ID, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import type { ErasedItem } from '../../../../src-main/core/tree/erase.ts';
import { reconcileHeads } from '../../../../src-main/engine/heads/reconcile-heads.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { allPaths, erase, SECRET, withSecret } from '../../../support/erased-library.ts';
import { makeFolderLibrary } from '../../../support/folder-libraries.ts';
import { ANNA, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';
import { filesOf, sharedFolder } from '../../../support/shared-folder.ts';
import { fileIdOf } from '../../../support/trees.ts';

describe('erasing', () => {
  it('takes the item out of every commit, and everything else stays', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    await erase(secret);
    expect(await allPaths(world, id)).toEqual([
      ['/a.txt', '/keys', '/keys/public.txt'],
      ['/a.txt', '/keys', '/keys/public.txt'],
      ['/a.txt', '/keys', '/keys/public.txt'],
      ['/a.txt', '/keys', '/keys/public.txt'],
      ['/a.txt'],
      [],
    ]);
  });

  it('takes an item out under all its names at once, also where only one of them is in a folder library', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    const keys = await makeFolderLibrary(world, id, '/keys');
    await world.commit(id, { op: 'move', from: '/keys/secret.txt', to: '/token.txt' });
    const { headSeq } = world.libraries.find(ANNA, id).library;
    const list = await erase(secret, { kind: 'paths', paths: ['/token.txt', '/keys/secret.txt'] });
    expect(list).toMatchObject({ failure: '', erasures: [{ state: 'done', result: { holding: 0 } }] });
    expect(world.libraries.find(ANNA, id).library.headSeq).toBe(headSeq + 1);
    const paths = [...(await allPaths(world, id)), ...(await allPaths(world, keys))].flat();
    expect(new Set(paths)).toEqual(new Set(['/a.txt', '/keys', '/keys/public.txt', '/public.txt']));
    expect(world.stores.objects.library(id).has('block', objectIdOf('password 2'))).toBe(false);
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
  });

  it('writes nothing more once it is ended', async () => {
    const { world, id, changed } = await withSecret();
    const stored = () => [...world.stores.objects.library(id).list()].length;
    const before = stored();
    const request = { libraryId: id, item: SECRET, author: ANNA.email, onto: changed };
    const ended = new Error('ended');
    await expect(world.changeLibrary.eraseFromHistory(request, AbortSignal.abort(ended))).rejects.toBe(ended);
    expect(stored()).toBe(before);
    expect(world.libraries.find(ANNA, id).library.headId).toBe(changed);
  });

  it('keeps time, author and device of commits, and links them anew', async () => {
    const secret = await withSecret();
    const { world, id, added, saved } = secret;
    const told = () =>
      world.history
        .page(ANNA, id, { page: 1, perPage: 100 })
        .commits.map(({ ctimeSeconds, authorEmail, deviceName }) =>
          JSON.stringify([ctimeSeconds, authorEmail, deviceName]),
        );
    const before = told();
    await erase(secret);
    expect(told().slice(1)).toEqual(before);
    const store = world.stores.objects.library(id);
    let at: CommitId | null = world.libraries.find(ANNA, id).library.headId;
    const chain: CommitId[] = [];
    while (at !== null) {
      const commit = decodeCommit(await store.read('commit', at));
      chain.push(commit.id);
      at = commit.parentId;
    }
    const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 100 });
    expect(chain).toEqual(commits.map((commit) => commit.id));
    expect(chain).toContain(added);
    expect(chain).not.toContain(saved);
  });

  it('tells in the history that it happened, by whom, and not of what', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    await erase(secret);
    const [newest] = world.history.page(ANNA, id, { page: 1, perPage: 1 }).commits;
    expect(newest).toMatchObject({
      description: 'Erased from history: 3 commits rewritten',
      authorEmail: ANNA.email,
      summary: { reason: 'erasure', parts: [] },
    });
  });

  it('takes its name out of the words of commits, in history and in the commits that programs read', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    const { headId } = world.libraries.find(ANNA, id).library;
    await world.restores.undo(ANNA, { libraryId: id, commitId: headId, paths: null });
    await erase(secret);
    const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 100 });
    expect(commits.map(({ description }) => description).slice(1)).toEqual([
      'Undid: Added or modified "(erased)".',
      'Added or modified "(erased)".\n',
      'Added or modified "a.txt".\n',
      'Added directory "keys".\n',
      'Added or modified "a.txt".\n',
      'Created library',
    ]);
    const store = world.stores.objects.library(id);
    for (const { id: commitId, description } of commits)
      expect(decodeCommit(await store.read('commit', commitId)).description).toBe(description);
  });

  it('takes out the names of all that was in an erased folder', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    await world.commit(id, await world.put(id, '/keys/deep/er.txt', 'x'));
    await world.commit(id, { op: 'remove', path: '/keys' });
    await erase(secret, { kind: 'path', path: '/keys' });
    const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 100 });
    const told = commits.map(({ description, summary }) => description + JSON.stringify(summary)).join('');
    expect(told).not.toMatch(/keys|secret|public|deep|er\.txt/);
  });

  it('tells what commits changed as if the item had never been', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    await erase(secret);
    const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 100 });
    const changes: string[][] = [];
    for (const { id: commitId } of commits) {
      const rows = await world.history.changes(ANNA, id, commitId, { after: -1, limit: 100 });
      changes.push(rows.map(({ op, path }) => `${op} ${path}`));
    }
    expect(changes).toEqual([[], [], ['modified /a.txt'], ['newdir /keys'], ['new /a.txt'], []]);
  });

  it('keeps size and number of files true, and the check finds nothing wrong', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    await erase(secret);
    expect(world.libraries.find(ANNA, id).library).toMatchObject({ fileCount: 2, sizeBytes: 9, headSeq: 6 });
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
  });

  it('leaves pins where they are, without the item', async () => {
    const secret = await withSecret();
    const { world, id, saved } = secret;
    await world.pins.pin(ANNA, id, saved, 'Before the audit');
    await erase(secret);
    const [pin] = world.pins.list(ANNA, id);
    expect(pin).toMatchObject({ name: 'Before the audit', commit: { description: expect.any(String) } });
    const { library } = world.libraries.find(ANNA, id);
    const paths: string[] = [];
    for await (const { path } of world.contents.walk(library, pin?.commit.rootId ?? EMPTY_ID))
      paths.push(path);
    expect(paths).toEqual(['/a.txt', '/keys', '/keys/public.txt']);
  });

  it('takes deletions of the item out of the trash, and keeps those of what was around it', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    await world.commit(id, { op: 'remove', path: '/keys/secret.txt' });
    await world.commit(id, await world.put(id, '/keys/secret.txt', 'password 3'));
    await world.commit(id, { op: 'remove', path: '/keys' });
    await erase(secret);
    const { items } = await world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 10 });
    expect(items.map(({ path }) => path)).toEqual(['/keys']);
    const [item] = items;
    const { library } = world.libraries.find(ANNA, id);
    const inside: string[] = [];
    for await (const { path } of world.contents.walk(library, item?.objectId ?? EMPTY_ID)) inside.push(path);
    expect(inside).toEqual(['/public.txt']);
  });

  it('goes on from there: commits, restores and a second erasure work', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    await erase(secret);
    await world.commit(id, await world.put(id, '/keys/secret.txt', 'new'));
    await erase(secret, { kind: 'path', path: '/a.txt' });
    expect((await allPaths(world, id))[0]).toEqual(['/keys', '/keys/public.txt', '/keys/secret.txt']);
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
    expect(world.erasures.list(ANNA, id).erasures.map(({ commits, state }) => [commits, state])).toEqual([
      [6, 'done'],
      [3, 'done'],
    ]);
  });

  it('leaves no id of before to a commit that repeats one in the same second', async () => {
    const world = await libraryWorld();
    const id = await world.addLibrary();
    const save = async () => world.commit(id, await world.put(id, '/secret.txt', 'password'));
    const headId = () => world.libraries.find(ANNA, id).library.headId;
    await save();
    const before = headId();
    await erase({ world, id }, { kind: 'path', path: '/secret.txt' });
    await save();
    expect(headId()).not.toBe(before);
  });

  it('tells the head journal, which knows the oldest kept commit by its new id', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    const { headId } = world.libraries.find(ANNA, id).library;
    await erase(secret);
    const last = world.stores.journal.lastHeadOf(id);
    expect(last).toMatchObject({
      prev: headId,
      head_commit_id: world.libraries.find(ANNA, id).library.headId,
    });
  });
});

describe('erasing from a library with folder libraries', () => {
  async function shared() {
    const { world, id, work } = await sharedFolder();
    await world.commit(work, await world.put(work, '/deep/secret.txt', 'password'));
    return { world, id, work };
  }

  it('takes the item out of theirs as well, and they go on showing their folders', async () => {
    const { world, id, work } = await shared();
    const item = { kind: 'path', path: '/work/deep/secret.txt' } as const;
    expect(await world.erasures.plan(ANNA, id, item)).toMatchObject({
      ...{ commits: 2, holding: 2 },
      folderLibraries: [{ name: 'work', ends: false }],
    });
    await erase({ world, id }, item);
    expect(await allPaths(world, work)).toEqual([
      ['/deep', '/deep/note.txt', '/plan.txt'],
      ['/deep', '/deep/note.txt', '/plan.txt'],
      ['/deep', '/deep/note.txt', '/plan.txt'],
    ]);
    await world.commit(work, await world.put(work, '/new.txt', 'new'));
    expect(await filesOf(world, id)).toContain('/work/new.txt');
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
    expect(world.stores.objects.library(id).has('block', objectIdOf('password'))).toBe(false);
  });

  it('ends those whose folder is erased, with all that they held', async () => {
    const { world, id, work } = await shared();
    const item = { kind: 'path', path: '/work' } as const;
    expect(await world.erasures.plan(ANNA, id, item)).toMatchObject({
      folderLibraries: [{ name: 'work', ends: true }],
    });
    await erase({ world, id }, item);
    expect([await filesOf(world, id), await filesOf(world, work)]).toEqual([['/private/diary.txt'], 'gone']);
    expect(world.stores.objects.library(id).has('block', objectIdOf('plan'))).toBe(false);
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
  });

  it('takes it out of those that have ended, which may come back', async () => {
    const { world, id, work } = await shared();
    await world.commit(id, { op: 'move', from: '/work/deep/secret.txt', to: '/secret.txt' });
    await world.commit(id, { op: 'remove', path: '/work' });
    await erase({ world, id }, { kind: 'file', id: fileIdOf('password') });
    expect(world.stores.objects.library(id).has('block', objectIdOf('password'))).toBe(false);
    expect(world.stores.folderLibraryTable.of(id)).toMatchObject([{ id: work, isEnded: true }]);
    expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
  });

  it('is the business of the library around them', async () => {
    const { world, work } = await shared();
    const item = { kind: 'path', path: '/deep/secret.txt' } as const;
    expect((await refusalOf(() => world.erasures.plan(ANNA, work, item)))?.code).toBe('permission-denied');
  });
});

describe('erasing from an encrypted library', () => {
  it('needs no password, as names and ids can be read without', async () => {
    const world = await libraryWorld();
    const { view } = await world.libraries.create(ANNA, { name: 'Papers', password: 'a long password' });
    const { id } = view.library;
    await world.commit(id, await world.put(id, '/secret.txt', 'ciphertext'));
    const plan = await world.erasures.plan(ANNA, id, { kind: 'path', path: '/secret.txt' });
    expect(plan).toMatchObject({ isEncrypted: true, commits: 1 });
    await erase({ world, id }, { kind: 'path', path: '/secret.txt' });
    expect(world.libraries.find(ANNA, id).library).toMatchObject({
      fileCount: 0,
      encryption: { version: 2 },
    });
  });
});

describe('a history that something was erased from', () => {
  it('before the entry of the journal leaves the new history, which is journalled at the start', async () => {
    const secret = await withSecret();
    const { world, id, changed } = secret;
    const { journal, libraryTable } = world.stores;
    const before = journal.lastHeadOf(id);
    await erase(secret);
    const { headId } = world.libraries.find(ANNA, id).library;
    if (before !== null) await journal.append([before]);
    const rebuildIndex = async () => undefined;
    expect(await reconcileHeads({ ...world.stores, rebuildIndex, clock: world.clock })).toEqual([]);
    expect(journal.lastHeadOf(id)).toMatchObject({ head_commit_id: headId, prev: changed });
    expect(libraryTable.find(id)).toMatchObject({ headId, status: 'normal' });
  });

  it('leaves a history that a new database is made from', async () => {
    const secret = await withSecret();
    const { world, id } = secret;
    await erase(secret);
    const paths = await allPaths(world, id);
    world.db.prepare('DELETE FROM libraries').run();
    const rebuildIndex = async () => undefined;
    expect(await reconcileHeads({ ...world.stores, rebuildIndex, clock: world.clock })).toMatchObject([
      { outcome: 'repaired' },
    ]);
    expect(await allPaths(world, id)).toEqual(paths);
  });
});

describe('erasing whatever path from whatever history', () => {
  it('leaves every other file of every commit as it was, and nothing of the item', async () => {
    const name = fc.constantFrom('a', 'b', 'd');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `/${names.join('/')}`);
    const text = fc.constantFrom('one', 'two', 'three');
    const step = fc.oneof(
      fc.record({ put: path, text }),
      fc.record({ remove: path }),
      fc.record({ from: path, to: path }),
    );
    const steps = fc.array(step, { minLength: 3, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(steps, path, fc.boolean(), async (history, wanted, isEverywhere) => {
        const world = await libraryWorld();
        const id = await world.addLibrary();
        for (const change of history) {
          world.clock.advance(60);
          // What a history does not take changes nothing.
          await attempt(async () => world.commit(id, await changeOf(world, id, change)));
        }
        const before = await allFiles(world, id);
        const item: ErasedItem = isEverywhere
          ? { kind: 'file', id: fileIdOf('one') }
          : { kind: 'path', path: wanted };
        const isGone = (at: string, fileId: string) =>
          item.kind === 'file' ? fileId === item.id : at === wanted || at.startsWith(`${wanted}/`);
        const gone = before.flat().filter(([at, fileId]) => isGone(at, fileId));
        const kept = before.map((files) => files.filter(([at, fileId]) => !isGone(at, fileId)));
        fc.pre(gone.length > 0);
        await erase({ world, id }, item);
        const [told, ...after] = await allFiles(world, id);
        expect(after).toEqual(kept);
        expect(told).toEqual(kept[0]);
        const store = world.stores.objects.library(id);
        const left = new Set(kept.flat().map(([, fileId]) => fileId));
        for (const [, fileId] of gone) expect(store.has('fs', fileId)).toBe(left.has(fileId));
        expect(await world.check({ full: true })).toMatchObject({ problems: [], untrue: [] });
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});

type Step =
  | { readonly put: string; readonly text: string }
  | { readonly remove: string }
  | { readonly from: string; readonly to: string };

async function changeOf(world: LibraryWorld, id: LibraryId, step: Step): Promise<TreeChange> {
  if ('put' in step) return world.put(id, step.put, step.text);
  return 'remove' in step ? { op: 'remove', path: step.remove } : { op: 'move', ...step };
}

async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

/** Path, id, time, mode and modifier of each file of each commit, newest commit first. */
async function allFiles(world: LibraryWorld, id: LibraryId) {
  const { library } = world.libraries.find(ANNA, id);
  const { commits } = world.history.page(ANNA, id, { page: 1, perPage: 100 });
  const all: (readonly [path: string, id: string, rest: string])[][] = [];
  for (const { rootId } of commits) {
    const files: (readonly [string, string, string])[] = [];
    for await (const { path, dirent } of world.contents.walk(library, rootId)) {
      if (dirent.kind !== 'file') continue;
      const { id: fileId, mtimeSeconds, mode, modifier } = dirent;
      files.push([path, fileId, JSON.stringify([mtimeSeconds, mode, modifier])]);
    }
    all.push(files);
  }
  return all;
}
