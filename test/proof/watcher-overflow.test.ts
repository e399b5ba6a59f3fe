import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import type { LocalClient } from '../../src-main/headless/local-client.ts';
import { fileIdOf } from '../support/folder-writer.ts';
import { LibraryTree } from '../support/library-tree.ts';
import { reportBar } from '../support/report-bar.ts';
import { seededNumbers, seedOfRun } from '../support/seeded-numbers.ts';
import { untilIdle } from '../support/served-app.ts';
import { killLeftServers, runServer, type ServerConditions, type ServerRun } from '../support/server-run.ts';

const WATCHES = 300;
const WATCHED_DIRS = 400;
/** What the promise allows for a change that no event told of, and time for a busy machine to look. */
const SCANNED_WITHIN_MS = 60_000 + 60_000;

/** The system keeps 16,384 events for who does not fetch them, and drops the rest. */
const BURST_FILES = 20_000;
const BURST_DIRS = 200;
/** Files that nobody touches: were the others half of the folder, they would wait for a person. */
const STILL_FILES = 21_000;
const IMPORTED_WITHIN_MS = 120_000;

/** Paths relative to the folder, with what is to be in them. Null: nothing, it is deleted. */
type Contents = ReadonlyMap<string, string | null>;

interface Linked {
  readonly root: string;
  readonly server: ServerRun;
  readonly libraryId: string;
}

/** A server with one linked folder that holds these files, all of them taken in. */
async function linkFolder(
  { onTestFinished }: TestContext,
  files: Contents,
  conditions: ServerConditions = {},
): Promise<Linked> {
  const place = mkdtempSync(join(tmpdir(), 'keepfold-proof-watcher-'));
  const [dataDir, root] = [join(place, 'data'), join(place, 'folder')];
  mkdirSync(root);
  apply(root, files);
  const server = await runServer(dataDir, conditions);
  onTestFinished(async () => {
    server.resume();
    await server.kill();
    rmSync(place, { recursive: true, force: true });
  }, IMPORTED_WITHIN_MS);
  const folder = await server.client.call('POST folders/', { path: root });
  await untilIdle(server.client, IMPORTED_WITHIN_MS);
  return { root, server, libraryId: folder.library_id };
}

function apply(root: string, files: Contents): void {
  for (const [path, content] of files) {
    if (content === null) rmSync(join(root, path));
    else {
      if (path.includes('/')) mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), content);
    }
  }
}

/** Waits until the library holds the files as they should be; the paths that still differ at the deadline. */
async function missedIn({ server, libraryId }: Linked, files: Contents, withinMs: number): Promise<string[]> {
  const deadline = Date.now() + withinMs;
  const tree = new LibraryTree(libraryId);
  for (;;) {
    const missed = await differing(server.client, { libraryId, tree }, files);
    if (missed.length === 0 || Date.now() > deadline) return missed;
    await after(250);
  }
}

async function differing(
  client: LocalClient,
  { libraryId, tree }: { libraryId: string; tree: LibraryTree },
  files: Contents,
): Promise<string[]> {
  const { head_commit_id: head } = await client.call('GET libraries/:library_id/', { library_id: libraryId });
  const held = new Map((await tree.filesAt(client, head)).map(({ path, id }) => [path, id]));
  const isAsWanted = ([path, content]: [string, string | null]) =>
    held.get(`/${path}`) === (content === null ? undefined : fileIdOf(Buffer.from(content)));
  return [...files].filter((file) => !isAsWanted(file)).map(([path]) => path);
}

/** A name space in which the system gives no more than so many watches. */
function fewWatches(): ServerConditions {
  if (spawnSync('unshare', ['-Ur', 'true']).status !== 0) {
    throw new Error('Watches cannot be limited here: the system lets this account make no user name space.');
  }
  const script = `echo ${WATCHES} > /proc/sys/user/max_inotify_watches && exec "$@"`;
  return { under: ['unshare', '-Ur', 'sh', '-c', script, 'sh'] };
}

async function isWatched({ server }: Linked): Promise<boolean> {
  const { folders } = await server.client.call('GET folders/');
  return folders[0]?.watching === true;
}

afterAll(killLeftServers);

describe.concurrent('changes that no event tells of', () => {
  it('are found by scans where the system has no more watches, and the folder says so', {
    timeout: 300_000,
  }, async (context) => {
    const seed = seedOfRun();
    const random = seededNumbers(seed);
    const dirs = Array.from({ length: WATCHED_DIRS }, (_, number) => `dir-${number}`);
    const files = new Map(dirs.map((dir) => [`${dir}/file`, `first content of ${dir}`] as const));
    const linked = await linkFolder(context, files, fewWatches());
    const isToldAt = await isWatched(linked);

    const changed = new Map<string, string | null>();
    for (let number = 0; number < 60; number += 1) {
      changed.set(`${random.pick(dirs)}/file`, `changed ${number}`);
      changed.set(`${random.pick(dirs)}/new-${number}`, `new ${number}`);
      changed.set(`${random.pick(dirs)}/new-dir-${number}/file`, `deep ${number}`);
    }
    for (let number = 0; number < 20; number += 1) changed.set(`${random.pick(dirs)}/file`, null);
    apply(linked.root, changed);
    const changedAt = performance.now();
    const missed = await missedIn(linked, changed, SCANNED_WITHIN_MS);
    const tookS = Math.ceil((performance.now() - changedAt) / 1000);
    reportBar({
      bar: 'no more watches',
      goal: `${WATCHED_DIRS} folders with ${WATCHES} watches: told, and every change found within 60 s`,
      seen: `${changed.size} changes found within ${tookS} s, seed ${seed}`,
      bad: missed.length + (isToldAt ? 1 : 0),
    });
    expect({ missed, watching: isToldAt }, `seed ${seed}`).toEqual({ missed: [], watching: false });
  });

  it('are found when more happens than the system keeps events for', {
    timeout: 300_000,
  }, async (context) => {
    const files = Array.from(
      { length: BURST_FILES + STILL_FILES },
      (_, number) => `dir-${number % BURST_DIRS}/file-${number}`,
    );
    const linked = await linkFolder(context, new Map(files.map((path) => [path, `first ${path}`])));
    const isWatchedBefore = await isWatched(linked);
    const touched = new Map(files.slice(0, BURST_FILES).map((path) => [path, `touched ${path}`]));
    linked.server.suspend();
    apply(linked.root, touched);
    linked.server.resume();
    const missed = await missedIn(linked, touched, IMPORTED_WITHIN_MS);
    reportBar({
      bar: 'event queue overflow',
      goal: `${BURST_FILES} files touched while nobody fetches events, 0 missed`,
      seen: `${BURST_FILES - missed.length} found`,
      bad: missed.length,
    });
    expect({ missed: missed.slice(0, 5), isWatchedBefore }).toEqual({ missed: [], isWatchedBefore: true });
  });
});
