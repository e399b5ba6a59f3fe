import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { objectIdOf } from '../../src-main/core/objects/object-id.ts';
import { openHeadJournal } from '../../src-main/store/head-journal.ts';
import { openDiskStore } from './disk-store.ts';

/**
 * Run as a process: writes objects and journal entries for as long as it lives, and prints what is durable, one line a
 * flush: the ids of its objects and the commit id of its journal entry.
 */
const [dataFolder = '', libraryId = ''] = process.argv.slice(2);
// What came in bulk is sorted in whenever there is a moment, so that kills come in the middle of that too.
const { store } = await openDiskStore(dataFolder, { quietMs: 1 });
const journal = await openHeadJournal(join(dataFolder, 'heads.journal'));
const library = store.library(libraryId as LibraryId);
process.stdout.write('ready\n');

/** Every other round brings so many more, which is enough to be taken in bulk. */
const BULK = 700;

async function work(): Promise<never> {
  for (let round = 0; ; round += 1) {
    const random = randomBytes(1_500_000);
    const ids: string[] = [];
    for (let number = 0; number < BULK * (round % 2); number += 1) {
      const bytes = random.subarray(number * 1000, number * 1000 + 90);
      await library.write('block', objectIdOf(bytes), bytes);
      ids.push(`block:${objectIdOf(bytes)}`);
    }
    for (let number = 0; number < 12; number += 1) {
      // The last of each round is large enough for a file of its own.
      const bytes = number === 11 ? random : random.subarray(number * 1000, number * 2500 + 100);
      const kind = number % 2 === 0 ? 'fs' : 'block';
      await library.write(kind, objectIdOf(bytes), bytes);
      ids.push(`${kind}:${objectIdOf(bytes)}`);
    }
    await library.flush();
    const head = objectIdOf(ids.join(' '));
    const entry = {
      at_s: 0,
      type: 'head',
      prev: null,
      name: 'Library',
      owner: { kind: 'user', email: 'a@b.c' },
    } as const;
    await journal.append([{ ...entry, library_id: libraryId as LibraryId, head_commit_id: head as never }]);
    process.stdout.write(`${ids.join(' ')} ${head}\n`);
  }
}

await Promise.all([work(), work()]);
