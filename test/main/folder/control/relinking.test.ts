import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import {
  type FolderWorld,
  freshFolderWorld,
  openFolderWorld,
  type Place,
} from '../../../support/folder-world.ts';

vi.setConfig({ testTimeout: 30_000 });

let place: Place;
let world: FolderWorld;
let elsewhere: string;

beforeEach(async () => {
  ({ place, world } = await freshFolderWorld());
  elsewhere = join(place.base, 'elsewhere');
});

async function linkFiles(count: number) {
  for (let at = 0; at < count; at++) place.write(`f${at}.txt`, `content ${at}`);
  return world.linkAndSettle();
}

async function relink(id: string, path: string, force = false) {
  const folder = await world.folders.relink(id, { path, force });
  await world.folders.whenIdle(id);
  return folder;
}

const wordsFor = async (id: string, path: string) =>
  (await refusalOf(() => world.folders.relink(id, { path }))).detail;

describe('relinking a folder that was moved', () => {
  it('goes on at the new place, with what was changed there, and makes no other commit', async () => {
    const { id, library_id } = await linkFiles(4);
    renameSync(place.root, elsewhere);
    // Windows tells nobody that a folder was renamed which is watched itself: the next scan finds it.
    if (process.platform === 'win32') await world.folders.rescan(id);
    await world.until('away', () => world.folders.find(id).state === 'away');
    writeFileSync(join(elsewhere, 'f0.txt'), 'edited');
    rmSync(join(elsewhere, 'f1.txt'));
    expect((await relink(id, elsewhere)).path).toBe(elsewhere);
    await world.untilContent(library_id, ['f0.txt: edited', 'f2.txt: content 2', 'f3.txt: content 3']);
    expect(world.library(library_id).headSeq).toBe(3);
    writeFileSync(join(elsewhere, 'new.txt'), 'n');
    await world.until('watched', async () => (await world.entry(library_id, '/new.txt')) !== null);
    await world.folders.whenIdle(id);
    expect(world.folders.find(id)).toMatchObject({ path: elsewhere, state: 'idle', file_count: 4 });
  });

  it('outlasts a restart', async () => {
    const { id } = await linkFiles(1);
    renameSync(place.root, elsewhere);
    await relink(id, elsewhere);
    await world.close();
    world = await openFolderWorld(place);
    world.folders.startAll();
    await world.folders.whenIdle(id);
    expect(world.folders.find(id)).toMatchObject({ path: elsewhere, state: 'idle', file_count: 1 });
  });
});

describe('relinking to a copy without the mark', () => {
  it('is believed when most files are there, and writes again what is missing', async () => {
    const { id, library_id } = await linkFiles(10);
    cpSync(place.root, elsewhere, { recursive: true });
    rmSync(join(elsewhere, '.keepfold-folder'));
    for (const name of ['f1.txt', 'f2.txt', 'f3.txt']) rmSync(join(elsewhere, name));
    await relink(id, elsewhere);
    expect(readFileSync(join(elsewhere, 'f3.txt'), 'utf8')).toBe('content 3');
    expect(readdirSync(elsewhere)).toContain('.keepfold-folder');
    expect(readdirSync(place.root)).not.toContain('.keepfold-folder');
    expect(world.library(library_id).headSeq).toBe(2);
  });

  it('is refused, with what was found, when most files are not there, unless it is forced', async () => {
    const { id, library_id } = await linkFiles(10);
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'f0.txt'), 'content 0');
    writeFileSync(join(elsewhere, 'f1.txt'), 'of another size');
    expect(await wordsFor(id, elsewhere)).toEqual({ field: 'path', reason: 'few-shared', value: '1/10' });
    expect(world.folders.find(id)).toMatchObject({ path: place.root, state: 'idle' });
    await relink(id, elsewhere, true);
    expect(readdirSync(elsewhere)).toHaveLength(11);
    expect(await world.entry(library_id, '/f9.txt')).not.toBe(null);
  });
});

describe('a folder that lost its mark', () => {
  it('is away until it is relinked by force to where it is', async () => {
    const { id, library_id } = await linkFiles(3);
    await world.folders.pause(id);
    cpSync(place.root, elsewhere, { recursive: true });
    rmSync(place.root, { recursive: true });
    rmSync(join(elsewhere, '.keepfold-folder'));
    renameSync(elsewhere, place.root);
    await world.folders.resume(id);
    await world.folders.whenIdle(id);
    expect(world.folders.find(id).state).toBe('away');
    await relink(id, place.root, true);
    expect(world.folders.find(id).state).toBe('idle');
    expect(world.library(library_id).headSeq).toBe(2);
  });
});

describe('relinking is refused', () => {
  it('for a place with the mark of another linked folder, and for places that cannot be linked', async () => {
    const { id } = await linkFiles(3);
    mkdirSync(elsewhere);
    const other = await world.linkAndSettle(elsewhere);
    expect(await wordsFor(id, elsewhere)).toMatchObject({ reason: 'already-linked' });
    cpSync(elsewhere, `${elsewhere}-copy`, { recursive: true });
    expect(await wordsFor(id, `${elsewhere}-copy`)).toMatchObject({ reason: 'other-mark', value: other.id });
    expect(await wordsFor(id, join(place.base, 'absent'))).toMatchObject({ reason: 'not-found' });
    expect(await wordsFor(id, place.dataDir)).toMatchObject({ reason: 'inside-data' });
  });
});
