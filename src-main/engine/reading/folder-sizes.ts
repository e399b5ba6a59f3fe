import { LRUCache } from 'lru-cache';
import { FOLDER_SIZES_KEPT } from '../../core/limits.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { isStepDue } from '../../core/steps.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';

/** All that is in a folder, at any depth. */
export interface FolderSize {
  readonly bytes: number;
  readonly files: number;
  /** Bytes of its largest file. */
  readonly largest: number;
  /** Time of the newest file; 0: there is no file. */
  readonly changedAtSeconds: number;
  /** Last modifier of that file, according to its row. */
  readonly modifier: string;
}

/** What a folder or a file counts as in the folder around it. */
export interface SizedDirent extends FolderSize {
  readonly dirent: Dirent;
}

export interface FolderContents {
  readonly total: FolderSize;
  /** Folders and files right in it. */
  readonly count: number;
  readonly largest: readonly SizedDirent[];
}

export interface SizedFile {
  readonly path: string;
  readonly bytes: number;
}

interface Open {
  readonly id: ObjectId;
  readonly rows: readonly Dirent[];
  at: number;
  size: FolderSize;
}

/** Some milliseconds. */
const SORTED_AT_ONCE = 1_000;

const EMPTY: FolderSize = { bytes: 0, files: 0, largest: 0, changedAtSeconds: 0, modifier: '' };

/**
 * How much is in folders. What is below an id never changes, so a folder is read once however many snapshots have it: the
 * size of the next snapshot costs what differs.
 */
export class FolderSizes {
  // With `max` it would lay out room for all of them, 1.1 MB, at the start.
  readonly #known = new LRUCache<ObjectId, FolderSize>({
    maxSize: FOLDER_SIZES_KEPT,
    sizeCalculation: () => 1,
  });

  async of(folderId: ObjectId, readDir: ReadDir): Promise<FolderSize> {
    // Of this walk, so that even a tree with more folders than the cache holds is read once.
    const walked = new Map<ObjectId, FolderSize>();
    const known = (id: ObjectId) => walked.get(id) ?? this.#known.get(id);
    const open: Open[] = [];
    const enter = async (id: ObjectId) => {
      open.push({ id, rows: await readDir(id), at: 0, size: EMPTY });
    };
    if (known(folderId) === undefined) await enter(folderId);
    for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
      const row = last.rows[last.at];
      if (row === undefined) {
        walked.set(last.id, last.size);
        this.#known.set(last.id, last.size);
        open.pop();
        continue;
      }
      const size = row.kind === 'file' ? ofFile(row) : known(row.id);
      if (size === undefined) {
        await enter(row.id);
        continue;
      }
      last.size = together(last.size, size);
      last.at += 1;
      if (isStepDue(last.at)) await yieldToEventLoop();
    }
    return known(folderId) ?? EMPTY;
  }

  /** What is in one folder, each with all that is below it: the largest of them, the largest first. */
  async inside(folderId: ObjectId, readDir: ReadDir, most: number): Promise<FolderContents> {
    const rows = await readDir(folderId);
    let largest: SizedDirent[] = [];
    let total = EMPTY;
    for (const [at, dirent] of rows.entries()) {
      const size = dirent.kind === 'file' ? ofFile(dirent) : await this.of(dirent.id, readDir);
      total = together(total, size);
      largest.push({ dirent, ...size });
      // Of a hundred thousand none but the largest are ever sorted.
      if (largest.length > 2 * most + SORTED_AT_ONCE) largest = largestOf(largest, most);
      if (isStepDue(at)) await yieldToEventLoop();
    }
    return { total, count: rows.length, largest: largestOf(largest, most) };
  }

  /** The largest files below a folder, largest first: only folders that may hold one of them are looked into. */
  async largestFiles(rootId: ObjectId, readDir: ReadDir, count: number): Promise<SizedFile[]> {
    const found: SizedFile[] = [];
    const root = await this.of(rootId, readDir);
    let waiting: Candidate[] = [{ path: '', id: rootId, largest: root.largest }];
    for (let next = waiting.pop(); next !== undefined && found.length < count; next = waiting.pop()) {
      if (next.id === null) {
        found.push({ path: next.path, bytes: next.largest });
        continue;
      }
      const more = await this.#candidatesIn(next, readDir, count);
      // The largest last. No more than are still wanted can be among the answer.
      waiting = [...waiting, ...more].sort((a, b) => a.largest - b.largest).slice(found.length - count);
    }
    return found;
  }

  async #candidatesIn(folder: Candidate, readDir: ReadDir, most: number): Promise<Candidate[]> {
    let found: Candidate[] = [];
    for (const [at, dirent] of (await readDir(folder.id ?? EMPTY_ID)).entries()) {
      const path = `${folder.path}/${dirent.name}`;
      const isFile = dirent.kind === 'file';
      const { files, largest } = isFile ? ofFile(dirent) : await this.of(dirent.id, readDir);
      if (files > 0) found.push({ path, id: isFile ? null : dirent.id, largest });
      if (found.length > 2 * most + SORTED_AT_ONCE)
        found = found.sort((a, b) => b.largest - a.largest).slice(0, most);
      if (isStepDue(at)) await yieldToEventLoop();
    }
    return found;
  }
}

interface Candidate {
  readonly path: string;
  /** Null: a file. */
  readonly id: ObjectId | null;
  readonly largest: number;
}

function largestOf(items: SizedDirent[], most: number): SizedDirent[] {
  return items.sort((a, b) => b.bytes - a.bytes || (a.dirent.name < b.dirent.name ? -1 : 1)).slice(0, most);
}

export function ofFile({
  sizeBytes: bytes,
  mtimeSeconds: changedAtSeconds,
  modifier,
}: FileDirent): FolderSize {
  return { bytes, files: 1, largest: bytes, changedAtSeconds, modifier };
}

/** A small tree may unfold to more than can be counted. */
function together(a: FolderSize, b: FolderSize): FolderSize {
  const newest = b.changedAtSeconds > a.changedAtSeconds || a.files === 0 ? b : a;
  return {
    bytes: Math.min(Number.MAX_SAFE_INTEGER, a.bytes + b.bytes),
    files: Math.min(Number.MAX_SAFE_INTEGER, a.files + b.files),
    largest: Math.max(a.largest, b.largest),
    changedAtSeconds: newest.changedAtSeconds,
    modifier: newest.modifier,
  };
}
