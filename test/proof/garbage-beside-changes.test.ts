import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DomainError } from '../../src-main/core/errors.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { type CommitId, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../src-main/core/tree/apply.ts';
import { openDiskObjectStore } from '../../src-main/store/disk-object-store.ts';
import { openHeadJournal } from '../../src-main/store/head-journal.ts';
import { createObjectIndex } from '../../src-main/store/sqlite/object-index.ts';
import { openDatabase } from '../../src-main/store/sqlite/open.ts';
import { tablesOf } from '../../src-main/store/sqlite/tables.ts';
import { ADMIN, ANNA, CHEAP } from '../support/account-services.ts';
import { countingIds } from '../support/counting-ids.ts';
import { deriveHere } from '../support/derive-here.ts';
import { temporaryDataFolder } from '../support/disk-store.ts';
import { composeEveryService } from '../support/every-service.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { Gate, gatedJournal, gatedStore } from '../support/gated-store.ts';
import { createMemoryObjectStore } from '../support/memory-object-store.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { seededNumbers, seedOfRun } from '../support/seeded-numbers.ts';
import { fileDirent } from '../support/trees.ts';

const RUNS = proofSize({ ci: 50, long: 3_000 });
const DAY = 86_400;
/** Refusals that leave everything as it was and that the one who asked may repeat. */
const FAIR = new Set(['head-moved', 'commit-not-found', 'item-not-found', 'library-not-found', 'busy']);

type World = Awaited<ReturnType<typeof openWorld>>;

/** Services over a real store, in which every call waits until the seed lets it through. */
async function openWorld(seed: number, kind: 'memory' | 'disk') {
  const folder = temporaryDataFolder();
  const numbers = seededNumbers(seed);
  const gate = new Gate(numbers);
  const clock = fakeClock();
  const db = openDatabase(kind === 'memory' ? ':memory:' : join(folder.path, 'keepfold.db'));
  const { nowSeconds } = clock;
  const index = createObjectIndex(db);
  const store =
    kind === 'memory'
      ? createMemoryObjectStore({ nowSeconds })
      : await openDiskObjectStore({ dataFolder: folder.path, index, nowSeconds });
  const journal = await openHeadJournal(join(folder.path, 'heads.journal'));
  let gated = false;
  const isGated = () => gated;
  const objects = gatedStore(store, gate, isGated);
  const services = composeEveryService({
    ...{
      tables: tablesOf(db),
      objects,
      journal: gatedJournal(journal, gate, isGated),
      clock,
      ids: countingIds(),
    },
    ...{ events: { emit: () => undefined }, secret: Buffer.alloc(32, 9), passwordCost: CHEAP, ...deriveHere },
  });
  await services.accounts.ensureFirstAdministrator({ email: ADMIN.email, password: 'admin-secret' });
  await services.accounts.createUser(ADMIN, { email: ANNA.email, password: 'secret' });
  const close = async () => {
    await store.close();
    await journal.close();
    db.close();
    folder.remove();
  };
  return {
    ...{ ...services, tables: tablesOf(db), objects, clock, numbers, gate, close },
    run: async (work: readonly (() => Promise<unknown>)[]) => {
      gated = true;
      const results = await gate.run(work);
      gated = false;
      return results;
    },
  };
}

async function put(world: World, id: LibraryId, path: string, text: string): Promise<TreeChange> {
  const objects = world.objects.library(id);
  const file = encodeFile({ blockIds: [objectIdOf(text)], sizeBytes: Buffer.byteLength(text) });
  await objects.write('block', objectIdOf(text), Buffer.from(text));
  await objects.write('fs', file.id, file.bytes);
  return { op: 'put', path, dirent: fileDirent(text) };
}

function commit(world: World, id: LibraryId, ...changes: TreeChange[]) {
  return world.changeLibrary.commitChanges({ libraryId: id, changes, author: ANNA.email, asksFirst: false });
}

/** Versions of a few days, with content that came and went, and content that no commit ever took. */
async function withHistory(world: World): Promise<{ id: LibraryId; commits: CommitId[] }> {
  const id = (await world.libraries.create(ANNA, { name: 'Papers' })).view.library.id;
  const commits: CommitId[] = [];
  for (let version = 0; version < 6; version += 1) {
    const changes = [
      await put(world, id, '/a.txt', `a ${version}`),
      await put(world, id, `/d${version}/b.txt`, `b ${version}`),
      await put(world, id, `/d${version}/e/c.txt`, `c ${version % 2}`),
    ];
    if (version > 1) changes.push({ op: 'remove', path: `/d${version - 2}` });
    commits.push((await commit(world, id, ...changes)).commitId);
    world.clock.advance(DAY);
  }
  for (const text of ['orphan 0', 'orphan 1']) await put(world, id, '/never.txt', text);
  await world.objects.library(id).flush();
  world.clock.advance(2 * DAY);
  return { id, commits };
}

/** Files that were acknowledged, by path; each path is written once, so it must be there at the end. */
type Ledger = Map<string, string>;

