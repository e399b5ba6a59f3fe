import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PausedChanges } from '../../../../src-main/folder/ingest/paused-changes.ts';
import { rewritingOf } from '../../../support/folder-rows.ts';
import {
  type FolderWorld,
  freshFolderWorld,
  openFolderWorld,
  type Place,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

const names = (from: number, count: number) => Array.from({ length: count }, (_, at) => `f${from + at}`);

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
    const gone = rewritingOf(names(500, 500)).update.put;
    const facts = {
      ...{ folderKey: 1, knownFiles: 1000, libraryFiles: 1000, nowMs: 0, arrived: new Map() },
      index: {
        ...{ filesInside: () => [], byInode: () => [] },
        find: (_key: number, path: string) => gone.find(({ name }) => name === path) ?? null,
      },
    };
    paused.rewrites.holdBack(rewritingOf(names(0, 500)), { knownFiles: 1000, nowMs: 0 });
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
