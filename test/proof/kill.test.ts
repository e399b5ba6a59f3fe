import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { MARKER_FILE } from '../../src-main/folder/disk/own-files.ts';
import { ApiRefusal, type LocalClient } from '../../src-main/headless/local-client.ts';
import { ContentLedger } from '../support/content-ledger.ts';
import { FolderWriter, fileIdOf, listBelow } from '../support/folder-writer.ts';
import { LibraryOwner, makeFolder } from '../support/library-owner.ts';
import { LibraryTree } from '../support/library-tree.ts';
import { proofSize } from '../support/proof-size.ts';
import { reportBar } from '../support/report-bar.ts';
import { type SeededNumbers, seededNumbers, seedOfRun } from '../support/seeded-numbers.ts';
import { untilIdle } from '../support/served-app.ts';
import { beginServer, killLeftServers, runServer, type ServerRun } from '../support/server-run.ts';

const CYCLES = proofSize({ ci: 200, long: 1000 });
const LONGEST_LIFE_MS = 400;
/** So often the whole store is read and hashed, and everything that was ever promised is looked for. */
const CYCLES_A_CHECK = 20;
const SETTLED_WITHIN_MS = 60_000;
const CLEANED_WITHIN_MS = 60_000;

interface World {
  readonly dataDir: string;
  readonly root: string;
  readonly random: SeededNumbers;
  readonly ledger: ContentLedger;
  readonly owners: readonly LibraryOwner[];
  readonly editor: LibraryEditor;
  readonly writer: FolderWriter;
  /** Everything that was promised and not kept. */
  readonly broken: string[];
}

/** A client that changes the library of the linked folder while somebody edits in the folder. */
class LibraryEditor {
  readonly #ledger: ContentLedger;
  readonly #random: SeededNumbers;
  readonly #own: string[] = [];
  readonly unexpected: string[] = [];
  #made = 0;
  acknowledged = 0;

  constructor(ledger: ContentLedger, random: SeededNumbers) {
    this.#ledger = ledger;
    this.#random = random;
  }

  async step(client: LocalClient): Promise<void> {
    try {
      await this.#act(client);
      this.acknowledged += 1;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      this.unexpected.push(`${error.status} ${error.message}`);
    }
  }

  async #act(client: LocalClient): Promise<void> {
    const library = { library_id: this.#ledger.libraryId };
    const draw = this.#random.below(100);
    const version = this.#ledger.anySeen(this.#random);
    const own = this.#own.at(-1);
    if (draw < 30 && version !== null) {
      const wanted = { ...library, path: version.path, commit_id: version.commitId };
      const { commit_id: made } = await client.call('POST libraries/:library_id/restore/', wanted);
      if (made !== null) this.#ledger.noteCommit(made);
    } else if (draw < 50 && own !== undefined) {
      this.#own.pop();
      const at = { ...library, path: `/${own}` };
      const removed = await client.call('DELETE libraries/:library_id/entries/', at);
      this.#ledger.noteCommit(removed.commit_id);
    } else if (draw < 55) await client.call('DELETE libraries/:library_id/trash/', library);
    else if (draw < 65)
      await client.call('PATCH libraries/:library_id/', { ...library, description: `edited ${draw}` });
    else {
      this.#made += 1;
      this.#own.push(`made-by-call-${this.#made}`);
      await makeFolder(client, this.#ledger.libraryId, `made-by-call-${this.#made}`);
    }
  }
}

/** All of them at once, until the server is killed; none is asked to stop before. */
async function live(world: World, server: ServerRun): Promise<void> {
  const { client } = server;
  const isOver = () => server.hasEnded();
  const going = [
    ...world.owners.map((owner) => whileAnswered(() => owner.step(client))),
    whileAnswered(() => world.editor.step(client)),
    whileAnswered(async () => {
      await world.ledger.observe(client);
      await after(15);
    }),
    untilOver(isOver, async () => {
      world.writer.step();
      await after(world.random.below(20));
    }),
  ];
  await after(world.random.below(LONGEST_LIFE_MS));
  await server.kill();
  await Promise.all(going);
}

/** Until no answer comes any more. */
async function whileAnswered(step: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await step();
    } catch (error) {
      // That is how `fetch` says that the connection was lost.
      if (error instanceof TypeError || error instanceof SyntaxError) return;
      throw error;
    }
  }
}

async function untilOver(isOver: () => boolean, step: () => Promise<void>): Promise<void> {
  while (!isOver()) await step();
}

