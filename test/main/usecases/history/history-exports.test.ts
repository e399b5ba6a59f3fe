import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EXECUTABLE_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import { objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../../../src-main/core/tree/apply.ts';
import { refusalOf } from '../../../support/account-services.ts';
import { filesBelow } from '../../../support/disk-store.ts';
import {
  BLOCK_BYTES,
  expectSound,
  exported,
  exportingWorld,
  film,
  filmBlock,
  gitHistory,
  over,
  ownFiles,
  save,
} from '../../../support/exporting-world.ts';
import { gitAnswer, gitCommits, gitFiles, isGitHere } from '../../../support/git.ts';
import { ADMIN, ANNA, BERT } from '../../../support/library-world.ts';
import { fileDirent, fileIdOf } from '../../../support/trees.ts';

describe.skipIf(!isGitHere)('a library exported with its history', { timeout: 120_000 }, () => {
  it('is a git repository with every commit, oldest first, and the newest files', async () => {
    const world = await exportingWorld();
    const { id, commit, put, clock, to } = world;
    await save(world, '/letters/dear "Anna".txt', 'one');
    clock.advance(60);
    await commit(id, { op: 'move', from: '/letters', to: '/post' }, await put(id, '/letters', 'now a file'));
    clock.advance(60);
    const tool = (await put(id, '/run.sh', '#!/bin/sh')) as Extract<TreeChange, { op: 'put' }>;
    await commit(id, { ...tool, dirent: { ...tool.dirent, mode: EXECUTABLE_MODE } });
    await commit(
      id,
      { op: 'remove', path: '/letters' },
      await put(id, '/letters/back\\slash\n\tü 😀', 'two'),
    );
    await commit(id, tool, { op: 'put', path: '/empty', dirent: fileDirent('') });
    await commit(id, { op: 'mkdir', path: '/nothing', mtimeSeconds: 1 });
    await save(world, '/letters/A', 'upper');
    await save(world, '/letters/a', 'lower');
    await commit(id, { op: 'remove', path: '/post' });

    const job = await over(world, await world.exports.start(ADMIN, id, to));
    expect(job).toMatchObject({
      ...{ kind: 'export', state: 'done' },
      outcome: {
        exported: {
          ...{ libraryId: id, name: 'Papers', path: to, commits: 10, emptyFolders: 1, notWritten: '' },
          ...{ unreadable: [], unreadableCount: 0, renamed: [], renamedCount: 0 },
        },
      },
    });
    expect(gitHistory(to)).toEqual(await ownFiles(world, id));
    expectSound(to);
    expect(readFileSync(join(to, 'letters/back\\slash\n\tü 😀'), 'utf8')).toBe('two');
    expect(statSync(join(to, 'run.sh')).mode & 0o111).toBe(0);
    expect(readdirSync(to).sort()).toEqual(['.git', 'empty', 'letters', 'run.sh']);
  });

  it('says of each commit who made it, when and what', async () => {
    const world = await exportingWorld();
    const { id, changeLibrary, put, clock, to } = world;
    clock.advance(3600);
    await changeLibrary.commitChanges({
      libraryId: id,
      changes: [await put(id, '/a', 'a')],
      author: 'ev<il>\n@example.com',
      asksFirst: false,
      description: 'Line one\n\nline "two"',
    });
    await exported(world);
    const last = gitAnswer(to, 'log', '-1', '--format=%an|%ae|%at|%cn|%ce|%ct|%B');
    const who = 'evil|evil@example.com|1714568400';
    expect(last.replace(/[0-9a-f]{40}/, '<id>')).toBe(
      `${who}|${who}|Line one\n\nline "two"\n\nKeepfold-Commit: <id>\n\n`,
    );
    expect(gitAnswer(to, 'log', '--reverse', '--format=%an <%ae>').split('\n')[0]).toBe(
      'admin <admin@example.com>',
    );
    expectSound(to);
  });

  it('leaves out what cannot be read, keeps what could be, and names it', async () => {
    const world = await exportingWorld();
    const { id, stores, commit, put, to } = world;
    await save(world, '/a.txt', 'first');
    await commit(id, await put(id, '/a.txt', 'second, damaged'), await put(id, '/b.txt', 'fine'));
    await save(world, '/lost.txt', 'lost');
    const lostIn = stores.libraryTable.find(id)?.headId;
    await save(world, '/d/c.txt', 'in a folder');
    const folderCommit = stores.libraryTable.find(id)?.headId;
    const folderId = (await world.files.entry(ADMIN, id, '/d', null)).id;
    await save(world, '/d/e.txt', 'in the folder again');
    await stores.objects.library(id).remove(
      [
        { kind: 'block', id: objectIdOf('second, damaged') },
        { kind: 'fs', id: fileIdOf('lost') },
        { kind: 'fs', id: folderId },
      ],
      { lastReferencedBeforeSeconds: Number.MAX_SAFE_INTEGER },
    );
    const second = stores.historyTable.findBySeq(id, 3)?.id;
    expect(await exported(world)).toMatchObject({
      unreadableCount: 3,
      unreadable: [
        { path: '/a.txt', commitId: second },
        { path: '/lost.txt', commitId: lostIn },
        { path: '/d', commitId: folderCommit },
      ],
    });
    const files = gitCommits(to).map(({ git }) => Object.keys(gitFiles(to, git)));
    expect(files).toEqual([
      [],
      ['a.txt'],
      ['a.txt', 'b.txt'],
      ['a.txt', 'b.txt'],
      ['a.txt', 'b.txt'],
      ['a.txt', 'b.txt', 'd/c.txt', 'd/e.txt'],
    ]);
    expect(readFileSync(join(to, 'a.txt'), 'utf8')).toBe('first');
    expectSound(to);
  });

  it('has a pinned commit that retention has let go of otherwise', async () => {
    const world = await exportingWorld();
    const { id, pins, stores, clock, libraries, garbage, to } = world;
    await save(world, '/a.txt', 'first');
    const pinned = stores.libraryTable.find(id)?.headId;
    if (pinned === undefined) throw new Error('no head');
    await pins.pin(ADMIN, id, pinned, 'the first');
    await save(world, '/a.txt', 'second');
    await save(world, '/a.txt', 'third');
    clock.advance(2 * 86_400);
    libraries.setRetention(ADMIN, id, 0);
    await garbage.collect(ADMIN);
    expect(await exported(world)).toMatchObject({ commits: 2 });
    const head = stores.libraryTable.find(id)?.headId;
    expect(gitCommits(to).map(({ keepfold }) => keepfold)).toEqual([pinned, head]);
    expect(gitAnswer(to, 'show', 'main~1:a.txt')).toBe('first');
  });

  it('has every commit of any history', async () => {
    const names = ['a', 'A', 'b', '.git', 'd "x"', '\u{1f600}'];
    const path = fc
      .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
      .map((at) => `/${at.join('/')}`);
    const texts = ['', 'one', 'two'];
    const step = fc.oneof(
      fc.record({
        op: fc.constant('put' as const),
        path,
        text: fc.constantFrom(...texts),
        isTool: fc.boolean(),
      }),
      fc.record({ op: fc.constant('remove' as const), path }),
      fc.record({ op: fc.constant('move' as const), from: path, to: path }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const world = await exportingWorld();
        for (const text of texts.slice(1)) await world.put(world.id, '/x', text);
        for (const made of steps) {
          const change: TreeChange =
            made.op === 'put'
              ? {
                  op: 'put',
                  path: made.path,
                  dirent: fileDirent(made.text, made.isTool ? { mode: EXECUTABLE_MODE } : {}),
                }
              : made;
          world.clock.advance(1);
          // What the tree does not allow is no commit.
          await world.commit(world.id, change).catch(() => undefined);
        }
        await exported(world);
        const renamed = (files: Record<string, unknown>) =>
          Object.fromEntries(
            Object.entries(files).map(([at, file]) => [
              at.replaceAll(/(^|\/)\.git(?=\/|$)/g, '$1.git_'),
              file,
            ]),
          );
        const own = await ownFiles(world, world.id);
        expect(gitHistory(world.to)).toEqual(own.map((row) => ({ ...row, files: renamed(row.files) })));
        expectSound(world.to);
      }),
      { numRuns: 8 },
    );
  });

  it('has contents of many blocks, each content once', async () => {
    const world = await exportingWorld();
    const { id, commit, to } = world;
    const dirent = await film(world, 20);
    await commit(id, { op: 'put', path: '/film', dirent }, { op: 'put', path: '/copy', dirent });
    await exported(world);
    // Two commits, two trees, one content.
    expect(gitAnswer(to, 'count-objects', '-v')).toContain('in-pack: 5\n');
    expect(statSync(join(to, 'film')).size).toBe(20 * BLOCK_BYTES);
    expectSound(to);
  });

  it('is ended in the middle of a large file, without a trace', async () => {
    const world = await exportingWorld();
    const { id, commit, jobs, to } = world;
    await commit(id, { op: 'put', path: '/film', dirent: await film(world, 100) });
    const { id: jobId } = await world.exports.start(ADMIN, id, to);
    await expect.poll(() => jobs.list(ADMIN)[0], { interval: 5 }).toMatchObject({ done: 1, total: 2 });
    expect(await jobs.cancel(ADMIN, jobId)).toMatchObject({ state: 'canceled' });
    expect(existsSync(to)).toBe(false);
  });

  it('leaves a file out of which one block is damaged, though it was begun', async () => {
    const world = await exportingWorld('disk');
    const { id, commit, folder, to } = world;
    const dirent = await film(world, 3);
    await commit(id, { op: 'put', path: '/film', dirent }, await world.put(id, '/a.txt', 'fine'));
    const last = filesBelow(folder).find((path) => path.endsWith(filmBlock(2).id.slice(2)));
    if (last === undefined) throw new Error('the block is in no file of its own');
    writeFileSync(join(folder, last), 'x'.repeat(statSync(join(folder, last)).size));
    expect(await exported(world)).toMatchObject({ unreadableCount: 1, unreadable: [{ path: '/film' }] });
    expect(Object.keys(gitFiles(to, 'main'))).toEqual(['a.txt']);
  });

  it('is ended without a trace, and can be begun again', async () => {
    const world = await exportingWorld();
    const { jobs, exports, id, folder } = world;
    for (const text of ['one', 'two', 'three']) await save(world, '/a.txt', text);
    const to = join(folder, 'new', 'out');
    const { id: jobId } = await exports.start(ADMIN, id, to);
    expect(await jobs.cancel(ADMIN, jobId)).toMatchObject({ state: 'canceled', outcome: {} });
    expect(existsSync(join(folder, 'new'))).toBe(false);
    mkdirSync(world.to);
    const { id: again } = await exports.start(ADMIN, id, world.to);
    await jobs.cancel(ADMIN, again);
    expect(readdirSync(world.to)).toEqual([]);
    expect(await exported(world)).toMatchObject({ commits: 4 });
  });

  it('is not begun beside another job, and leaves no folder behind', async () => {
    const world = await exportingWorld();
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const job = world.jobs.run(ADMIN, 'check', () => held.then(() => ({})));
    expect(await refusalOf(() => world.exports.start(ADMIN, world.id, world.to))).toMatchObject({
      code: 'busy',
    });
    expect(existsSync(world.to)).toBe(false);
    end();
    await over(world, job);
  });
});