function actors(world: World, { id, commits }: { id: LibraryId; commits: CommitId[] }, ledger: Ledger) {
  const { numbers } = world;
  const acknowledged = (path: string, text: string) => ledger.set(path, text);

  /** Sends content that is old and that nothing needs, and content of an old version: "known" is the answer. */
  const writer = async () => {
    for (let round = 0; round < 4; round += 1) {
      const text = numbers.pick(['orphan 0', 'orphan 1', `a ${round}`, `b ${round}`, `new ${round}`]);
      const path = `/written-${round}.txt`;
      await commit(world, id, await put(world, id, path, text));
      acknowledged(path, text);
    }
  };
  const restorer = async () => {
    for (let round = 0; round < 12; round += 1) {
      const version = numbers.below(commits.length);
      try {
        const made = await world.restores.item(ANNA, id, `/d${version}`, commits[version] as CommitId);
        acknowledged(`${made.path}/b.txt`, `b ${version}`);
      } catch (error) {
        if (!(error instanceof DomainError) || !FAIR.has(error.code)) throw error;
      }
    }
  };
  const retention = async () => {
    for (let round = 0; round < 4; round += 1) {
      world.libraries.setRetention(ANNA, id, numbers.pick([-1, 0, 1, 4, 30]));
      await world.gate.pass(async () => undefined);
    }
  };
  const remover = async () => {
    await world.gate.pass(async () => undefined);
    await commit(world, id, { op: 'remove', path: '/d5' });
    if (!numbers.chance(0.3)) return;
    await world.libraries.remove(ANNA, id);
    await world.gate.pass(async () => undefined);
    await world.deletedLibraries.restore(ANNA, id);
  };
  return { writer, restorer, retention, remover };
}

async function textsOf(world: World, id: LibraryId, commitId: CommitId | null): Promise<Map<string, string>> {
  const { below, read } = await world.files.openForExport(ANNA, id, '/', commitId);
  const texts = new Map<string, string>();
  for await (const { path, dirent } of below()) {
    if (dirent.kind !== 'file') continue;
    const parts: Buffer[] = [];
    for await (const part of read(dirent)) parts.push(part);
    texts.set(path, Buffer.concat(parts).toString());
  }
  return texts;
}

async function oneRun(seed: number, kind: 'memory' | 'disk'): Promise<{ passed: number; removed: number }> {
  const world = await openWorld(seed, kind);
  onTestFinished(world.close);
  const made = await withHistory(world);
  const { id } = made;
  const before = new Map<CommitId, Map<string, string>>();
  for (const commitId of made.commits) before.set(commitId, await textsOf(world, id, commitId));
  world.libraries.setRetention(ANNA, id, world.numbers.pick([0, 1, 4]));
  const ledger: Ledger = new Map();
  const { writer, restorer, retention, remover } = actors(world, made, ledger);
  let removed = 0;
  const collector = async () => {
    for (let round = 0; round < 2; round += 1) removed += (await world.garbage.collect(ADMIN)).removedObjects;
  };
  const results = await world.run([collector, writer, restorer, retention, remover]);
  for (const result of results) {
    const isFair = result.status === 'fulfilled' || FAIR.has(result.reason?.code);
    if (!isFair) throw result.reason;
  }
  removed += (await world.garbage.collect(ADMIN)).removedObjects;

  expect((await world.check({ full: true })).problems).toEqual([]);
  const now = await textsOf(world, id, null);
  for (const [path, text] of ledger)
    if (!path.startsWith('/d5/')) expect([path, now.get(path)]).toEqual([path, text]);
  world.libraries.setRetention(ANNA, id, -1);
  const shown = (await world.history.after(ANNA, id, { before: null, limit: 1_000 })).commits;
  expect(shown.length).toBeGreaterThan(0);
  for (const entry of shown) {
    const texts = await textsOf(world, id, entry.id);
    const then = before.get(entry.id);
    if (then !== undefined) expect(texts).toEqual(then);
  }
  const trash = await world.trash.page(ANNA, id, { path: '/', showDays: 0, cursor: null, limit: 100 });
  for (const item of trash.items) await world.files.entry(ANNA, id, item.path, item.commitId);
  return { passed: world.gate.passed, removed };
}

describe('garbage collection beside everything that changes a library', { timeout: 600_000 }, () => {
  it.each(['memory', 'disk'] as const)('loses nothing in any order of its steps, %s', async (kind) => {
    const first = seedOfRun();
    const runs = kind === 'memory' ? RUNS : Math.ceil(RUNS / 5);
    const total = { passed: 0, removed: 0 };
    for (let run = 0; run < runs; run += 1) {
      const { passed, removed } = await oneRun(first + run, kind).catch((cause: unknown) => {
        throw new Error(`KEEPFOLD_SEED=${first + run}`, { cause });
      });
      total.passed += passed;
      total.removed += removed;
    }
    reportBar({
      bar: `garbage collection beside commits, restores and retention (${kind})`,
      goal: `${kind === 'memory' ? 50 : 10} interleavings, nothing lost`,
      seen: `${runs} interleavings of ${total.passed} steps, ${total.removed} objects removed, seed ${first}`,
      bad: 0,
    });
    // A collection that takes nothing proves nothing.
    expect(total.removed).toBeGreaterThan(runs);
  });
});
