import { describe, expect, it } from 'vitest';
import type { Library } from '../../../../src-main/core/library/library.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type CommitId, EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { createDeletedLibraryTable } from '../../../../src-main/store/sqlite/deleted-libraries.ts';
import { createLibraryTable } from '../../../../src-main/store/sqlite/libraries.ts';
import { memoryDatabase } from '../../../support/database.ts';

const idOf = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000` as LibraryId;
const HEAD = 'a'.repeat(40) as CommitId;
const NEXT = 'b'.repeat(40) as CommitId;
const ANNA = { kind: 'user', email: 'anna@example.com' } as const;
const OFFICE = { kind: 'department', groupId: 7 } as const;

function library(fields: Partial<Library> = {}): Library {
  return {
    id: idOf('1'),
    name: 'Papers',
    description: '',
    owner: ANNA,
    headId: HEAD,
    rootId: EMPTY_ID,
    headSeq: 1,
    sizeBytes: 0,
    fileCount: 0,
    updatedAtSeconds: 100,
    modifierEmail: 'anna@example.com',
    status: 'normal',
    encryption: null,
    keepDays: -1,
    historyFromSeconds: 0,
    retainedFromSeq: 1,
    createdAtSeconds: 100,
    ...fields,
  };
}

function tables(...libraries: Library[]) {
  const db = memoryDatabase();
  const live = createLibraryTable(db);
  for (const each of libraries) live.insert(each);
  return { live, deleted: createDeletedLibraryTable(db) };
}

const MOVE = {
  ...{ headId: NEXT, rootId: EMPTY_ID, name: 'Letters', description: 'd', sizeBytes: 5, fileCount: 2 },
  ...{ updatedAtSeconds: 200, modifierEmail: 'bert@example.com', encryption: null },
};

describe('libraries on record', () => {
  it('come back as they were added, encryption and department included', () => {
    const plain = library();
    const encrypted = library({
      id: idOf('2'),
      owner: OFFICE,
      encryption: {
        version: 4,
        magic: '',
        randomKey: 'c'.repeat(96),
        salt: 'd'.repeat(64),
        passwordHash: { hash: 'e', algorithm: 'pbkdf2_sha256', parameters: '1000' },
      },
    });
    const { live } = tables(plain, encrypted);
    expect(live.find(idOf('1'))).toEqual(plain);
    expect(live.find(idOf('2'))).toEqual(encrypted);
    expect(live.find(idOf('3'))).toBe(null);
  });

  it('move their head only from the expected one', () => {
    const { live } = tables(library());
    expect(live.moveHead(idOf('1'), NEXT, MOVE)).toBe(false);
    expect(live.find(idOf('1'))).toEqual(library());
    expect(live.moveHead(idOf('1'), HEAD, MOVE)).toBe(true);
    expect(live.find(idOf('1'))).toEqual({ ...library(), ...MOVE, headSeq: 2 });
  });

  it('never move the head of a deleted library', () => {
    const { live, deleted } = tables(library());
    live.markDeleted(idOf('1'), 150);
    expect(live.moveHead(idOf('1'), HEAD, MOVE)).toBe(false);
    expect(deleted.find(idOf('1'))).toMatchObject({ headId: HEAD, name: 'Papers' });
  });

  it('are listed last changed first, and by id when that is the same', () => {
    const { live } = tables(
      library({ id: idOf('2') }),
      library({ id: idOf('1') }),
      library({ id: idOf('3'), updatedAtSeconds: 300, owner: OFFICE }),
    );
    expect(live.all().map(({ id }) => id)).toEqual([idOf('3'), idOf('1'), idOf('2')]);
    expect(live.ownedBy(ANNA).map(({ id }) => id)).toEqual([idOf('1'), idOf('2')]);
    expect(live.ownedBy(OFFICE).map(({ id }) => id)).toEqual([idOf('3')]);
    expect(live.countOfGroup(7)).toBe(1);
  });

  it('are searched by what is in the name, never as a pattern', () => {
    const { live } = tables(
      library({ id: idOf('1'), name: '100% ÄRGER' }),
      library({ id: idOf('2'), name: '100 euros' }),
    );
    const found = (query: string) => live.search(query, 10, 0).map(({ id }) => id);
    expect(found('0%')).toEqual([idOf('1')]);
    expect(found('ärger')).toEqual([idOf('1')]);
    expect(found('_')).toEqual([]);
    expect(found('2222')).toEqual([idOf('2')]);
    expect(found('100')).toEqual([idOf('1'), idOf('2')]);
  });

  it('keep the latest cut of their history', () => {
    const { live } = tables(library());
    live.cutHistory(idOf('1'), 50);
    live.cutHistory(idOf('1'), 20);
    expect(live.find(idOf('1'))?.historyFromSeconds).toBe(50);
  });

  it('change hands between users and departments', () => {
    const { live } = tables(library());
    live.setOwner(idOf('1'), OFFICE);
    expect(live.find(idOf('1'))?.owner).toEqual(OFFICE);
    live.setOwner(idOf('1'), ANNA);
    expect(live.find(idOf('1'))?.owner).toEqual(ANNA);
  });

  it('can be the default of a user, one at a time', () => {
    const { live } = tables();
    expect(live.defaultOf('anna@example.com')).toBe(null);
    live.setDefault('anna@example.com', idOf('1'));
    live.setDefault('anna@example.com', idOf('2'));
    expect(live.defaultOf('anna@example.com')).toBe(idOf('2'));
    live.forgetDefault('anna@example.com');
    expect(live.defaultOf('anna@example.com')).toBe(null);
  });
});

describe('deleted libraries on record', () => {
  it('are in no list of live ones, and listed newest deletion first', () => {
    const { live, deleted } = tables(
      library({ id: idOf('1'), sizeBytes: 9, fileCount: 2 }),
      library({ id: idOf('2'), owner: OFFICE }),
      library({ id: idOf('3') }),
    );
    expect(live.markDeleted(idOf('1'), 500)).toBe(true);
    expect(live.markDeleted(idOf('1'), 900)).toBe(false);
    live.markDeleted(idOf('2'), 600);
    expect(live.all().map(({ id }) => id)).toEqual([idOf('3')]);
    expect(live.countOfGroup(7)).toBe(0);
    expect(deleted.page(10, 0)).toEqual([
      {
        ...{ id: idOf('2'), name: 'Papers', owner: OFFICE, headId: HEAD, sizeBytes: 0, encrypted: false },
        fileCount: 0,
        deletedAtSeconds: 600,
      },
      {
        ...{ id: idOf('1'), name: 'Papers', owner: ANNA, headId: HEAD, sizeBytes: 9, encrypted: false },
        fileCount: 2,
        deletedAtSeconds: 500,
      },
    ]);
    expect(deleted.page(1, 1).map(({ id }) => id)).toEqual([idOf('1')]);
    expect(deleted.ownedBy(OFFICE).map(({ id }) => id)).toEqual([idOf('2')]);
    expect(deleted.find(idOf('3'))).toBe(null);
  });

  it('come back with status and retention reset', () => {
    const { live, deleted } = tables(library({ status: 'read-only', keepDays: 5 }));
    expect(deleted.restore(idOf('1'))).toBe(false);
    live.markDeleted(idOf('1'), 500);
    expect(deleted.restore(idOf('1'))).toBe(true);
    expect(live.find(idOf('1'))).toEqual(library());
  });

  it('leave a tombstone when they are buried, so that nobody finds them and their id is never given again', () => {
    const { live, deleted } = tables(library());
    expect(deleted.purgedIds()).toEqual([]);
    live.markDeleted(idOf('1'), 500);
    deleted.bury(idOf('1'), 600);
    expect(deleted.find(idOf('1'))).toBe(null);
    expect(deleted.page(10, 0)).toEqual([]);
    expect(deleted.ownedBy(ANNA)).toEqual([]);
    expect(deleted.restore(idOf('1'))).toBe(false);
    expect(live.allKept()).toEqual([]);
    expect(deleted.purgedIds()).toEqual([idOf('1')]);
    expect([deleted.isPurged(idOf('1')), deleted.isPurged(idOf('2'))]).toEqual([true, false]);
    expect([live.isKnown(idOf('1')), live.isKnown(idOf('2'))]).toEqual([true, false]);
  });

  it('keep their records while they are not buried', async () => {
    const { live, deleted } = tables(library());
    live.markDeleted(idOf('1'), 500);
    await deleted.removeRecords(idOf('1'));
    expect(deleted.find(idOf('1'))).not.toBe(null);
  });

  it('still hold their id', () => {
    const { live } = tables(library());
    expect(live.isKnown(idOf('1'))).toBe(true);
    live.markDeleted(idOf('1'), 500);
    expect(live.isKnown(idOf('1'))).toBe(true);
  });
});
