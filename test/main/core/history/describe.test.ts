import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../src-main/core/history/change.ts';
import {
  describeAdded,
  describeChanges,
  describeMoved,
  describeRecovered,
  describeRemoved,
  describeRenamed,
  describeReverted,
  describeUndone,
  describeUploaded,
} from '../../../../src-main/core/history/describe.ts';
import { decodeCommit } from '../../../../src-main/core/objects/commit.ts';
import { EMPTY_ID, type ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { diffTrees } from '../../../../src-main/core/tree/diff.ts';
import { TreeStore } from '../../../support/trees.ts';

function change(op: Change['op'], path: string, isDir = op === 'newdir' || op === 'deldir'): Change {
  const newPath = op === 'renamed' ? '/elsewhere' : '';
  return { op, path, newPath, isDir, objectId: EMPTY_ID, sizeBytes: 0, oldSizeBytes: 0 };
}

describe('describeChanges', () => {
  it('says nothing of nothing', () => {
    expect(describeChanges([])).toBe('');
  });

  it('names a single thing by its base name', () => {
    expect(describeChanges([change('new', '/d/a.txt')])).toBe('Added or modified "a.txt".\n');
    expect(describeChanges([change('modified', '/a')])).toBe('Added or modified "a".\n');
    expect(describeChanges([change('removed', '/a')])).toBe('Deleted "a".\n');
    expect(describeChanges([change('renamed', '/a')])).toBe('Renamed "a".\n');
    expect(describeChanges([change('newdir', '/a')])).toBe('Added directory "a".\n');
    expect(describeChanges([change('deldir', '/a')])).toBe('Removed directory "a".\n');
    expect(describeChanges([change('renamed', '/a', true)])).toBe('Renamed directory "a".\n');
  });

  it('names the first of several and counts the others, kind by kind', () => {
    const kinds = [
      change('renamed', '/r', true),
      change('deldir', '/x'),
      change('newdir', '/n'),
      change('renamed', '/q'),
      change('removed', '/g'),
      change('new', '/a'),
      change('modified', '/b'),
    ];
    const twice = [...kinds, ...kinds];
    expect(describeChanges(twice)).toBe(
      'Added or modified "a" and 3 more files.\n' +
        'Deleted "g" and 1 more files.\n' +
        'Renamed "q" and 1 more files.\n' +
        'Added "n" and 1 more directories.\n' +
        'Removed "x" and 1 more directories.\n' +
        'Renamed "r" and 1 more directories.\n',
    );
  });
});

describe('diffTrees and describeChanges against the reference client', () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../fixtures/vectors/${name}.json`, import.meta.url), 'utf8'));
  const objects: { id: ObjectId; kind: string; json: string }[] = read('fs-objects').objects;
  const recorded: { made_by: string; json: string }[] = read('commits').commits;
  const store = new TreeStore();
  store.add(objects.map(({ id, json }) => ({ id, bytes: Buffer.from(json) })));
  const commits = recorded.map(({ json, made_by }) => ({ ...decodeCommit(Buffer.from(json)), made_by }));
  const pairs = commits.flatMap((commit) => {
    const parent = commits.find(
      ({ id, libraryId }) => id === commit.parentId && libraryId === commit.libraryId,
    );
    const isReadable = (id: ObjectId) => id === EMPTY_ID || store.dirs.has(id);
    if (parent === undefined || commit.made_by !== 'client') return [];
    if (!isReadable(parent.rootId) || !isReadable(commit.rootId)) return [];
    return [{ id: commit.id, from: parent.rootId, to: commit.rootId, description: commit.description }];
  });

  it('has recorded commits to compare with', () => {
    expect(pairs.length).toBeGreaterThan(8);
  });

  it.each(pairs)('words commit $id as the client did', async ({ from, to, description }) => {
    expect(describeChanges(await diffTrees(store.readDir, from, to))).toBe(description);
  });
});

describe('what one request did', () => {
  const file = { kind: 'file', name: 'a.txt' } as const;
  const folder = { kind: 'dir', name: 'd' } as const;
  const commit = { ctimeSeconds: 1_714_564_800 };

  it('is worded by kind when it is about one item', () => {
    expect([describeAdded([file]), describeAdded([folder])]).toEqual([
      'Added "a.txt"',
      'Added directory "d"',
    ]);
    expect([describeRemoved([file]), describeRemoved([folder])]).toEqual([
      'Deleted "a.txt"',
      'Removed directory "d"',
    ]);
    expect([describeMoved([file]), describeMoved([folder])]).toEqual([
      'Moved "a.txt"',
      'Moved directory "d"',
    ]);
    expect([describeRenamed(file), describeRenamed(folder)]).toEqual([
      'Renamed "a.txt"',
      'Renamed directory "d"',
    ]);
    expect([describeRecovered([file]), describeRecovered([folder])]).toEqual([
      'Recovered deleted file "a.txt"',
      'Recovered deleted directory "d"',
    ]);
    expect([describeReverted(file, commit), describeReverted(folder, commit)]).toEqual([
      'Reverted file "a.txt" to status at 2024-05-01 12:00:00',
      'Recovered deleted directory "d"',
    ]);
    expect(describeUndone({ description: 'Added "a".\nDeleted "b".\n' })).toBe('Undid: Added "a".');
  });

  it('names the first of several and counts the others', () => {
    const three = [file, folder, file];
    expect(describeAdded(three)).toBe('Added "a.txt" and 2 more files.');
    expect(describeRemoved(three)).toBe('Deleted "a.txt" and 2 more files');
    expect(describeRemoved([])).toBe('Deleted nothing');
    expect(describeMoved(three)).toBe('Moved "a.txt" and 2 more files');
    expect(describeRecovered(three)).toBe('Recovered "a.txt" and 2 more items');
    expect(describeUploaded(three, three)).toBe('Added "a.txt" and 2 more files.');
    expect(describeUploaded(three, [folder])).toBe('Added "d".');
    expect(describeUploaded(three, [])).toBe('Modified "a.txt"');
  });
});
