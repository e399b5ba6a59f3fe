import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { ApiRefusal, type LocalClient } from '../../src-main/headless/local-client.ts';
import type { CommitJson } from '../../src-shared/contents-api.ts';
import { makeFolder } from '../support/library-owner.ts';
import { wholeHistory } from '../support/library-tree.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { type SeededNumbers, seededNumbers, seedOfRun } from '../support/seeded-numbers.ts';
import { endedStart, killLeftServers, runServer } from '../support/server-run.ts';

const CLIENTS = 16;
const MOVES = 1000;
const STARTS = proofSize({ ci: 5, long: 100 });

function temporaryDataDir(): string {
  const place = mkdtempSync(join(tmpdir(), 'keepfold-proof-instances-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return join(place, 'data');
}

/** What the answers to all clients together promised about one library's history. */
interface Promised {
  readonly commitIds: string[];
  /** Of commits whose id the answer does not tell; each is said once. */
  readonly descriptions: string[];
  renames: number;
  refused: number;
}

const countOf = ({ commitIds, descriptions, renames }: Promised) =>
  commitIds.length + descriptions.length + renames;

class Client {
  readonly #name: string;
  readonly #libraryId: string;
  readonly #promised: Promised;
  readonly #random: SeededNumbers;
  readonly #items: string[] = [];
  #made = 0;

  constructor(name: string, on: { libraryId: string; promised: Promised; random: SeededNumbers }) {
    this.#name = name;
    this.#libraryId = on.libraryId;
    this.#promised = on.promised;
    this.#random = on.random;
  }

  async work(client: LocalClient): Promise<void> {
    while (countOf(this.#promised) < MOVES) {
      try {
        await this.#step(client);
      } catch (error) {
        // Two that change the same thing in the same moment may be told to try again; nothing else is an answer.
        const isPassing = error instanceof ApiRefusal && (error.status === 409 || error.status === 503);
        if (!isPassing) throw error;
        this.#promised.refused += 1;
      }
    }
  }

  async #step(client: LocalClient): Promise<void> {
    const draw = this.#random.below(10);
    const item = this.#items.at(-1);
    if (draw < 2) {
      const name = `${this.#name} ${this.#made++}`;
      await client.call('PATCH libraries/:library_id/', { library_id: this.#libraryId, name });
      this.#promised.renames += 1;
    } else if (item === undefined || draw < 6) await this.#add(client);
    else await this.#removeAndRestore(client, item);
  }

  async #add(client: LocalClient): Promise<void> {
    const name = `${this.#name}-${this.#made++}`;
    await makeFolder(client, this.#libraryId, name);
    this.#items.push(name);
    this.#promised.descriptions.push(`Added directory "${name}"`);
  }

  async #removeAndRestore(client: LocalClient, item: string): Promise<void> {
    const at = { library_id: this.#libraryId, path: `/${item}` };
    const removed = await client.call('DELETE libraries/:library_id/entries/', at);
    this.#items.pop();
    this.#promised.commitIds.push(removed.commit_id);
    const from = { ...at, commit_id: removed.previous_commit_id };
    const restored = await client.call('POST libraries/:library_id/restore/', from);
    this.#items.push(item);
    if (restored.commit_id !== null) this.#promised.commitIds.push(restored.commit_id);
  }
}

/** Promised moves that are not in the history exactly once, and moves in it that nobody was promised. */
function differences(promised: Promised, history: readonly CommitJson[]): string[] {
  const different: string[] = [];
  const times = (wanted: string, seen: readonly string[]) => seen.filter((one) => one === wanted).length;
  const ids = history.map(({ id }) => id);
  const descriptions = history.map(({ description }) => description);
  for (const id of promised.commitIds) if (times(id, ids) !== 1) different.push(`${times(id, ids)} × ${id}`);
  for (const words of promised.descriptions)
    if (times(words, descriptions) !== 1) different.push(`${times(words, descriptions)} × ${words}`);
  const renames = times('Changed library name or description', descriptions);
  if (renames !== promised.renames) different.push(`${renames} renames instead of ${promised.renames}`);
  const unpromised = history.length - 1 - countOf(promised);
  if (unpromised !== 0) different.push(`${unpromised} moves that nobody was told of`);
  return different;
}

afterAll(killLeftServers);

describe('many clients on one library', () => {
  it(`find each of ${MOVES} acknowledged head moves in history exactly once`, {
    timeout: 300_000,
  }, async () => {
    const seed = seedOfRun();
    const random = seededNumbers(seed);
    const dataDir = temporaryDataDir();
    const server = await runServer(dataDir);
    const { id: libraryId } = await server.client.call('POST libraries/', {
      name: 'one',
    });
    const promised: Promised = { commitIds: [], descriptions: [], renames: 0, refused: 0 };
    const clients = Array.from(
      { length: CLIENTS },
      (_, number) => new Client(`client-${number}`, { libraryId, promised, random }),
    );
    await Promise.all(clients.map((client) => client.work(server.client)));
    const different = differences(promised, await wholeHistory(server.client, libraryId));
    await server.kill();

    const again = await runServer(dataDir);
    different.push(...differences(promised, await wholeHistory(again.client, libraryId)));
    const report = await again.client.call('POST check/', { full: true });
    await again.stop();
    reportBar({
      bar: 'parallel clients on one library',
      goal: `${CLIENTS} clients, ${MOVES} head moves, each acknowledged one in history exactly once`,
      seen: `${countOf(promised)} acknowledged, ${promised.refused} told to try again, seed ${seed}`,
      bad: different.length + report.problems.length,
    });
    expect({ different, problems: report.problems }, `seed ${seed}`).toEqual({ different: [], problems: [] });
  });
});

describe('a second instance on one data folder', () => {
  it('ends with code 4 and names the holder, and a killed holder leaves nothing to clear', {
    timeout: 600_000,
  }, async () => {
    const dataDir = temporaryDataDir();
    const wrong: string[] = [];
    const tookMs: number[] = [];
    for (let start = 0; start < STARTS; start += 1) {
      // The one before was killed: its lock file and its record are still there.
      const holder = await runServer(dataDir);
      const second = await endedStart(dataDir);
      tookMs.push(second.tookMs);
      const words = `in use by the Keepfold at ${holder.url} (process ${holder.pid}).`;
      if (second.code !== 4 || !second.errors.includes(words) || second.output !== '')
        wrong.push(`code ${second.code}: ${second.errors}`);
      await holder.client.call('GET status/');
      await holder.kill();
    }
    reportBar({
      bar: 'second instance',
      goal: `${STARTS} times code 4 within 1,000 ms with the holder's name, and the lock of a killed one taken over`,
      seen: `${STARTS} times, slowest ${Math.ceil(Math.max(...tookMs))} ms`,
      bad: wrong.length,
    });
    expect(wrong).toEqual([]);
  });
});
