import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { joinPath } from '../core/folder/folder-entry.ts';
import { BlockOutbox } from './block-outbox.ts';
import { codeOf, messageOf } from './disk-error.ts';
import type { DiskReply, DiskRequest, DiskWorkerData, PackedListing } from './disk-messages.ts';
import { createIgnoreMatcher, IGNORE_FILE } from './ignore.ts';
import { foldersIn, listFolder } from './list-folder.ts';
import type { RootState } from './ports.ts';
import { readFile } from './read-file.ts';

/**
 * Entry of the thread that reads one linked folder. Its calls are synchronous: nothing else runs here, and that is
 * twice as fast as promises for many small files. It waits when too much is under way.
 */

const { root, inFlight, ignoreDefaults } = workerData as DiskWorkerData;

/** Enough for the main thread to be busy while a large block is read; what it bounds is memory. */
const MAX_IN_FLIGHT_BYTES = 16 * 1024 * 1024;

/** Entries in one message of listings: some milliseconds of work for the main thread. */
const BATCH_ENTRIES = 4000;

/** Rough size of an entry of a listing in memory. */
const ENTRY_COST_BYTES = 256;

/** Longer ignore files are not read: they would be compared with every path. */
const MAX_IGNORE_BYTES = 1024 * 1024;

parentPort?.on('message', (request: DiskRequest) => {
  try {
    answer(request);
  } catch (error) {
    post({ kind: 'failed', message: messageOf(error) });
  }
});

function answer(request: DiskRequest): void {
  switch (request.op) {
    case 'root':
      post({ kind: 'root', state: rootState() });
      break;
    case 'ignore-text':
      post({ kind: 'ignore-text', text: ignoreText() });
      break;
    case 'list':
      list(request);
      break;
    case 'read':
      read(request);
      break;
  }
}

function post(reply: DiskReply, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(reply, transfer);
}

function postPaced(reply: DiskReply & { cost: number }, transfer: ArrayBuffer[] = []): void {
  for (;;) {
    const waiting = Atomics.load(inFlight, 0);
    if (waiting === 0 || waiting + reply.cost <= MAX_IN_FLIGHT_BYTES) break;
    Atomics.wait(inFlight, 0, waiting);
  }
  Atomics.add(inFlight, 0, reply.cost);
  post(reply, transfer);
}

function rootState(): RootState {
  try {
    const stat = lstatSync(root);
    if (!stat.isDirectory()) return { kind: 'missing', message: 'not a folder' };
    return { kind: 'present', device: stat.dev, inode: stat.ino, isEmpty: readdirSync(root).length === 0 };
  } catch (error) {
    return { kind: 'missing', message: messageOf(error) };
  }
}

function ignoreText(): string {
  const path = joinPath(root, IGNORE_FILE);
  try {
    const stat = lstatSync(path);
    return stat.isFile() && stat.size <= MAX_IGNORE_BYTES ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

function list(request: Extract<DiskRequest, { op: 'list' }>): void {
  const matcher = createIgnoreMatcher(ignoreDefaults, request.ignoreText);
  const before = rootState();
  let batch: PackedListing[] = [];
  let entries = 0;
  const flush = () => {
    if (batch.length === 0) return;
    // A root that was unmounted looks like a folder from which everything was deleted.
    if (!isSameRoot(before, rootState())) throw new Error('the folder was replaced while it was read');
    postPaced({ kind: 'listings', listings: batch, cost: entries * ENTRY_COST_BYTES });
    batch = [];
    entries = 0;
  };
  const waiting = [...[...request.trees].reverse().map(deep), ...[...request.dirs].reverse().map(shallow)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (matcher.ignoresTree(next.dir)) continue;
    const listing = listFolder(root, next.dir, next.isDeep, matcher);
    batch.push(listing);
    entries += listing.names.length + 1;
    if (next.isDeep) waiting.push(...foldersIn(listing).reverse().map(deep));
    if (entries >= BATCH_ENTRIES) flush();
  }
  flush();
  post({ kind: 'done' });
}

const deep = (dir: string) => ({ dir, isDeep: true });
const shallow = (dir: string) => ({ dir, isDeep: false });

function isSameRoot(a: RootState, b: RootState): boolean {
  return a.kind === 'present' && b.kind === 'present' && a.device === b.device && a.inode === b.inode;
}

function read(request: Extract<DiskRequest, { op: 'read' }>): void {
  const outbox = new BlockOutbox((reply) => postPaced(reply, [reply.buffer]));
  request.files.forEach((wanted, index) => {
    const settled = readFile(root, wanted, outbox, Date.now);
    outbox.settle({ index, ...settled });
  });
  outbox.flush();
  post({ kind: 'done' });
}
