import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ApiRefusal, LocalClient } from '../../src-main/headless/local-client.ts';
import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { ContentLedger } from '../support/content-ledger.ts';
import { fileIdOf, listBelow } from '../support/folder-writer.ts';
import { LibraryOwner } from '../support/library-owner.ts';
import { LibraryTree } from '../support/library-tree.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { type SeededNumbers, seededNumbers, seedOfRun } from '../support/seeded-numbers.ts';
import { endedStart, killLeftServers, runServer, type ServerRun } from '../support/server-run.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const DISK_BYTES = 32 * 1024 * 1024;
const LEVELS = proofSize({ ci: 4, long: 20 });
/** From nothing free to more than the reserve and all that comes. */
const LEVEL_BYTES = 48 * 1024;
/** Levels after which nobody touches anything until the folder has noticed by itself that there is room. */
const UNTOUCHED_LEVELS = [2, 5];
const CALLS_A_LEVEL = 12;
const WITHIN_MS = 40_000;

interface World {
  readonly root: string;
  readonly disk: SmallDisk;
  readonly random: SeededNumbers;
  readonly ledger: ContentLedger;
  readonly owner: LibraryOwner;
  readonly broken: string[];
}

const isClear = ({ status, message }: ApiRefusal) => status === 507 && /disk.*is full/i.test(message);

/** A place with a small disk under a data folder that nothing has used yet. */
async function makeDisk(): Promise<{ place: string; dataDir: string; disk: SmallDisk }> {
  const place = mkdtempSync(join(tmpdir(), 'keepfold-proof-full-'));
  const dataDir = join(place, 'data');
  mkdirSync(dataDir);
  const disk = await mountSmallDisk(dataDir, DISK_BYTES);
  onTestFinished(async () => {
    killLeftServers();
    await disk.unmount();
    rmSync(place, { recursive: true, force: true });
  }, WITHIN_MS);
  return { place, dataDir, disk };
}

async function makeWorld(seed: number): Promise<World & { server: ServerRun; dataDir: string }> {
  const { place, dataDir, disk } = await makeDisk();
  const root = join(place, 'folder');
  mkdirSync(root);
  const server = await runServer(dataDir, disk.conditions);
  const folder = await server.client.call('POST folders/', { path: root });
  const random = seededNumbers(seed);
  const owner = new LibraryOwner('owner', random, isClear);
  const ledger = new ContentLedger(folder.library_id);
  return { server, dataDir, root, disk, random, ledger, owner, broken: [] };
}

function write({ root, ledger }: World, name: string, sizeBytes: number): void {
  const content = randomBytes(sizeBytes);
  ledger.noteWritten(fileIdOf(content), content);
  writeFileSync(join(root, name), content);
}

/** Half a megabyte in small blocks; now and then a block with a file of its own. */
function fillFolder(world: World, level: number): void {
  for (let number = 0; number < 4; number += 1)
    write(world, `level-${level}-${number}`, 60_000 + world.random.below(90_000));
  if (level % 5 === 0) write(world, `level-${level}-large`, 1_100_000);
}

async function folderNow(client: LocalClient): Promise<LinkedFolderJson> {
  const { folders } = await client.call('GET folders/');
  const [folder] = folders;
  if (folder === undefined) throw new Error('the folder is linked no more');
  return folder;
}

async function until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + WITHIN_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > deadline) throw new Error(`never came true: ${what}`);
    await after(25);
  }
}

/** Until all that lies in the folder is in the library, or the folder says why not. */
async function untilTakenInOrRefused(world: World, client: LocalClient): Promise<LinkedFolderJson> {
  return until('the folder settles', async () => {
    const folder = await folderNow(client);
    if (folder.state === 'error') return folder;
    return (await isTakenIn(world, client)) ? folder : null;
  });
}

async function isTakenIn({ root, ledger }: World, client: LocalClient): Promise<boolean> {
  const { head_commit_id: head } = await client.call('GET libraries/:library_id/', {
    library_id: ledger.libraryId,
  });
  const held = await new LibraryTree(ledger.libraryId).filesAt(client, head);
  const ids = new Map(held.map(({ path, id }) => [path, id]));
  return listBelow(root, 'file').every(
    (path) => ids.get(`/${path}`) === fileIdOf(readFileSync(join(root, path))),
  );
}

function emptyBlockFiles({ disk }: World): string[] {
  const storage = join(disk.path, 'storage');
  return readdirSync(storage, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const stat = statSync(join(storage, path));
    return path.includes('blocks') && stat.isFile() && stat.size === 0;
  });
}

