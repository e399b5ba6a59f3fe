import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FolderEntry } from '../../../../src-main/core/folder/folder-entry.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import type { BatchChanges } from '../../../../src-main/folder/ingest/batch-changes.ts';
import { PausedChanges } from '../../../../src-main/folder/ingest/paused-changes.ts';
import { PausedRewrites } from '../../../../src-main/folder/ingest/paused-rewrites.ts';
import {
  type FolderWorld,
  freshFolderWorld,
  openFolderWorld,
  type Place,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

const STAT = { sizeBytes: 1, mtimeMs: 1, ctimeMs: 1, inode: 1, mode: 0o100644 };

function rewriting(names: readonly string[]): BatchChanges {
  const [before, after] = ['1'.repeat(40) as ObjectId, '2'.repeat(40) as ObjectId];
  return {
    changes: names.map((name) => ({
      op: 'put',
      path: `/${name}`,
      dirent: { kind: 'file', id: after, mode: 0o100644, mtimeSeconds: 1, sizeBytes: 1, modifier: 'm' },
      base: before,
    })),
    update: {
      removed: [],
      put: names.map((name): FolderEntry => ({ ...STAT, dir: '', name, isDir: false, objectId: after })),
    },
    ...{ problems: [], again: [], addedFiles: 0 },
  };
}

const names = (from: number, count: number) => Array.from({ length: count }, (_, at) => `f${from + at}`);

describe('the decision about rewritten files', () => {
  const countTaken = (
    held: PausedRewrites,
    files: readonly string[],
    facts = { knownFiles: 1000, nowMs: 0 },
  ) => held.holdBack(rewriting(files), facts).changes.length;

  it('holds 500 files that are half of the folder, whether they come at once or within a minute', () => {
    expect(countTaken(new PausedRewrites(), names(0, 499))).toBe(499);
    expect(countTaken(new PausedRewrites(), names(0, 500))).toBe(0);
    expect(countTaken(new PausedRewrites(), names(0, 500), { knownFiles: 1001, nowMs: 0 })).toBe(500);
    const slow = new PausedRewrites();
    expect(countTaken(slow, names(0, 300))).toBe(300);
    expect(countTaken(slow, names(300, 199), { knownFiles: 1000, nowMs: 59_000 })).toBe(199);
    expect(countTaken(slow, names(499, 1), { knownFiles: 1000, nowMs: 59_500 })).toBe(0);
    expect(slow.rows().map(({ name }) => name)).toEqual(['f499']);
  });

  it('forgets after a minute, and counts a file that changes all the time once', () => {
    const held = new PausedRewrites();
    expect(countTaken(held, names(0, 499))).toBe(499);
    for (let at = 0; at < 100; at++) expect(countTaken(held, names(0, 1))).toBe(1);
    expect(countTaken(held, names(499, 499), { knownFiles: 1000, nowMs: 60_000 })).toBe(499);
  });

  it('does not hold new files, or ones that only have other times', () => {
    const touched = rewriting(names(0, 600));
    const changes = touched.changes.map((change) => {
      return change.op === 'put' ? { ...change, base: null } : change;
    });
    const held = new PausedRewrites();
    expect(held.holdBack({ ...touched, changes }, { knownFiles: 600, nowMs: 0 }).changes).toHaveLength(600);
    expect(held.holdBack({ ...touched, changes: [] }, { knownFiles: 600, nowMs: 0 }).update.put).toHaveLength(
      600,
    );
  });

  it('holds a held file only as long as it is as it was, and lets it go when it is accepted', () => {
    const held = new PausedRewrites();
    countTaken(held, names(0, 500));
    expect(held.isPaused('f7', STAT)).toBe(true);
    expect(held.isPaused('f7', { ...STAT, mtimeMs: 2 })).toBe(false);
    held.accept();
    expect(held.rows()).toEqual([]);
    expect(countTaken(held, names(0, 500))).toBe(500);
  });
});

describe('a folder whose files are rewritten', () => {
  const FILES = 520;
  let place: Place;
  let world: FolderWorld;

  beforeEach(async () => {
    ({ place, world } = await freshFolderWorld());
    for (let at = 0; at < FILES; at++) place.write(`d${at % 5}/f${at}`, `content ${at}`);
  });

  const read = (path: string) => readFileSync(join(place.root, path), 'utf8');

  /** Scrambles all files while nobody looks, so that they are found together. */
  async function scramble(id: string): Promise<void> {
    await world.folders.pause(id);
    for (let at = 0; at < FILES; at++) place.write(`d${at % 5}/f${at}`, `scrambled ${at}`);
    await world.folders.resume(id);
    await world.until('held', () => world.folders.find(id).state === 'held');
  }

  const textAt = async (libraryId: string, path: string) =>
    (await world.contentOf(libraryId)).find((line) => line.startsWith(`${path}: `));

  it('is held, with the rest taken in, until the contents are accepted', async () => {
    const { id, library_id } = await world.linkAndSettle();
    await scramble(id);
    const { held, pending } = world.folders.find(id);
    expect(held).toMatchObject({ kind: 'rewrites', count: FILES });
    expect(held?.paths).toHaveLength(100);
    expect(held?.paths.slice(0, 2)).toEqual(['d0/f0', 'd0/f10']);
    expect(pending).toBe(FILES);
    expect(await textAt(library_id, 'd1/f1')).toBe('d1/f1: content 1');
    place.write('note.txt', 'n');
    await world.until('the rest', async () => (await world.entry(library_id, '/note.txt')) !== null);
    world.reads.length = 0;
    await world.folders.rescan(id);
    await world.folders.whenIdle(id);
    expect(world.reads).toEqual([]);
    await world.accept(id);
    await world.folders.whenIdle(id);
    expect(await textAt(library_id, 'd1/f1')).toBe('d1/f1: scrambled 1');
    expect(world.folders.find(id)).toMatchObject({ state: 'idle', held: null, pending: 0 });
  });

  it('gets its files back, while the scrambled ones stay in history', async () => {
    const { id, library_id } = await world.linkAndSettle();
    await scramble(id);
    await world.revert(id);
    await world.until('idle', () => world.folders.find(id).state === 'idle');
    expect([read('d1/f1'), read(`d4/f519`)]).toEqual(['content 1', 'content 519']);
    expect(await textAt(library_id, 'd1/f1')).toBe('d1/f1: content 1');
    expect(world.descriptions(library_id).slice(0, 2)).toEqual([
      `Put back ${FILES} files as before.\n`,
      expect.stringContaining('modified'),
    ]);
    await world.folders.rescan(id);
    await world.folders.whenIdle(id);
    expect(world.library(library_id).headSeq).toBe(4);
  });

  it('is held again after a restart', async () => {
    const { id } = await world.linkAndSettle();
    await scramble(id);
    await world.close();
    world = await openFolderWorld(place);
    world.folders.startAll();
    await world.folders.whenIdle(id);
    expect(world.folders.find(id)).toMatchObject({ state: 'held', held: { kind: 'rewrites', count: FILES } });
  });
});

describe('an answer about rewritten files', () => {
  it('is none about files that are gone meanwhile, of which nobody was told', () => {
    const paused = new PausedChanges();
    const gone = rewriting(names(500, 500)).update.put;
    const facts = {
      ...{ folderKey: 1, knownFiles: 1000, libraryFiles: 1000, nowMs: 0, arrived: new Map() },
      index: {
        ...{ filesInside: () => [], byInode: () => [] },
        find: (_key: number, path: string) => gone.find(({ name }) => name === path) ?? null,
      },
    };
    paused.rewrites.holdBack(rewriting(names(0, 500)), { knownFiles: 1000, nowMs: 0 });
    expect(paused.removals.decide(gone, facts)).toEqual([]);
    const first = paused.toJson(facts.index, 1);
    expect(first).toMatchObject({ kind: 'rewrites', count: 500 });
    paused.accept();
    expect(paused.removals.decide([], facts)).toEqual([]);
    expect(paused.toJson(facts.index, 1)).toMatchObject({ kind: 'removals', count: 500 });
    expect(paused.toJson(facts.index, 1)?.token).not.toBe(first?.token);
  });
});

describe('a folder whose files get new extensions', () => {
  it('keeps their old names until a person decides, and has them back if that is wanted', async () => {
    const { place, world } = await freshFolderWorld();
    for (let at = 0; at < 12; at++) place.write(`f${at}.txt`, `content ${at}`);
    const { id, library_id } = await world.linkAndSettle();
    await world.folders.pause(id);
    for (let at = 0; at < 7; at++)
      renameSync(join(place.root, `f${at}.txt`), join(place.root, `f${at}.txt.locked`));
    renameSync(join(place.root, 'f8.txt'), join(place.root, 'g8.txt'));
    await world.folders.resume(id);
    await world.until('held', () => world.folders.find(id).state === 'held');
    expect(world.folders.find(id).held).toMatchObject({ kind: 'rewrites' });
    expect(await world.entry(library_id, '/f3.txt')).not.toBe(null);
    await world.revert(id);
    await world.until('idle', () => world.folders.find(id).state === 'idle');
    await world.folders.whenIdle(id);
    expect(await world.entry(library_id, '/f3.txt.locked')).toBe(null);
    expect(readFileSync(join(place.root, 'f3.txt'), 'utf8')).toBe('content 3');
    rmSync(join(place.root, 'f3.txt'));
    await world.until('normal again', async () => (await world.entry(library_id, '/f3.txt')) === null);
  });
});
