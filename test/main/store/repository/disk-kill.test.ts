import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { openHeadJournal } from '../../../../src-main/store/head-journal.ts';
import type { ObjectKind } from '../../../../src-main/store/objects/object-store.ts';
import { openDiskStore, temporaryDataFolder } from '../../../support/disk-store.ts';
import { randomBytesOf } from '../../../support/seeded-random.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;
const CYCLES = 30;
const WRITER = join(import.meta.dirname, '../../../support/object-writer.ts');

interface Life {
  readonly leastMs: number;
  /** So many acknowledgements come first, however slow the machine is. */
  readonly leastLines: number;
}

/** Drawn by a seed: most lives end in the middle of a write, some before the first is acknowledged. */
function lifeOf(cycle: number): Life {
  const drawn = randomBytesOf(`life ${cycle}`, 2);
  return { leastMs: drawn.readUInt8(0), leastLines: drawn.readUInt8(1) % 6 };
}

/** Runs the writer until both are over and kills it; returns the lines it acknowledged. */
async function writeAndKill(dataFolder: string, { leastMs, leastLines }: Life): Promise<string[]> {
  const writer = spawn(process.execPath, [WRITER, dataFolder, LIBRARY], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const exit = once(writer, 'exit');
  const reader = createInterface(writer.stdout);
  const closed = once(reader, 'close');
  const ready = Promise.withResolvers<void>();
  const enough = Promise.withResolvers<void>();
  reader.on('line', (line) => {
    if (line === 'ready') ready.resolve();
    else lines.push(line);
    if (lines.length >= leastLines) enough.resolve();
  });
  await Promise.race([ready.promise, exit]);
  await Promise.race([Promise.all([after(leastMs), enough.promise]), exit]);
  writer.kill('SIGKILL');
  const [code] = await exit;
  await closed;
  expect(code).toBe(null);
  return lines;
}

it(`loses nothing acknowledged in ${CYCLES} kills of the process`, async () => {
  const folder = temporaryDataFolder();
  const acknowledged: string[] = [];
  let bulk = 0;
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const lines = await writeAndKill(folder.path, lifeOf(cycle));
    acknowledged.push(...lines);
    // The first round of each of two writers brings little, so a third line is of one that came in bulk.
    if (lines.length > 2) bulk += 1;
  }
  const opened = await openDiskStore(folder.path);
  const numberOf = (sql: string) => opened.db.prepare<[], number>(sql).pluck().get() ?? 0;
  // Both ways onto record were taken, and rows went from one to the other.
  expect(bulk).toBeGreaterThanOrEqual(CYCLES / 2);
  const recorded = numberOf("SELECT seq FROM sqlite_sequence WHERE name = 'unsorted_objects'");
  expect(recorded).toBeGreaterThanOrEqual(bulk);
  expect(numberOf('SELECT count(*) FROM objects WHERE kind = 1 AND size_bytes = 90')).toBeGreaterThan(0);
  const library = opened.store.library(LIBRARY);
  let count = 0;
  for (const { kind, id } of library.list()) {
    await library.read(kind, id);
    count += 1;
  }
  const journal = await openHeadJournal(join(folder.path, 'heads.journal'));
  const { entries, damagedLines } = await journal.readAll();
  const heads = new Set<string>(entries.map((entry) => entry.head_commit_id));
  for (const line of acknowledged) {
    const words = line.split(' ');
    for (const word of words.slice(0, -1)) {
      const [kind, id = ''] = word.split(':');
      expect(library.has(kind as ObjectKind, id)).toBe(true);
    }
    expect(heads.has(words.at(-1) ?? '')).toBe(true);
  }
  expect(damagedLines).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(CYCLES);
  expect(count).toBeGreaterThanOrEqual(acknowledged.length);
  await journal.close();
  await opened.close();
  folder.remove();
}, 180_000);
