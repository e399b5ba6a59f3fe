import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../src-main/core/tree/apply.ts';
import type { LibraryObjects } from '../../src-main/store/objects/object-store.ts';
import { fileDirent } from './trees.ts';

/** What a client may have written about a file, true or not. */
export interface ToldFile {
  /** Contents of its blocks, in order. */
  readonly blocks: readonly (string | Buffer)[];
  /** What its row in the folder says; absent: the truth. */
  readonly rowBytes?: number;
  /** When its row says it was changed. */
  readonly mtimeSeconds?: number;
  /** What the file's own object says; absent: the truth. */
  readonly objectBytes?: number;
}

/** Stores a file past every check of what clients bring, and gives the change that puts it there. */
export async function toldFile(
  store: LibraryObjects,
  path: string,
  { blocks, ...told }: ToldFile,
): Promise<TreeChange> {
  const contents = blocks.map((block) => Buffer.from(block));
  const trueBytes = contents.reduce((sum, { length }) => sum + length, 0);
  const blockIds = contents.map((content) => objectIdOf(content));
  const file = encodeFile({ blockIds, sizeBytes: told.objectBytes ?? trueBytes });
  for (const [at, id] of blockIds.entries()) await store.write('block', id, contents[at] ?? Buffer.alloc(0));
  await store.write('fs', file.id, file.bytes);
  await store.flush();
  const mtime = told.mtimeSeconds === undefined ? {} : { mtimeSeconds: told.mtimeSeconds };
  const dirent = { ...fileDirent(''), id: file.id, sizeBytes: told.rowBytes ?? trueBytes, ...mtime };
  return { op: 'put', path, dirent };
}
