import { beforeEach, describe, expect, it } from 'vitest';
import type { PublicLink } from '../../../../src-main/core/access/public-link.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import {
  createPublicLinkTable,
  type PublicLinkTable,
} from '../../../../src-main/store/sqlite/public-links.ts';
import { createUserTable } from '../../../../src-main/store/sqlite/users.ts';
import { memoryDatabase } from '../../../support/database.ts';
import { addLibraryRecord } from '../../../support/stored-library.ts';

const LIBRARY = '11111111-1111-4111-8111-111111111111' as LibraryId;

/** Tokens have twenty characters. */
const tokenOf = (name: string) => name.padEnd(20, '-');

function link(name: string, fields: Partial<PublicLink> = {}): PublicLink {
  return {
    ...{ token: tokenOf(name), kind: 'share', libraryId: LIBRARY, path: '/docs', isDir: true },
    ...{ creatorEmail: 'anna@example.com', passwordHash: null, description: '' },
    ...{ canDownload: true, canEdit: false, canUpload: false },
    ...{ createdAtSeconds: 100, expiresAtSeconds: null, viewCount: 0 },
    ...fields,
  };
}

let db: ReturnType<typeof memoryDatabase>;
let links: PublicLinkTable;

beforeEach(() => {
  db = memoryDatabase();
  addLibraryRecord(db, LIBRARY);
  const users = createUserTable(db);
  for (const email of ['anna@example.com', 'bert@example.com'])
    users.insert({
      ...{ email, name: '', contactEmail: '', passwordHash: null, isAdmin: false, isActive: true },
      ...{ role: 'default', quotaBytes: null, createdAtSeconds: 100 },
    });
  links = createPublicLinkTable(db);
});

const namesOf = (found: readonly PublicLink[]) => found.map(({ token }) => token.replaceAll('-', ''));

describe('links on record', () => {
  it('come back as they were made; what the maker changes is rights, password, words and end', () => {
    links.insert(link('a'));
    expect(links.find(tokenOf('a'))).toEqual(link('a'));
    const changes = { canDownload: false, canEdit: true, canUpload: true, passwordHash: 'hash' };
    const changed = link('a', { ...changes, description: 'for Bert', expiresAtSeconds: 900 });
    links.update({ ...changed, path: '/other', createdAtSeconds: 1, viewCount: 7 });
    expect(links.find(tokenOf('a'))).toEqual(changed);
  });

  it('of one item and maker are counted, and the oldest is the one that older programs mean', () => {
    links.insert(link('young', { createdAtSeconds: 200 }));
    links.insert(link('old'));
    links.insert(link('upload', { kind: 'upload' }));
    links.insert(link('bert', { creatorEmail: 'bert@example.com' }));
    expect([links.findOfItem(link(''))?.token, links.countOfItem(link(''))]).toEqual([tokenOf('old'), 2]);
    expect(links.findOfItem(link('', { path: '/' }))).toBe(null);
  });

  it('are listed newest first, and not while their library is deleted', () => {
    for (const [token, createdAtSeconds] of [
      ['b', 100],
      ['a', 100],
      ['new', 200],
    ] as const)
      links.insert(link(token, { createdAtSeconds }));
    expect(namesOf(links.ofCreator('anna@example.com', 'share'))).toEqual(['new', 'a', 'b']);
    db.prepare('UPDATE libraries SET deleted_at_s = 300').run();
    expect([links.ofCreator('anna@example.com', 'share'), links.find(tokenOf('a'))]).toEqual([[], null]);
    db.prepare('UPDATE libraries SET deleted_at_s = NULL').run();
    expect(links.find(tokenOf('a'))).toEqual(link('a', { createdAtSeconds: 100 }));
  });

  it('inside a folder are counted by whole names', () => {
    for (const path of ['/docs', '/docs/a.txt', '/docs2', '/docs/deep/b']) links.insert(link(path, { path }));
    expect([links.countInside(LIBRARY, '/docs'), links.countInside(LIBRARY, '/docs/a.txt')]).toEqual([3, 1]);
  });

  it('count visits, go to another owner, and end', () => {
    links.insert(link('a'));
    links.countView(tokenOf('a'));
    links.countView(tokenOf('a'));
    links.giveToOther(LIBRARY, 'anna@example.com', 'bert@example.com');
    expect(links.find(tokenOf('a'))).toMatchObject({ viewCount: 2, creatorEmail: 'bert@example.com' });
    links.remove(tokenOf('a'));
    expect(links.find(tokenOf('a'))).toBe(null);
    links.insert(link('b'));
    links.removeOfLibrary(LIBRARY);
    expect(links.find(tokenOf('b'))).toBe(null);
  });
});
