import { existsSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { openHeadJournal } from '../../src-main/store/head-journal.ts';
import { FolderOnWindows } from './folder-on-windows.ts';
import { other } from './other.ts';
import { removeFolder, ServerOnWindows } from './server-on-windows.ts';
import { eventually } from './until.ts';
import { onThisMachine } from './windows-program.ts';

const DATA = 'C:\\users\\wine\\held data';
const JOURNAL = onThisMachine(`${DATA}\\heads.journal`);
const MEBIBYTE = 1024 * 1024;

let server: ServerOnWindows;
let docs: FolderOnWindows;

beforeAll(async () => {
  removeFolder(DATA);
  server = await ServerOnWindows.start(DATA);
  docs = await FolderOnWindows.link(server, 'C:\\Held', { files: { 'one.txt': 'one' } });
});

async function restart(): Promise<void> {
  server = await ServerOnWindows.start(DATA);
  docs = docs.servedBy(server);
}

describe('a data folder whose files other programs open', () => {
  test('goes on with every upload while a scanner holds each new file for a moment', async () => {
    await other('startScanning', `${DATA}\\tmp`, 400);
    for (const number of [0, 1, 2, 3, 4, 5])
      await docs.upload(`/scanned ${number}.bin`, new Uint8Array(3_000_000).fill(number + 1));
    expect(await other('stopScanning')).toBeGreaterThan(0);
    await eventually(() => docs.names()).toEqual(expect.arrayContaining(['scanned 0.bin', 'scanned 5.bin']));
  });

  test('goes on saving as well', async () => {
    await other('startScanning', `${DATA}\\tmp`, 400);
    for (const number of [0, 1, 2, 3, 4, 5]) docs.write(`saved ${number}.bin`, `${number}`.repeat(2_500_000));
    await eventually(async () => (await docs.inLibrary(/saved/)).length).toBe(6);
    expect(await other('stopScanning')).toBeGreaterThan(0);
  });

  test('is started with while what a killed server left is held', async () => {
    await server.end();
    const leftover = `${DATA}\\tmp\\leftover`;
    await other('write', leftover, 'half');
    await other('hold', leftover, 'reading');
    await restart();
    await other('letGo', leftover);
    docs.write('after.txt', 'after');
    await eventually(() => docs.textInLibrary('/after.txt')).toBe('after');
  });
});

describe('a head journal of more than 8 MiB', () => {
  const size = () => statSync(JOURNAL).size;

  beforeAll(async () => {
    await docs.untilIdle();
    await server.end();
    const journal = await openHeadJournal(JOURNAL, { compactAboveBytes: Infinity });
    const last = journal.lastHeadOf(docs.libraryId as LibraryId);
    if (last === null) throw new Error('the journal does not know the library');
    while (size() < 8 * MEBIBYTE) await journal.append(Array.from({ length: 2_000 }, () => last));
    await journal.close();
    await restart();
  });

  test('is made short with the next change, which is saved', async () => {
    docs.write('next.txt', 'next');
    await eventually(() => docs.textInLibrary('/next.txt')).toBe('next');
    await eventually(size).toBeLessThan(MEBIBYTE);
    expect(existsSync(`${JOURNAL}.new`)).toBe(false);
  });

  test('keeps no later change from being saved, nor one after another start', async () => {
    docs.write('later.txt', 'later');
    await eventually(() => docs.textInLibrary('/later.txt')).toBe('later');
    await server.end();
    await restart();
    docs.write('last.txt', 'last');
    await eventually(() => docs.textInLibrary('/last.txt')).toBe('last');
    await server.end();
  });
});
