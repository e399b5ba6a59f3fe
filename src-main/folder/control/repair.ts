import { DomainError } from '../../core/errors.ts';
import { type FolderEntry, joinPath, RACY_CTIME_MS } from '../../core/folder/folder-entry.ts';
import { EMPTY_ID } from '../../core/objects/object-id.ts';
import { decodeFileYielding } from '../../engine/reading/file-content.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { FolderIndex, IngestObjects } from '../ports.ts';
import { indexedFiles } from './indexed-files.ts';

/** An object of a library whose stored copy is damaged. */
export interface DamagedName {
  readonly kind: 'block' | 'fs' | 'commit';
  readonly id: string;
}

/** Files between two yields to other work. */
const FILES_BEFORE_YIELD = 500;

/** Rows of the files in a linked folder that contain a damaged object; none for objects that no file contains. */
export async function rowsWith(
  damaged: DamagedName,
  {
    index,
    objects,
    folderKey,
  }: { index: FolderIndex; objects: Pick<IngestObjects, 'read'>; folderKey: number },
): Promise<FolderEntry[]> {
  if (damaged.kind === 'commit') return [];
  const found: FolderEntry[] = [];
  let count = 0;
  for (const row of indexedFiles(index, folderKey)) {
    count += 1;
    if (count % FILES_BEFORE_YIELD === 0) await yieldToEventLoop();
    if (await hasObject(row, damaged, objects)) found.push(row);
  }
  return found;
}

/**
 * The rows that still have the same content, changed so that the next scan reads the files again: an unchanged file
 * gives the library a good copy.
 */
export function readAgain(
  rows: readonly FolderEntry[],
  { index, folderKey }: { index: FolderIndex; folderKey: number },
): FolderEntry[] {
  return rows.flatMap(({ dir, name, objectId }) => {
    const row = index.find(folderKey, joinPath(dir, name));
    return row === null || row.isDir || row.objectId !== objectId ? [] : [{ ...row, ctimeMs: RACY_CTIME_MS }];
  });
}

async function hasObject(
  { objectId }: FolderEntry,
  { kind, id }: DamagedName,
  objects: Pick<IngestObjects, 'read'>,
): Promise<boolean> {
  if (kind === 'fs' || objectId === EMPTY_ID) return objectId === id;
  try {
    const { blockIds } = await decodeFileYielding(objectId, await objects.read('fs', objectId));
    return blockIds.some((blockId) => blockId === id);
  } catch (error) {
    // Its own damage is reported and repaired separately.
    if (error instanceof DomainError) return false;
    throw error;
  }
}
