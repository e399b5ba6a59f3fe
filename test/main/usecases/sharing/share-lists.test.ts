import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../support/account-services.ts';
import { makeFolderLibrary } from '../../../support/folder-libraries.ts';
import { ADMIN, ANNA, BERT, libraryWorld } from '../../../support/library-world.ts';

const RIGHTS = { permission: 'r', isAdmin: false } as const;
const ALL = { from: 0, limit: 10 };

/** A library of Anna's, and a group of hers. */
async function withLibrary() {
  const world = await libraryWorld();
  const id = await world.addLibrary('Papers');
  const group = world.departments.createGroup(ANNA, { name: 'Choir' });
  return { world, id, groupId: group.id, lists: world.shareLists };
}

describe('who has a library', () => {
  it('is told to those who may share it, groups first, by parts', async () => {
    const { lists, id, groupId } = await withLibrary();
    lists.put(ANNA, id, { ...RIGHTS, email: BERT.email });
    lists.put(ANNA, id, { ...RIGHTS, groupId });
    const bert = { ...RIGHTS, email: BERT.email, name: 'bert' };
    const choir = { ...RIGHTS, groupId, name: 'Choir' };
    expect(lists.ofLibrary(ANNA, id, ALL)).toEqual({ rows: [choir, bert], total: 2, next: null });
    expect(lists.ofLibrary(ANNA, id, { from: 0, limit: 1 })).toEqual({ rows: [choir], total: 2, next: 1 });
    expect(await refusalOf(() => lists.ofLibrary(BERT, id, ALL))).toMatchObject({
      code: 'permission-denied',
    });
  });

  it('is changed where they have it already, and ended', async () => {
    const { lists, id, groupId } = await withLibrary();
    for (const permission of ['r', 'rw'] as const) {
      lists.put(ANNA, id, { permission, isAdmin: false, email: BERT.email });
      lists.put(ANNA, id, { permission, isAdmin: false, groupId });
      expect(lists.ofLibrary(ANNA, id, ALL).rows.map((row) => row.permission)).toEqual([
        permission,
        permission,
      ]);
    }
    lists.end(ANNA, id, { email: BERT.email });
    lists.end(ANNA, id, { groupId });
    expect(lists.ofLibrary(ANNA, id, ALL).rows).toEqual([]);
  });
});

describe('whom a library can be shared with', () => {
  it('is groups of the caller and people, found by part of a name, but for who has it', async () => {
    const { lists, id, groupId } = await withLibrary();
    const found = (text: string) => lists.targets(ANNA, id, { text }).map(({ name }) => name);
    expect(found('')).toEqual(['Choir', 'admin', 'bert']);
    expect(found('BER')).toEqual(['bert']);
    lists.put(ANNA, id, { ...RIGHTS, email: BERT.email });
    lists.put(ANNA, id, { ...RIGHTS, groupId });
    expect(found('')).toEqual(['admin']);
    // For a folder that is not shared yet.
    expect(lists.targets(ANNA, id, { text: '', among: null })).toHaveLength(3);
    expect(await refusalOf(() => lists.targets(BERT, id, { text: '' }))).toMatchObject({
      code: 'permission-denied',
    });
  });

  it('has to be there, which is asked before anything is made for them', async () => {
    const { lists, id, groupId } = await withLibrary();
    const code = async (caller: typeof ANNA, to: Parameters<typeof lists.requireReceiver>[2]) =>
      (await refusalOf(() => lists.requireReceiver(caller, id, to))).code;
    lists.requireReceiver(ANNA, id, { email: BERT.email });
    lists.requireReceiver(ANNA, id, { groupId });
    expect(await code(ANNA, { email: 'nobody@example.com' })).toBe('user-not-found');
    expect(await code(ANNA, { groupId: groupId + 1 })).toBe('group-not-found');
    expect(await code(BERT, { email: ADMIN.email })).toBe('permission-denied');
  });
});

describe('what somebody has given and was given', () => {
  it('is by name, a folder below its library, each with whom it was given to', async () => {
    const { world, id, lists } = await withLibrary();
    await world.commit(id, { op: 'mkdir', path: '/keys', mtimeSeconds: 1 });
    const keys = await makeFolderLibrary(world, id, '/keys');
    const albums = await world.addLibrary('albums');
    await world.addLibrary('Mine alone');
    for (const one of [id, keys, albums]) lists.put(ANNA, one, { ...RIGHTS, email: BERT.email });
    const users = [expect.objectContaining({ email: BERT.email })];
    expect(lists.given(ANNA, ALL)).toMatchObject({
      rows: [
        { id: albums, name: 'albums', path: '/', isEncrypted: false, users, groups: [] },
        { id, name: 'Papers', path: '/', users },
        { id, name: 'Papers', path: '/keys', users },
      ],
      ...{ total: 3, next: null },
    });
    const received = lists.received(BERT, ALL).rows;
    expect(received.map(({ view, folderOf }) => [view.library.name, folderOf])).toEqual([
      ['albums', null],
      ['keys', 'Papers'],
      ['Papers', null],
    ]);
    expect(lists.received(ANNA, ALL)).toEqual({ rows: [], total: 0, next: null });
  });

  it('has a library once that came both ways, and says through which group it came', async () => {
    const { world, id, groupId, lists } = await withLibrary();
    world.departments.addMember(ANNA, groupId, { email: BERT.email });
    lists.put(ANNA, id, { ...RIGHTS, groupId });
    expect(lists.received(BERT, ALL).rows).toMatchObject([{ group: { id: groupId, name: 'Choir' } }]);
    lists.put(ANNA, id, { ...RIGHTS, email: BERT.email });
    expect(lists.received(BERT, ALL).rows).toMatchObject([{ group: null }]);
  });
});
