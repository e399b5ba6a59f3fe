import { type FolderEntry, joinPath } from '../core/folder/folder-entry.ts';
import { decodeFile } from '../core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId } from '../core/objects/object-id.ts';
import type { FolderIndex, FolderWriter, IngestObjects } from './ports.ts';

export interface PutBackDependencies {
  readonly folderKey: number;
  readonly index: Pick<FolderIndex, 'filesInside' | 'dirsInside'>;
  readonly objects: Pick<IngestObjects, 'read'>;
  readonly writer: FolderWriter;
}

/**
 * Writes files and folders that are gone from disk again as they were when disk and library last agreed. What is there
 * by now stays. The rows are left alone: the next look reads the files and finds that nothing differs.
 */
export async function putBackRows(rows: readonly FolderEntry[], deps: PutBackDependencies): Promise<void> {
  for (const row of rows) {
    const path = joinPath(row.dir, row.name);
    if (row.dir !== '') await deps.writer.makeFolder(row.dir);
    if (!row.isDir) {
      await putBackFile(row, deps);
      continue;
    }
    await deps.writer.makeFolder(path);
    for (const dir of deps.index.dirsInside(deps.folderKey, path)) {
      await deps.writer.makeFolder(joinPath(dir.dir, dir.name));
    }
    for (const file of deps.index.filesInside(deps.folderKey, path)) await putBackFile(file, deps);
  }
}

async function putBackFile(row: FolderEntry, { objects, writer }: PutBackDependencies): Promise<void> {
  await writer.writeFile(joinPath(row.dir, row.name), blocksOf(row.objectId, objects), row);
}

async function* blocksOf(id: ObjectId, objects: Pick<IngestObjects, 'read'>): AsyncGenerator<Uint8Array> {
  if (id === EMPTY_ID) return;
  const file = decodeFile(id, await objects.read('fs', id));
  for (const blockId of file.blockIds) yield objects.read('block', blockId);
}
