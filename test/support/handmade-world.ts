import { expect } from 'vitest';
import { type Commit, encodeCommit } from '../../src-main/core/objects/commit.ts';
import { DIR_MODE, type Dirent, encodeDir, FILE_MODE } from '../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { type CommitId, type ObjectId, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import { refusalOf } from './account-services.ts';
import { ANNA, libraryWorld } from './library-world.ts';
import { takeCommit } from './pushed-trees.ts';
import { noRequests, syncDevice } from './sync-device.ts';

const MTIME = 1_700_000_000;

/** Objects by hand, and commits of them pushed to a library of Anna's. */
export async function handmadeWorld() {
  const world = await libraryWorld();
  const id = await world.addLibrary();
  const device = syncDevice(noRequests, id, ANNA.email);
  const library = () => world.libraries.find(ANNA, id).library;
  const put = (object: { id: ObjectId; bytes: Buffer }) => world.syncObjects.putFs(library(), [object]);

  async function commitOf(rootId: ObjectId, parentId: CommitId, changes: Partial<Commit> = {}) {
    const commit = device.commitOf(rootId, parentId, changes);
    await world.syncObjects.putCommit(library(), commit.id, encodeCommit(commit));
    return commit.id;
  }

  const take = (commitId: CommitId) => takeCommit(world, id, commitId);

  return {
    world,
    id,
    library,
    async block(content: string | Buffer): Promise<ObjectId> {
      const bytes = Buffer.from(content);
      const blockId = objectIdOf(bytes);
      await world.syncObjects.putBlock(library(), blockId, bytes);
      return blockId;
    },
    async file(blockIds: readonly ObjectId[], sizeBytes: number): Promise<ObjectId> {
      const object = encodeFile({ blockIds, sizeBytes });
      await put(object);
      return object.id;
    },
    async folder(rows: readonly Dirent[]): Promise<ObjectId> {
      const object = encodeDir(rows);
      await put(object);
      return object.id;
    },
    take,
    push: async (rootId: ObjectId, changes: Partial<Commit> = {}, parentId = library().headId) =>
      take(await commitOf(rootId, parentId, changes)),
    refusalOf: async (rootId: ObjectId, changes: Partial<Commit> = {}, parentId = library().headId) => {
      const before = library();
      const commitId = await commitOf(rootId, parentId, changes);
      const refusal = await refusalOf(() => take(commitId));
      expect(library()).toEqual(before);
      return refusal;
    },
  };
}

export type HandmadeWorld = Awaited<ReturnType<typeof handmadeWorld>>;

export function fileRow(name: string, id: ObjectId, sizeBytes: number, mtimeSeconds = MTIME): Dirent {
  return { kind: 'file', name, id, mode: FILE_MODE, mtimeSeconds, sizeBytes, modifier: ANNA.email };
}

export function dirRow(name: string, id: ObjectId, mtimeSeconds = MTIME): Dirent {
  return { kind: 'dir', name, id, mode: DIR_MODE, mtimeSeconds };
}