/** A start that does not even get ready. */
async function killWhileStarting(world: World): Promise<void> {
  const start = beginServer(world.dataDir);
  world.writer.step();
  await after(world.random.below(250));
  start.process.kill('SIGKILL');
  await start.ended;
}

async function makeWorld(seed: number): Promise<World> {
  const place = mkdtempSync(join(tmpdir(), 'keepfold-proof-kill-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }), CLEANED_WITHIN_MS);
  const [dataDir, root] = [join(place, 'data'), join(place, 'folder')];
  mkdirSync(root);
  const random = seededNumbers(seed);
  const server = await runServer(dataDir);
  const folder = await server.client.call('POST folders/', { path: root });
  await server.stop();
  const ledger = new ContentLedger(folder.library_id);
  const writer = new FolderWriter(root, random, (id, content) => ledger.noteWritten(id, content));
  writer.begin();
  const owners = ['first', 'second'].map((name) => new LibraryOwner(name, random));
  const editor = new LibraryEditor(ledger, random);
  return { dataDir, root, random, ledger, owners, editor, writer, broken: [] };
}

async function verify(world: World, client: LocalClient): Promise<void> {
  for (const owner of world.owners) world.broken.push(...(await owner.missing(client)));
  world.broken.push(...(await world.ledger.missingOfFresh(client, 2)));
}

async function verifyEverything(world: World, client: LocalClient): Promise<void> {
  for (const owner of world.owners) world.broken.push(...(await owner.missingCommits(client)));
  world.broken.push(...(await world.ledger.missing(client, world.random, 20)));
  const report = await client.call('POST check/', { full: true });
  world.broken.push(...report.problems.map((problem) => JSON.stringify(problem)));
}

/** Waits until folder and library agree; what still differs at the deadline is missing. */
async function verifySettled(world: World, client: LocalClient): Promise<void> {
  const deadline = Date.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const { library_id: id } = await untilIdle(client, SETTLED_WITHIN_MS);
    const { head_commit_id: head } = await client.call('GET libraries/:library_id/', { library_id: id });
    const library = await new LibraryTree(id).filesAt(client, head);
    const differing = differences(world, new Map(library.map((file) => [file.path, file.id])));
    if (differing.length === 0) return;
    if (Date.now() > deadline) {
      world.broken.push(...differing);
      return;
    }
    await after(100);
  }
}

function differences({ root }: World, library: ReadonlyMap<string, string>): string[] {
  const paths = listBelow(root, 'file').filter((path) => path !== MARKER_FILE);
  const disk = new Map(paths.map((path) => [`/${path}`, readFileSync(join(root, path))]));
  const differing: string[] = [];
  for (const [path, content] of disk) {
    if (library.get(path) !== fileIdOf(content)) differing.push(`${path} differs`);
  }
  for (const path of library.keys()) if (!disk.has(path)) differing.push(`${path} is only in the library`);
  return differing;
}

afterAll(killLeftServers);

describe('a server that is killed again and again under load', () => {
  it(`keeps all that it acknowledged through ${CYCLES} kills`, { timeout: 3_600_000 }, async () => {
    const seed = seedOfRun();
    const world = await makeWorld(seed);
    const readyMs: number[] = [];
    for (let cycle = 1; cycle <= CYCLES; cycle++) {
      if (world.random.chance(0.1)) {
        await killWhileStarting(world);
        continue;
      }
      const server = await runServer(world.dataDir);
      readyMs.push(server.readyMs);
      await verify(world, server.client);
      if (cycle % CYCLES_A_CHECK === 0) await verifyEverything(world, server.client);
      expect(world.broken, `seed ${seed}, cycle ${cycle}`).toEqual([]);
      await live(world, server);
    }
    const server = await runServer(world.dataDir);
    await verify(world, server.client);
    await verifySettled(world, server.client);
    await world.ledger.observe(server.client);
    await verifyEverything(world, server.client);
    expect(await server.stop()).toBe(0);

    const calls = world.owners.reduce((sum, owner) => sum + owner.acknowledged, world.editor.acknowledged);
    const slowest = Math.ceil(Math.max(...readyMs));
    reportBar({
      bar: 'kill -9 of a loaded server',
      goal: `${CYCLES} cycles, nothing acknowledged lost, ready again within 2,000 ms`,
      seen: `${CYCLES} cycles, ${calls} calls and ${world.ledger.count} contents acknowledged, ready within ${slowest} ms, seed ${seed}`,
      bad: world.broken.length,
    });
    expect(world.editor.unexpected, `seed ${seed}`).toEqual([]);
    expect(world.broken, `seed ${seed}`).toEqual([]);
  });
});
