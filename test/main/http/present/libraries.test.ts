import { describe, expect, it } from 'vitest';
import {
  libraryDetail,
  libraryItem,
  syncTicket,
  v21LibraryItem,
} from '../../../../src-main/http/present/libraries.ts';

const KEYS = { version: 4, salt: 'salt', magic: 'magic', randomKey: 'random', passwordHash: null };

function viewOf(encryption: object | null) {
  return {
    library: {
      ...{
        id: 'l',
        name: 'Papers',
        description: '',
        owner: { kind: 'user', email: 'anna@example.com' },
        encryption,
      },
      ...{ sizeBytes: 3, updatedAtSeconds: 60, modifierEmail: '', headId: 'h', rootId: 'r', fileCount: 1 },
      status: 'normal',
    },
    ...{ ownerName: 'Anna', ownerContactEmail: '', modifierName: '', modifierContactEmail: '', group: null },
    ...{ permission: 'rw', isOwner: true, canShare: true, source: 'owner' },
  } as unknown as Parameters<typeof libraryDetail>[0];
}

const ticket = (encryption: object | null, origin = 'http://127.0.0.1:8730') =>
  syncTicket({
    view: viewOf(encryption),
    syncToken: 't',
    callerEmail: 'anna@example.com',
    origin,
    nowSeconds: 60,
  });

describe('what a sync client starts with', () => {
  it('says by the number 1 or by nothing whether the library is encrypted', () => {
    expect(ticket(null)).toMatchObject({ encrypted: '', enc_version: 0, salt: '', random_key: '' });
    expect(ticket(KEYS)).toMatchObject({ encrypted: 1, enc_version: 4, salt: 'salt', random_key: 'random' });
  });

  it('says where the server is, with its port', () => {
    expect(ticket(null)).toMatchObject({ relay_addr: '127.0.0.1', relay_port: '8730' });
    expect(ticket(null, 'http://files.example.org')).toMatchObject({ relay_port: '80' });
  });
});

it('a library shows keys only where it has some', () => {
  expect(libraryDetail(viewOf(null))).not.toHaveProperty('magic');
  expect(libraryDetail(viewOf(KEYS))).toMatchObject({ encrypted: true, magic: 'magic', enc_version: 4 });
});

it('a library of a group has the group where others have their owner', () => {
  const sharer = { id: { kind: 'department', groupId: 7 }, name: 'Sales', contactEmail: '' };
  const place = { kind: 'group', group: { id: 7, name: 'Sales' }, sharer };
  const listed = { view: viewOf(null), place } as unknown as Parameters<typeof libraryItem>[0];
  expect(libraryItem(listed, 60)).toMatchObject({
    ...{ type: 'grepo', owner: 'Sales', groupid: 7, share_from: '7@service_group' },
  });
  const own = { view: viewOf(null), place: { kind: 'mine' } } as unknown as typeof listed;
  expect(libraryItem(own, 60)).toMatchObject({ type: 'repo', owner: 'anna@example.com', virtual: false });
  expect(v21LibraryItem(listed, 'http://here', true)).not.toHaveProperty('owner_email');
  expect(v21LibraryItem(own, 'http://here', true)).toMatchObject({ type: 'mine', starred: true });
});
