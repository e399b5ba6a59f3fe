import { LRUCache } from 'lru-cache';
import type { Library } from '../../core/library/library.ts';
import {
  CHANGES_WEIGHED,
  LARGEST_FILES_TOLD,
  ROWS_KEPT_WHILE_READING,
  VERSIONS_COUNTED,
} from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { ReadDir } from '../../core/tree/read-dir.ts';
import { findEntry } from '../../core/tree/tree-lookup.ts';
import { yieldToEventLoop } from '../scheduling/yield-to-event-loop.ts';
import { decodeFileYielding } from './file-content.ts';
import { createFileVersions, type FileVersions, type FileVersionsDependencies } from './file-versions.ts';
import type { FolderSizes } from './folder-sizes.ts';
import { type RetainedReader, retainedReader } from './retained-reader.ts';
import { oldestShownNow } from './retention.ts';

export interface LargestFilesDependencies extends FileVersionsDependencies {
  readonly folderSizes: FolderSizes;
}

/** A file with all that is kept of it. Bytes are those of contents. */
export interface LargestFile {
  readonly path: string;
  readonly fileId: ObjectId;
  /** As it is now. */
  readonly sizeBytes: number;
  readonly versions: number;
  /** There are more versions than were counted. */
  readonly hasMore: boolean;
  /** Of all these versions; what they have in common counts once. */
  readonly bytes: number;
}

/** More than are told: what their versions really take is known only then. */
const CANDIDATES = 3 * LARGEST_FILES_TOLD;
const CHANGES_A_PAGE = 2_000;

/** The files of a library that take most, with their versions; largest first. @throws the signal's reason */
export async function largestFiles(
  deps: LargestFilesDependencies,
  { library, readDir }: { readonly library: Library; readonly readDir: ReadDir },
  signal?: AbortSignal,
): Promise<LargestFile[]> {
  const weights = await weighVersions(deps, library, signal);
  const large = await deps.folderSizes.largestFiles(library.rootId, readDir, CANDIDATES);
  const often = [...weights].sort(([, a], [, b]) => b - a).slice(0, CANDIDATES);
  const estimates = new Map(often);
  for (const { path, bytes } of large) estimates.set(path, bytes + (weights.get(path) ?? 0));
  const objects = retainedReader(deps, library);
  const keeping = keepingRows(readDir);
  const { follow } = createFileVersions({ ...deps, readDir: keeping });
  const found: LargestFile[] = [];
  for (const [path] of [...estimates].sort(([, a], [, b]) => b - a)) {
    if (found.length === LARGEST_FILES_TOLD) break;
    signal?.throwIfAborted();
    const entry = await findEntry(keeping, library.rootId, path);
    if (entry?.kind !== 'file') continue;
    const { id: fileId, sizeBytes } = entry;
    found.push({ path, fileId, sizeBytes, ...(await weigh(follow, { library, path, objects }, signal)) });
  }
  return found.sort((a, b) => b.bytes - a.bytes);
}

/** The largest files often lie in the same few folders, which may be long. */
function keepingRows(readDir: ReadDir): ReadDir {
  const sizeCalculation = (rows: readonly Dirent[]) => Math.max(1, rows.length);
  const kept = new LRUCache<ObjectId, readonly Dirent[]>({
    maxSize: ROWS_KEPT_WHILE_READING,
    sizeCalculation,
  });
  return async (id) => {
    const rows = kept.get(id) ?? (await readDir(id));
    kept.set(id, rows);
    return rows;
  };
}

/** Sum of the sizes that each path was given by edits, as far as they are shown. */
async function weighVersions(
  { historyTable, retention }: LargestFilesDependencies,
  library: Library,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, number>> {
  const downTo = oldestShownNow({ historyTable, retention }, library);
  const weights = new Map<string, number>();
  let before = { seq: library.headSeq + 1, position: 0 };
  for (let read = 0; read < CHANGES_WEIGHED; read += CHANGES_A_PAGE) {
    const page = historyTable.changesBefore(library.id, before, CHANGES_A_PAGE);
    for (const { op, path, seq, sizeBytes } of page)
      if (op === 'modified' && seq >= downTo) weights.set(path, (weights.get(path) ?? 0) + sizeBytes);
    const last = page.at(-1);
    if (last === undefined || last.seq < downTo || page.length < CHANGES_A_PAGE) break;
    before = last;
    signal?.throwIfAborted();
    await yieldToEventLoop();
  }
  return weights;
}

async function weigh(
  follow: FileVersions['follow'],
  place: { readonly library: Library; readonly path: string; readonly objects: RetainedReader },
  signal: AbortSignal | undefined,
): Promise<Pick<LargestFile, 'versions' | 'hasMore' | 'bytes'>> {
  const { library, path, objects } = place;
  const files = new Set<ObjectId>();
  let versions = 0;
  let hasMore = false;
  for await (const { file } of follow(library, { path, seq: library.headSeq })) {
    signal?.throwIfAborted();
    hasMore = versions === VERSIONS_COUNTED;
    if (hasMore) break;
    versions += 1;
    files.add(file.id);
  }
  const blocks = new Set<ObjectId>();
  for (const id of files) {
    if (objects.sizeOf('fs', id) === null) continue;
    const { blockIds } = await decodeFileYielding(id, await objects.read('fs', id));
    for (const blockId of blockIds) blocks.add(blockId);
  }
  let bytes = 0;
  for (const id of blocks) bytes += objects.sizeOf('block', id) ?? 0;
  return { versions, hasMore, bytes };
}
