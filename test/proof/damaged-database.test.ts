import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { recoverData } from '../../src-main/app/recover-data.ts';
import {
  type Acknowledged,
  db,
  expectAllBack,
  flip,
  isNoticed,
  killedFolder,
  removeDatabaseOf,
  wal,
} from '../support/damaged-data.ts';
import { killedCopy, openDataWorld } from '../support/data-world.ts';
import { reportBar } from '../support/report-bar.ts';

const DO_IT = { isDryRun: false, isForced: false };
const FORCED = { isDryRun: false, isForced: true };

const shown = { damages: 0, flips: 0, bits: 0 };
const FLIPS = 3;

afterAll(() => {
  const kinds = DAMAGES.length + 1;
  reportBar({
    bar: 'a damaged, cut or lost database',
    goal: '9 kinds of damage, all noticed, everything acknowledged back',
    seen: `${shown.damages} kinds of damage and ${shown.bits} flipped bits in rows: noticed, and heads, trees, history and trash back`,
    bad: kinds - shown.damages + (FLIPS - shown.flips),
  });
});

/** Everything in the database file itself, nothing in a log. */
async function checkpointed(path: string): Promise<void> {
  await (await openDataWorld(path)).store.close();
}

const DAMAGES: [name: string, damage: (path: string) => Promise<void> | void][] = [
  ['a write-ahead log cut in half', (path) => truncateSync(wal(path), statSync(wal(path)).size / 2)],
  ['a write-ahead log that is gone', (path) => rmSync(wal(path))],
  [
    'a flipped bit in the write-ahead log',
    (path) => flip(wal(path), Math.floor(statSync(wal(path)).size / 3)),
  ],
  [
    'a database cut in half',
    async (path) => {
      await checkpointed(path);
      truncateSync(db(path), statSync(db(path)).size / 2);
    },
  ],
  [
    'a page of zeros in the database',
    async (path) => {
      await checkpointed(path);
      const bytes = readFileSync(db(path));
      const page = bytes.indexOf('Letters') & ~4095;
      writeFileSync(db(path), bytes.fill(0, page, page + 4096));
    },
  ],
  [
    'a table that is gone',
    (path) => {
      const database = new BetterSqlite(db(path));
      database.exec('DROP TABLE trash_items');
      database.close();
    },
  ],
  ['a database that is gone', (path) => removeDatabaseOf(path)],
];

describe('a damaged database', { timeout: 60_000 }, () => {
  it.each(DAMAGES)('is noticed with %s, and everything acknowledged comes back', async (_name, damage) => {
    const facts = await killedFolder();
    await damage(facts.path);
    const probe = killedCopy(facts.path);
    expect(await isNoticed({ ...facts, path: probe })).toBe(true);
    await recoverData(facts.path, DO_IT);
    await expectAllBack(facts);
    shown.damages += 1;
  });

  it('is none because of a stale index of the write-ahead log', async () => {
    const facts = await killedFolder();
    const shm = `${db(facts.path)}-shm`;
    writeFileSync(shm, readFileSync(shm).fill(0x55));
    await expectAllBack(facts);
    shown.damages += 1;
  });

  it.each([
    ['head', (facts: Acknowledged) => Object.values(facts.states)[0]?.headId ?? ''],
    ['name', () => 'Letters'],
    ['description', () => 'Created library'],
  ])('is noticed with a flipped bit in a row: %s', async (_what, text) => {
    const facts = await killedFolder();
    await checkpointed(facts.path);
    const bytes = readFileSync(db(facts.path));
    let places = 0;
    for (let at = bytes.indexOf(text(facts)); at !== -1; at = bytes.indexOf(text(facts), at + 1)) {
      const copy = killedCopy(facts.path);
      flip(db(copy), at + 2);
      if (!(await isNoticed({ ...facts, path: killedCopy(copy) }))) continue;
      await recoverData(copy, FORCED);
      await expectAllBack({ ...facts, path: copy });
      places += 1;
    }
    expect(places).toBeGreaterThan(0);
    shown.bits += places;
    shown.flips += 1;
  });
});