describe('exporting a library with its history', () => {
  it('is refused without git, before anything is made', async () => {
    const world = await exportingWorld();
    vi.stubEnv('PATH', world.folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await refusalOf(() => world.exports.start(ADMIN, world.id, world.to))).toMatchObject({
      code: 'git-missing',
    });
    expect(readdirSync(world.folder)).toEqual(['data']);
  });

  it('is for administrators, of libraries that they reach, and not of encrypted ones', async () => {
    const world = await exportingWorld();
    const { exports, id, to, libraries } = world;
    expect(await refusalOf(() => exports.start(ANNA, id, to))).toMatchObject({ code: 'permission-denied' });
    const berts = (await libraries.create(BERT, { name: 'Own' })).view.library.id;
    expect(await refusalOf(() => exports.start(ADMIN, berts, to))).toMatchObject({
      code: 'permission-denied',
    });
    const secret = await libraries.create(ADMIN, { name: 'Secret', password: 'long-enough-secret' });
    expect(await refusalOf(() => exports.start(ADMIN, secret.view.library.id, to))).toMatchObject({
      code: 'library-locked',
    });
    expect(existsSync(to)).toBe(false);
  });

  it.runIf(isGitHere)('takes a new or empty folder outside its own data', async () => {
    const { exports, id, folder } = await exportingWorld();
    const reasonAt = async (to: string) => {
      const refusal = await refusalOf(() => exports.start(ADMIN, id, to));
      return (refusal as { detail?: { reason?: string } }).detail?.reason;
    };
    writeFileSync(join(folder, 'file'), '');
    expect(await reasonAt(folder)).toBe('not-empty');
    expect(await reasonAt(join(folder, 'data', 'out'))).toBe('inside-data');
    expect(await reasonAt('out')).toBe('relative');
    expect(await reasonAt(join(folder, 'file', 'out'))).toBe('unusable');
    expect(readdirSync(folder).sort()).toEqual(['data', 'file']);
  });
});
