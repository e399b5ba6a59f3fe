import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalClient } from '../../src-main/headless/local-client.ts';
import {
  type DamageReport,
  readSoundObjects,
  type SoundObjects,
  sufferDamage,
} from '../support/damaged-store.ts';
import { makeFolder } from '../support/library-owner.ts';
import { download } from '../support/library-tree.ts';
import { proofSize } from '../support/proof-size.ts';
import { quickTemporaryFolder } from '../support/quick-folder.ts';
import { reportBar } from '../support/report-bar.ts';
import { seededNumbers, seedOfRun } from '../support/seeded-numbers.ts';
import { untilIdle } from '../support/served-app.ts';
import { killLeftServers, runServer } from '../support/server-run.ts';
import { flipBit, overwrite, readPiece, type StoredPiece, storedPieces } from '../support/stored-bytes.ts';

const FLIPS = proofSize({ ci: 200, long: 5000 });
const OTHER_DAMAGE = proofSize({ ci: 20, long: 50 });
const SERVED_FLIPS = 10;
const SMALL_FILES = 40;
const LARGE_FILES = 3;
const COMMITS = 20;
const REPAIRED_WITHIN_MS = 20_000;
const PACK_HEADER_BYTES = 48;

/** Something to do to a data folder. */
interface Damage {
  readonly what: string;
  readonly damage: (dataDir: string) => void;
  /** Name of the pack of which only the header is damaged. */
  readonly header?: string;
}

interface Sample {
  readonly place: string;
  readonly dataDir: string;
  readonly root: string;
  readonly libraryId: string;
  readonly commitId: string;
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly sound: SoundObjects;
  readonly pieces: readonly StoredPiece[];
  /** Objects of another library, in a pack of its own. */
  readonly foreign: readonly StoredPiece[];
}

let sample: Sample;
const seed = seedOfRun();
const random = seededNumbers(seed);

beforeAll(async () => {
  sample = await makeSample();
}, 180_000);
afterAll(() => rmSync(sample.place, { recursive: true, force: true }));

/** A library with blocks of both kinds, a folder or two and some history, made by the server itself. */
async function makeSample(): Promise<Sample> {
  const place = quickTemporaryFolder('keepfold-proof-flips-');
  const [dataDir, root] = [join(place, 'data'), join(place, 'folder')];
  const contents = new Map<string, Buffer>();
  for (let file = 0; file < SMALL_FILES; file += 1)
    contents.set(`dir-${file % 4}/file-${file}`, randomBytes(1 + random.below(3000)));
  for (let file = 0; file < LARGE_FILES; file += 1)
    contents.set(`large-${file}`, randomBytes(1_050_000 + file));
  for (let dir = 0; dir < 4; dir += 1) mkdirSync(join(root, `dir-${dir}`), { recursive: true });
  for (const [path, content] of contents) writeFileSync(join(root, path), content);
  const server = await runServer(dataDir);
  const { client } = server;
  const { library_id: libraryId } = await client.call('POST folders/', { path: root });
  await untilIdle(client, 60_000);
  for (let commit = 0; commit < COMMITS; commit += 1)
    await makeFolder(client, libraryId, `made by call ${commit}`);
  const other = await client.call('POST libraries/', { name: 'other' });
  for (let commit = 0; commit < COMMITS; commit += 1) await makeFolder(client, other.id, `other ${commit}`);
  const { head_commit_id: commitId } = await client.call('GET libraries/:library_id/', {
    library_id: libraryId,
  });
  await server.stop();
  const all = storedPieces(dataDir);
  const isOwn = ({ file }: StoredPiece) => file.includes(libraryId);
  return {
    ...{ place, dataDir, root, libraryId, commitId, contents },
    sound: await readSoundObjects(dataDir, libraryId),
    pieces: all.filter(isOwn),
    foreign: all.filter(({ file }) => file.includes(other.id)),
  };
}

