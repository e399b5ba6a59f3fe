import { expect, it } from 'vitest';
import type { Library } from '../../../../src-main/core/library/library.ts';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { type CommitId, EMPTY_ID } from '../../../../src-main/core/objects/object-id.ts';
import { createLibraryTable } from '../../../../src-main/store/sqlite/libraries.ts';
import { deletedLibraryOf, type LibraryRow } from '../../../../src-main/store/sqlite/library-row.ts';
import { memoryDatabase } from '../../../support/database.ts';

const PLAIN: Library = {
  ...{ id: '11111111-1111-4111-8111-111111111111' as LibraryId, name: 'Papers', description: 'all of them' },
  ...{
    owner: { kind: 'user', email: 'anna@example.com' },
    headId: 'a'.repeat(40) as CommitId,
    rootId: EMPTY_ID,
  },
  ...{
    headSeq: 7,
    sizeBytes: 1_000,
    fileCount: 20,
    updatedAtSeconds: 300,
    modifierEmail: 'bert@example.com',
  },
  ...{ status: 'read-only', encryption: null, keepDays: 30, historyFromSeconds: 50, retainedFromSeq: 3 },
  createdAtSeconds: 100,
};
const PASSWORD_HASH = { hash: 'c'.repeat(64), algorithm: 'pbkdf2_sha256', parameters: '1000' };
const ENCRYPTION = { version: 4, magic: '', randomKey: 'd'.repeat(96), salt: 'e'.repeat(64) } as const;

it.each<[string, Library]>([
  ['plain', PLAIN],
  [
    'encrypted',
    {
      ...PLAIN,
      encryption: {
        version: 2,
        magic: 'b'.repeat(64),
        randomKey: 'd'.repeat(96),
        salt: '',
        passwordHash: null,
      },
    },
  ],
  [
    'encrypted with a hash of its own',
    { ...PLAIN, encryption: { ...ENCRYPTION, passwordHash: PASSWORD_HASH } },
  ],
  ['of a department', { ...PLAIN, owner: { kind: 'department', groupId: 4 } }],
  [
    'of a folder',
    { ...PLAIN, origin: { id: '22222222-2222-4222-8222-222222222222' as LibraryId, path: '/work' } },
  ],
])('a library that is %s comes back as it was put', (_how, library) => {
  const db = memoryDatabase();
  const libraries = createLibraryTable(db);
  if (library.origin !== undefined) libraries.insert({ ...PLAIN, id: library.origin.id });
  libraries.insert(library);
  expect(libraries.find(library.id)).toEqual(library);
});

it('of a deleted one that is told which it is, whose, how large and since when', () => {
  const db = memoryDatabase();
  const libraries = createLibraryTable(db);
  libraries.insert({ ...PLAIN, encryption: { ...ENCRYPTION, passwordHash: PASSWORD_HASH } });
  libraries.markDeleted(PLAIN.id, 900);
  const row = db.prepare<[], LibraryRow>('SELECT * FROM libraries').get();
  expect(row && deletedLibraryOf(row)).toEqual({
    ...{ id: PLAIN.id, name: 'Papers', owner: PLAIN.owner, headId: PLAIN.headId },
    ...{ sizeBytes: 1_000, fileCount: 20, encrypted: true, deletedAtSeconds: 900 },
  });
});
