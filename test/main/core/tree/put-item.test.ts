import { describe, expect, it } from 'vitest';
import { DIR_MODE, FILE_MODE } from '../../../../src-main/core/objects/dir-object.ts';
import type { ObjectId } from '../../../../src-main/core/objects/object-id.ts';
import { putItem } from '../../../../src-main/core/tree/put-item.ts';

const id = 'a'.repeat(40) as ObjectId;
const base = 'b'.repeat(40) as ObjectId;
const file = {
  kind: 'file',
  name: 'old.txt',
  id,
  mode: FILE_MODE,
  mtimeSeconds: 5,
  sizeBytes: 3,
  modifier: 'anna',
} as const;
const { name: _name, ...dirent } = file;

describe('what puts an item at a path', () => {
  it('replaces the file that it names, or nothing', () => {
    expect(putItem(file, '/new.txt')).toEqual({ op: 'put', path: '/new.txt', dirent, base: null });
    expect(putItem(file, '/new.txt', base)).toEqual({ op: 'put', path: '/new.txt', dirent, base });
  });

  it('brings a folder with its tree and its time', () => {
    const folder = { kind: 'dir', name: 'old', id, mode: DIR_MODE, mtimeSeconds: 5 } as const;
    expect(putItem(folder, '/new')).toEqual({ op: 'mkdir', path: '/new', id, mtimeSeconds: 5 });
  });
});
