import { expect, it } from 'vitest';
import { DIR_MODE, type Dirent, decodeDir, encodeDir } from '../../../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../../../src-main/core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../../../../src-main/core/objects/object-id.ts';
import cut from '../../../fixtures/vectors/cdc-blocks.json' with { type: 'json' };
import recorded from '../../../fixtures/vectors/fs-objects.json' with { type: 'json' };
import sample from '../../../fixtures/vectors/sample-library.json' with { type: 'json' };

type Entry = (typeof sample.entries)[number];

/** Folder times can't be computed: they are taken from the recorded dirents, by path. */
const folderTimes = new Map<string, number>();

function noteFolderTimes(id: string, path: string): void {
  const object = recorded.objects.find((one) => one.id === id);
  if (object === undefined) return;
  for (const dirent of decodeDir(object.id as ObjectId, Buffer.from(object.json))) {
    if (dirent.kind === 'file') continue;
    folderTimes.set(path + dirent.name, dirent.mtimeSeconds);
    noteFolderTimes(dirent.id, `${path + dirent.name}/`);
  }
}

function fileIdOf(entry: Entry): { id: ObjectId; sizeBytes: number } {
  if (entry.size !== undefined) {
    const large = cut.files.find(({ name, size }) => entry.path === `cdc/${name}` && size === entry.size);
    return { id: (large?.fs_id ?? '') as ObjectId, sizeBytes: entry.size };
  }
  const content = Buffer.from(entry.content_utf8 ?? '');
  return {
    id: encodeFile({ blockIds: [objectIdOf(content)], sizeBytes: content.length }).id,
    sizeBytes: content.length,
  };
}

function direntOf(entry: Entry, folder: string): Dirent {
  const name = entry.path.slice(folder.length);
  if (entry.type === 'symlink') {
    // The client follows links: the target's content under the link's name.
    const target = sample.entries.find(({ path }) => path === entry.target);
    return target === undefined
      ? dirDirent(folder, name, `${entry.target}/`)
      : { ...direntOf(target, ''), name };
  }
  if (entry.type === 'dir') return dirDirent(folder, name, `${entry.path}/`);
  return {
    kind: 'file',
    name,
    mode: Number.parseInt(`100${entry.mode}`, 8),
    mtimeSeconds: entry.mtime ?? 0,
    modifier: sample.account,
    ...fileIdOf(entry),
  };
}

function dirDirent(folder: string, name: string, content: string): Dirent {
  const mtimeSeconds = folderTimes.get(folder + name) ?? 0;
  return { kind: 'dir', name, id: treeId(content), mode: DIR_MODE, mtimeSeconds };
}

function treeId(folder: string): ObjectId {
  const below = sample.entries.filter(({ path }) => path.startsWith(folder));
  const direct = below.filter(({ path }) => !path.slice(folder.length).includes('/'));
  const named = new Set(direct.map(({ path }) => path.slice(folder.length)));
  const implied = new Set(below.map(({ path }) => path.slice(folder.length).split('/')[0] ?? ''));
  const folders = [...implied].filter((name) => !named.has(name));
  return encodeDir([
    ...direct.map((entry) => direntOf(entry, folder)),
    ...folders.map((name) => dirDirent(folder, name, `${folder + name}/`)),
  ]).id;
}

it('gives the root id that the official client gave to the same files', () => {
  noteFolderTimes(sample.root_id, '');
  expect(treeId('')).toBe('bdbc8c83e300515ebfb9b8a258723605f310215b');
});
