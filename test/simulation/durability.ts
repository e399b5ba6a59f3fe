import type { SeededNumbers } from '../support/seeded-numbers.ts';
import type { SimEntry, SimNode } from './sim-node.ts';

/** A name in a folder that comes to stand for something else, or nothing. */
export interface SlotChange {
  readonly dir: SimNode;
  readonly key: string;
  readonly entry: SimEntry | null;
}

/**
 * What of a simulated disk is safe. A call that changes names is safe once one of its folders was synced; until then a
 * power loss takes all of it or nothing, in any combination with others. What a person does is safe at once, so that
 * whatever a power loss takes back is what Keepfold failed to make safe.
 */
export class Durability {
  #unsynced: (readonly SlotChange[])[] = [];
  readonly #unsyncedFiles = new Set<SimNode>();

  noteNames(changes: readonly SlotChange[]): void {
    this.#unsynced.push(changes);
  }

  noteContent(file: SimNode): void {
    this.#unsyncedFiles.add(file);
  }

  syncFile(file: SimNode): void {
    file.durable = { bytes: file.bytes, mtimeMs: file.mtimeMs, mode: file.mode };
    this.#unsyncedFiles.delete(file);
  }

  syncFolder(dir: SimNode): void {
    const left: (readonly SlotChange[])[] = [];
    for (const changes of this.#unsynced) {
      if (changes.some((change) => change.dir === dir)) apply(changes);
      else left.push(changes);
    }
    this.#unsynced = left;
  }

  /** Turns the disk into what a power loss leaves of it. */
  losePower(root: SimNode, random: SeededNumbers): void {
    const unsynced = this.#unsynced;
    this.#unsynced = [];
    // A journal keeps the order of things, the worst that is allowed does not.
    const kept = random.chance(0.5)
      ? unsynced.slice(0, random.below(unsynced.length + 1))
      : unsynced.filter(() => random.chance(0.5));
    for (const changes of kept) apply(changes);
    for (const file of this.#unsyncedFiles) loseContent(file, random);
    this.#unsyncedFiles.clear();
    revive(root);
  }
}

function apply(changes: readonly SlotChange[]): void {
  for (const { dir, key, entry } of changes) {
    if (entry === null) dir.durableEntries.delete(key);
    else dir.durableEntries.set(key, entry);
  }
}

function loseContent(file: SimNode, random: SeededNumbers): void {
  const before = file.durable;
  if (before !== null && before.bytes === file.bytes) {
    // Only its mode or time is new.
    if (random.chance(0.5)) {
      file.mode = before.mode;
      file.mtimeMs = before.mtimeMs;
    }
    return;
  }
  const leftovers = [
    before?.bytes ?? Buffer.alloc(0),
    file.bytes,
    file.bytes.subarray(0, random.below(file.bytes.length + 1)),
  ];
  file.bytes = random.pick(leftovers);
  if (before !== null && file.bytes === before.bytes) {
    file.mtimeMs = before.mtimeMs;
    file.mode = before.mode;
  }
  file.durable = { bytes: file.bytes, mtimeMs: file.mtimeMs, mode: file.mode };
}

/** How unfinished files of Keepfold begin. */
const STAND_IN = /^\.~keepfold-new-/;

/** Counts a thing from nothing; the answer are the folders to go through. */
function begin(node: SimNode): SimNode[] {
  node.links = 0;
  node.handles = 0;
  return node.kind === 'dir' ? [node] : [];
}

/** Makes the names that are left the names that are there, and counts them anew. */
function revive(root: SimNode): void {
  const seen = new Set<SimNode>([root]);
  const waiting = [root];
  const tempFiles: SimNode[] = [];
  for (let dir = waiting.pop(); dir !== undefined; dir = waiting.pop()) {
    dir.entries.clear();
    for (const [key, entry] of dir.durableEntries) {
      dir.entries.set(key, entry);
      if (!seen.has(entry.node)) waiting.push(...begin(entry.node));
      seen.add(entry.node);
      entry.node.links++;
      if (STAND_IN.test(entry.name)) tempFiles.push(entry.node);
    }
  }
  // A person wrote into a file by the name that it just got. The power took that name, and only the one is left under which
  // nothing but unfinished files lie.
  for (const node of tempFiles) if (node.links === 1) node.isLetGo = true;
}