/** A copy of the data folder with something done to it; taken away afterwards. */
async function onDamagedCopy<T>(
  damage: (dataDir: string) => void,
  work: (dataDir: string) => Promise<T>,
): Promise<T> {
  const copy = join(sample.place, 'copy');
  cpSync(sample.dataDir, copy, { recursive: true });
  try {
    damage(copy);
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

interface Tally {
  cases: number;
  served: number;
  missed: number;
  readonly broken: string[];
}

/** Damages one copy after the other and counts what was served, what the check missed and what did not repair. */
async function tally(cases: number, damageOf: () => Damage): Promise<Tally> {
  const total: Tally = { cases, served: 0, missed: 0, broken: [] };
  for (let number = 0; number < cases; number += 1) {
    const { what, damage, header } = damageOf();
    const report = await onDamagedCopy(damage, (copy) => sufferDamage(copy, sample.libraryId, sample.sound));
    total.served += report.wrong.length;
    total.missed += report.found === 0 ? 1 : 0;
    const words = header === undefined ? messageOf(report) : textOfHeader(report, header);
    total.broken.push(...words.map((word) => `${what}: ${word}`));
  }
  return total;
}

function messageOf({ wrong, found, unrepaired }: DamageReport): string[] {
  return [
    ...wrong.map((object) => `wrong bytes of ${object}`),
    ...(found === 0 ? ['not found by a full check'] : []),
    ...unrepaired.map((problem) => `still there after it was written again: ${problem}`),
  ];
}

/** The records of a pack are whole whatever its header says, so none is refused, and writing them again mends nothing. */
function textOfHeader({ wrong, found, refused, unrepaired }: DamageReport, pack: string): string[] {
  const isReported = found > 0 && unrepaired.join() === `pack ${pack} header-damaged`;
  return [
    ...wrong.map((object) => `wrong bytes of ${object}`),
    ...(isReported ? [] : [`the full check says: ${unrepaired.join() || 'sound'}`]),
    ...(refused === 0 ? [] : [`${refused} whole objects refused`]),
  ];
}

function flipInHeader(): Damage {
  const { file } = random.pick(packed('fs'));
  const at = { offset: random.below(PACK_HEADER_BYTES), bit: random.below(8) };
  const damage = (dataDir: string) => flipBit(join(dataDir, file), at);
  return {
    what: `bit ${at.bit} of byte ${at.offset}, the header of ${file}`,
    damage,
    header: basename(file),
  };
}

function flipIn(piece: StoredPiece): Damage {
  const at = { offset: piece.offset + random.below(piece.length), bit: random.below(8) };
  const what = `bit ${at.bit} of byte ${at.offset} in ${piece.kind} ${piece.id}, ${piece.file}`;
  return { what, damage: (dataDir) => flipBit(join(dataDir, piece.file), at) };
}

function packed(kind: StoredPiece['kind']): StoredPiece[] {
  return sample.pieces.filter((piece) => piece.kind === kind && piece.file.endsWith('.pack'));
}

const blockFiles = () => sample.pieces.filter(({ file }) => !file.endsWith('.pack'));

function report(bar: string, goal: string, { cases, served, missed, broken }: Tally): void {
  const seen = `${cases} cases, ${served} served, ${missed} missed, seed ${seed}`;
  reportBar({ bar, goal, seen, bad: broken.length });
}

afterAll(killLeftServers);

describe('stored data that changes by itself', () => {
  it(`is never served and always found: ${FLIPS} single bits`, { timeout: 1_800_000 }, async () => {
    const total = await tally(FLIPS, () => {
      const draw = random.below(11);
      if (draw === 10) return flipInHeader();
      if (draw < 3) return flipIn(random.pick(packed('block')));
      if (draw < 5) return flipIn(random.pick(packed('fs')));
      return flipIn(random.pick(draw < 7 ? blockFiles() : packed('commit')));
    });
    report(
      'random bit flips',
      `${FLIPS} flips, 0 served, 0 missed by the full check, all but pack headers repaired by a good copy`,
      total,
    );
    expect(total.broken, `seed ${seed}`).toEqual([]);
  });

  it('is never served and always found when it is cut, emptied or exchanged', {
    timeout: 300_000,
  }, async () => {
    const total = await tally(OTHER_DAMAGE, () => {
      const damages = [
        cutPack,
        emptyPack,
        cutBlockFile,
        emptyBlockFile,
        swapBlockFiles,
        swapRecords,
        foreignPack,
      ];
      return random.pick(damages)();
    });
    const goal = `${OTHER_DAMAGE} objects cut, emptied, exchanged: 0 served, 0 missed, all repaired by a good copy`;
    report('exchanged and cut objects', goal, total);
    expect(total.broken, `seed ${seed}`).toEqual([]);
  });

  it('is answered with an error by the server, and repairs from the linked folder', {
    timeout: 180_000,
  }, async () => {
    const broken: string[] = [];
    // Each file once.
    const left = [...sample.contents];
    for (let number = 0; number < SERVED_FLIPS; number += 1) {
      const [[path, content] = ['', Buffer.alloc(0)]] = left.splice(random.below(left.length), 1);
      const { what, damage } = flipIn(pieceOf(content));
      const words = await onDamagedCopy(damage, (copy) => serveDamaged(copy, path));
      broken.push(...words.map((word) => `${what}: ${word}`));
    }
    reportBar({
      bar: 'bit flips over HTTP',
      goal: `${SERVED_FLIPS} downloads of damaged files: an error, never other bytes; repaired from the folder`,
      seen: `${SERVED_FLIPS} downloads, seed ${seed}`,
      bad: broken.length,
    });
    expect(broken, `seed ${seed}`).toEqual([]);
  });
});

/** Where the only block of a content lies. */
function pieceOf(content: Buffer): StoredPiece {
  const block = [...sample.sound.values()].find(
    ({ kind, bytes }) => kind === 'block' && bytes.equals(content),
  );
  const piece = sample.pieces.find(({ kind, id }) => kind === 'block' && id === block?.id);
  if (piece === undefined) throw new Error('the content has no block of its own');
  return piece;
}

/** What is not as promised when a server runs on the damaged copy, with one block of the file at `path` damaged. */
async function serveDamaged(dataDir: string, path: string): Promise<string[]> {
  const server = await runServer(dataDir);
  try {
    const words = await wrongDownloads(server.client, path);
    const { sound } = await server.client.call('POST check/', { full: true });
    // Sound is right as soon as the folder has given a good copy, which may be before the check.
    if (sound && !(await isServed(server.client, path))) words.push('the check calls it sound');
    if (!(await isRepaired(server.client, path))) words.push('not repaired from the folder');
    return words;
  } finally {
    await server.kill();
  }
}

/** Whether the file comes, and as it was. */
async function isServed(client: LocalClient, path: string): Promise<boolean> {
  const got = await downloaded(client, path);
  return typeof got !== 'number' && sample.contents.get(path)?.equals(got) === true;
}

async function isRepaired(client: LocalClient, path: string): Promise<boolean> {
  const deadline = Date.now() + REPAIRED_WITHIN_MS;
  for (;;) {
    if (await isServed(client, path)) return true;
    if (Date.now() > deadline) return false;
    await after(50);
  }
}

async function wrongDownloads(client: LocalClient, damaged: string): Promise<string[]> {
  const words: string[] = [];
  for (const [path, content] of sample.contents) {
    const got = await downloaded(client, path);
    if (typeof got !== 'number' && !content.equals(got)) words.push(`other bytes of ${path}`);
    if (path === damaged && typeof got !== 'number') words.push('no error for the damaged file');
    if (path === damaged && typeof got === 'number' && got !== 0 && got < 500) words.push(`answered ${got}`);
  }
  return words;
}

/** The bytes, the status of the refusal, or 0 for an answer that was cut. */
async function downloaded(client: LocalClient, path: string): Promise<Buffer | number> {
  try {
    return await download(client, sample.libraryId, { path: `/${path}`, commitId: sample.commitId });
  } catch (error) {
    if (error instanceof TypeError) return 0;
    throw error;
  }
}

function ownPack(): string {
  return random.pick(packed('fs')).file;
}

function cutPack(): Damage {
  const { file, offset, length } = random.pick(sample.pieces.filter((piece) => piece.file === ownPack()));
  const at = offset + random.below(length);
  return { what: `${file} cut at ${at}`, damage: (dataDir) => truncateSync(join(dataDir, file), at) };
}

function emptyPack(): Damage {
  const file = ownPack();
  return { what: `${file} emptied`, damage: (dataDir) => truncateSync(join(dataDir, file), 0) };
}

function cutBlockFile(): Damage {
  const { file, length } = random.pick(blockFiles());
  const at = 1 + random.below(length - 1);
  return { what: `${file} cut at ${at}`, damage: (dataDir) => truncateSync(join(dataDir, file), at) };
}

function emptyBlockFile(): Damage {
  const { file } = random.pick(blockFiles());
  return { what: `${file} emptied`, damage: (dataDir) => truncateSync(join(dataDir, file), 0) };
}

function swapBlockFiles(): Damage {
  const [first, second] = blockFiles();
  if (first === undefined || second === undefined) throw new Error('two block files expected');
  const damage = (dataDir: string) => {
    const paths = [join(dataDir, first.file), join(dataDir, second.file)] as const;
    const bytes = [readPiece(paths[0], 0, first.length), readPiece(paths[1], 0, second.length)] as const;
    writeFileSync(paths[0], bytes[1]);
    writeFileSync(paths[1], bytes[0]);
  };
  return { what: `${first.file} and ${second.file} swapped`, damage };
}

/** A whole, sound record in the place of another. */
function swapRecords(): Damage {
  const target = random.pick(packed('fs'));
  const fitting = sample.pieces.filter(
    ({ file, id, length }) => file.endsWith('.pack') && id !== target.id && length <= target.length,
  );
  const source = fitting.length > 0 ? random.pick(fitting) : null;
  if (source === null) return emptyPack();
  const damage = (dataDir: string) => {
    const bytes = readPiece(join(dataDir, source.file), source.offset, source.length);
    overwrite(join(dataDir, target.file), target.offset, bytes);
  };
  return { what: `${source.id} in the place of ${target.id}`, damage };
}

/** The pack of another library under the name of this one's. */
function foreignPack(): Damage {
  const [target, source] = [ownPack(), random.pick(sample.foreign).file];
  const damage = (dataDir: string) => cpSync(join(dataDir, source), join(dataDir, target));
  return { what: `${source} in the place of ${target}`, damage };
}