/** While the disk is full: what is written is refused in words, what is there is served. */
async function whileFull(world: World, client: LocalClient, level: number): Promise<boolean> {
  const refusedBefore = world.owner.refused;
  for (let call = 0; call < CALLS_A_LEVEL; call += 1) await world.owner.step(client);
  const folder = await untilTakenInOrRefused(world, client);
  if (folder.state === 'error' && !/disk.*is full/i.test(folder.message))
    world.broken.push(`level ${level}: the folder says "${folder.message}"`);
  await world.ledger.observe(client);
  world.broken.push(...(await world.ledger.missing(client, world.random, 3)));
  world.broken.push(...emptyBlockFiles(world).map((path) => `level ${level}: ${path} is empty`));
  return folder.state === 'error' || world.owner.refused > refusedBefore;
}

/** With room again: everything works, nothing is missing, and no restart was needed. */
async function withRoom(world: World, client: LocalClient, level: number): Promise<void> {
  if (!UNTOUCHED_LEVELS.includes(level)) write(world, `level-${level}-nudge`, 100);
  await until('the folder is taken in', async () => {
    const { state, pending } = await folderNow(client);
    const isSettled = state === 'idle' && pending === 0;
    return isSettled && (await isTakenIn(world, client)) ? true : null;
  });
  const refusedBefore = world.owner.refused;
  await world.owner.step(client);
  if (world.owner.refused > refusedBefore) world.broken.push(`level ${level}: still refused with room`);
  world.broken.push(...(await world.owner.missing(client)), ...(await world.owner.missingCommits(client)));
  await world.ledger.observe(client);
  world.broken.push(...(await world.ledger.missingOfFresh(client, 5)));
  const report = await client.call('POST check/', { full: true });
  world.broken.push(...report.problems.map((problem) => `level ${level}: ${JSON.stringify(problem)}`));
}

/** Another process sees the same: nothing was only in memory. */
async function afterRestart(world: World, dataDir: string): Promise<void> {
  const server = await runServer(dataDir, world.disk.conditions);
  const { client } = server;
  world.broken.push(...(await world.owner.missing(client)), ...(await world.owner.missingCommits(client)));
  world.broken.push(...(await world.ledger.missing(client, world.random, world.ledger.count)));
  const report = await client.call('POST check/', { full: true });
  world.broken.push(...report.problems.map((problem) => `after the restart: ${JSON.stringify(problem)}`));
  await server.kill();
}

/** Rooms, in bytes, in which some step of a start fails: the first ones leave nothing even for a lock. */
const ROOMS = [0, 16 * 1024, 64 * 1024, 256 * 1024];

afterAll(killLeftServers);

describe('a start on a disk that is full', () => {
  it('says so in a sentence, and works with room again', { timeout: 240_000 }, async () => {
    const { dataDir, disk } = await makeDisk();
    const start = async () => {
      const { code, errors } = await endedStart(dataDir, disk.conditions);
      const { event, msg } = JSON.parse(errors.trim().split('\n').at(-1) ?? '') as Record<string, string>;
      return { code, event, msg, stack: /^ +at /m.test(errors) };
    };
    const refused = {
      ...{ code: 3, event: 'data-dir-unusable', stack: false },
      msg: `The disk with the data folder ${dataDir} is full. Free some space on it, then start Keepfold again.`,
    };
    for (const room of ROOMS) {
      disk.fillTo(room);
      expect(await start(), `a new data folder with ${room} bytes of room`).toEqual(refused);
      disk.empty();
    }
    const server = await runServer(dataDir, disk.conditions);
    await server.kill();
    disk.fillTo(0);
    expect(await start(), 'what a process that was killed has left').toEqual(refused);
    disk.empty();
    const again = await runServer(dataDir, disk.conditions);
    expect(await again.stop()).toBe(0);
  });
});

describe('a disk that is full', () => {
  it('is told in words, loses nothing and needs no restart', { timeout: 600_000 }, async () => {
    const seed = seedOfRun();
    const { server, dataDir, ...world } = await makeWorld(seed);
    let refusals = 0;
    for (let level = 0; level < LEVELS; level += 1) {
      world.disk.fillTo(level * LEVEL_BYTES);
      fillFolder(world, level);
      if (await whileFull(world, server.client, level)) refusals += 1;
      world.disk.empty();
      await withRoom(world, server.client, level);
      expect(world.broken, `seed ${seed}, level ${level}: ${server.errors()}`).toEqual([]);
    }
    expect(await server.stop()).toBe(0);
    await afterRestart(world, dataDir);
    reportBar({
      bar: 'disk full under load',
      goal: `${LEVELS} levels of a disk of 32 MiB: clear answers, nothing lost, works again without a restart`,
      seen: `${LEVELS} levels, refused at ${refusals}, ${world.owner.refused} calls refused, ${world.owner.acknowledged} calls and ${world.ledger.count} contents acknowledged, seed ${seed}`,
      bad: world.broken.length,
    });
    expect(world.broken, `seed ${seed}`).toEqual([]);
    expect(refusals).toBeGreaterThan(LEVELS / 4);
  });
});
