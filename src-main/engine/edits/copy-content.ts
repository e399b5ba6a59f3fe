import type { Dirent } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import { corrupt } from '../../core/objects/parse-object.ts';
import { MAX_DEPTH } from '../../core/tree/split-path.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import { decodeDirYielding } from '../reading/directory-reader.ts';
import { decodeFileYielding } from '../reading/file-content.ts';

export interface ContentCopy {
  readonly from: Pick<LibraryObjects, 'read'>;
  readonly to: Pick<LibraryObjects, 'write' | 'flush'>;
  readonly items: readonly Dirent[];
  readonly signal?: AbortSignal;
  /** Called for each file whose content is there. */
  readonly onFile?: () => void;
}

/** What is written between two flushes: bounds what waits in memory, and is much more than a flush costs. */
const FLUSH_BYTES = 64 * 1024 * 1024;

/**
 * Copies all that items consist of into the namespace of another library, content before what names it: one block in
 * memory at a time. What is there already is written again, which touches it: garbage collection may be about to take
 * it. Not durable until the next `flush`.
 * @throws DomainError `object-missing`, `object-corrupt`, `disk-full`; the signal's reason
 */
export async function copyContent(copy: ContentCopy): Promise<void> {
  const run: Run = { ...copy, folders: new Set(), unflushedBytes: 0 };
  for (const item of copy.items) await copyItem(run, item, 0);
}

interface Run extends ContentCopy {
  /** Dir objects that are done: trees that name one over and over stay cheap. */
  readonly folders: Set<ObjectId>;
  unflushedBytes: number;
}

async function copyItem(run: Run, { kind, id }: Dirent, depth: number): Promise<void> {
  if (kind === 'file') return copyFile(run, id);
  if (id === EMPTY_ID || run.folders.has(id)) return;
  if (depth > MAX_DEPTH) throw corrupt(id, 'too-deep');
  const bytes = await run.from.read('fs', id);
  for (const child of await decodeDirYielding(id, bytes)) await copyItem(run, child, depth + 1);
  await run.to.write('fs', id, bytes);
  run.folders.add(id);
}

async function copyFile(run: Run, id: ObjectId): Promise<void> {
  run.signal?.throwIfAborted();
  if (id !== EMPTY_ID) {
    const bytes = await run.from.read('fs', id);
    for (const block of (await decodeFileYielding(id, bytes)).blockIds) await copyBlock(run, block);
    await run.to.write('fs', id, bytes);
  }
  run.onFile?.();
}

async function copyBlock(run: Run, id: ObjectId): Promise<void> {
  run.signal?.throwIfAborted();
  const block = await run.from.read('block', id);
  await run.to.write('block', id, block);
  run.unflushedBytes += block.length;
  if (run.unflushedBytes < FLUSH_BYTES) return;
  run.unflushedBytes = 0;
  await run.to.flush();
}
