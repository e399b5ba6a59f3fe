import { hash } from 'node:crypto';
import type { LibraryId } from '../../../src-main/core/library/library-id.ts';
import { FILE_MODE } from '../../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../../src-main/core/tree/apply.ts';
import type { Acknowledged } from './acknowledged.ts';
import { OWNER, type ScenarioWorld } from './scenario-world.ts';

/** Content of files by path; a list is a file of several blocks. */
export type Contents = Readonly<Record<string, Buffer | readonly Buffer[]>>;

/** The library of this name, alive or deleted. */
export function libraryNamed({ store }: ScenarioWorld, name: string): LibraryId {
  const known = [...store.tables.libraryTable.all(), ...store.tables.deletedLibraryTable.page(100, 0)];
  const found = known.find((library) => library.name === name);
  if (found === undefined) throw new Error(`no library ${name}`);
  return found.id;
}

/** Puts files into a library as linked folders do: blocks, file objects, one commit. */
export async function putFiles(
  world: ScenarioWorld,
  libraryId: LibraryId,
  contents: Contents,
): Promise<Acknowledged> {
  const objects = world.store.objects.library(libraryId);
  const changes: TreeChange[] = [];
  for (const [path, content] of Object.entries(contents)) {
    const blocks = Buffer.isBuffer(content) ? [content] : content;
    const sizeBytes = blocks.reduce((sum, block) => sum + block.length, 0);
    const file = encodeFile({ blockIds: blocks.map(objectIdOf), sizeBytes });
    for (const block of blocks) await objects.write('block', objectIdOf(block), block);
    await objects.write('fs', file.id, file.bytes);
    const mtimeSeconds = world.clock.nowSeconds();
    const dirent = {
      kind: 'file',
      id: file.id,
      mode: FILE_MODE,
      mtimeSeconds,
      sizeBytes,
      modifier: OWNER.email,
    } as const;
    changes.push({ op: 'put', path, dirent });
  }
  return commitChanges(world, libraryId, { changes, files: digestsOf(contents) });
}

/** Commits changes of the tree; `files` and `gone` say what they leave behind. */
export async function commitChanges(
  { services }: ScenarioWorld,
  libraryId: LibraryId,
  wanted: {
    readonly changes: readonly TreeChange[];
    readonly files?: Readonly<Record<string, string>>;
    readonly gone?: readonly string[];
  },
): Promise<Acknowledged> {
  const { changes, files = {}, gone = [] } = wanted;
  const { commitId } = await services.changeLibrary.commitChanges({
    libraryId,
    changes,
    author: OWNER.email,
    asksFirst: false,
  });
  return { libraryId, commit: { id: commitId, files, gone } };
}

/** SHA-1 of each content by its path. */
export function digestsOf(contents: Contents): Record<string, string> {
  const entries = Object.entries(contents).map(([path, content]) => {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.concat(content);
    return [path, hash('sha1', bytes, 'hex')];
  });
  return Object.fromEntries(entries);
}
