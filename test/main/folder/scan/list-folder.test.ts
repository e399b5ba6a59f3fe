import { describe, expect, it } from 'vitest';
import type { FileSystemStat, FsReader } from '../../../../src-main/folder/disk/file-system.ts';
import { createIgnoreMatcher } from '../../../../src-main/folder/ignore/ignore.ts';
import { foldersIn, listFolder } from '../../../../src-main/folder/scan/list-folder.ts';

type Kind = FileSystemStat['kind'] | 'unreadable';

const failing = (code: string) => Object.assign(new Error(`${code}: failed`), { code });

function statOf(kind: FileSystemStat['kind']): FileSystemStat {
  return { kind, device: 1, inode: 5, sizeBytes: 3, mtimeMs: 10, ctimeMs: 20, mode: 0o100644 };
}

/** A reader of one folder. A name that is no UTF-8 begins with a question mark. */
function readerOf(kinds: Readonly<Record<string, Kind>>, { isInPlace = true } = {}): FsReader {
  const folder = {
    stat: { ...statOf('dir'), mtimeMs: 99 },
    names: () => Object.keys(kinds).map((name) => ({ name, isUtf8: !name.startsWith('?') })),
    lstat: (name: string) => {
      const kind = kinds[name] ?? expect.unreachable(name);
      if (kind === 'unreadable') throw failing('EACCES');
      return statOf(kind);
    },
    isInPlace: () => isInPlace,
  };
  return { openFolder: () => folder } as unknown as FsReader;
}

const look = (fs: FsReader, patterns = '') =>
  listFolder(fs, { dir: 'd', isDeep: true }, createIgnoreMatcher(patterns, '', []));

describe('one look at one folder', () => {
  it('finds files and folders with their stats', () => {
    const listing = look(readerOf({ 'a.txt': 'file', sub: 'dir' }));
    expect(listing).toEqual({
      ...{ dir: 'd', mtimeMs: 99, isDeep: true, failure: null, names: ['a.txt', 'sub'] },
      stats: [0, 3, 10, 20, 5, 0o100644, 1, 3, 10, 20, 5, 0o100644],
      ...{ unknownNames: [], problems: [], ignoredCount: 0, linkCount: 0, leftovers: [] },
    });
    expect(foldersIn(listing)).toEqual(['d/sub']);
  });

  it('leaves out links, what is ignored, and names of steps in progress, which it tells', () => {
    const own = '.~keepfold-old-1';
    const listing = look(
      readerOf({ link: 'link', 'a.log': 'file', 'b.log': 'dir', cache: 'dir', [own]: 'file' }),
      '*.log\ncache/\n.~keepfold-*\n',
    );
    expect(listing).toMatchObject({
      ...{ names: ['b.log'], linkCount: 1, ignoredCount: 3, leftovers: [own], problems: [] },
    });
  });

  it('names what it cannot take in, and knows nothing of what it could not ask about', () => {
    const listing = look(
      readerOf({ pipe: 'other', 'a\\b': 'file', '?': 'file', closed: 'unreadable', 'a.txt': 'file' }),
    );
    expect(listing.names).toEqual(['a.txt']);
    expect(listing.unknownNames).toEqual(['closed']);
    expect(listing.problems.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'd/pipe not-a-file',
      'd/a\\b name-invalid',
      'd/? name-invalid',
      'd/closed unreadable',
    ]);
  });

  it('has no entries where the folder was exchanged meanwhile, or cannot be read', () => {
    const exchanged = look(readerOf({ 'a.txt': 'file' }, { isInPlace: false }));
    expect(exchanged).toMatchObject({ names: [], stats: [], failure: { path: 'd', reason: 'changing' } });
    const closed = look({
      openFolder: () => {
        throw failing('EACCES');
      },
    } as unknown as FsReader);
    expect(closed).toMatchObject({ names: [], failure: { path: 'd', reason: 'unreadable' } });
    expect(closed.problems).toEqual([closed.failure]);
  });
});
