import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import { ADMIN, ANNA, BERT, type LibraryWorld, libraryWorld } from '../../../support/library-world.ts';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff' as LibraryId;

/** How libraries can stand to Anna, who asks. */
const STATES: Readonly<Record<string, (world: LibraryWorld) => Promise<LibraryId>>> = {
  normal: (world) => filled(world, world.addLibrary()),
  'read-only': async (world) => {
    const id = await filled(world, world.addLibrary());
    world.stores.libraryTable.setStatus(id, 'read-only');
    return id;
  },
  deleted: async (world) => {
    const id = await filled(world, world.addLibrary());
    await world.libraries.remove(ANNA, id);
    return id;
  },
  encrypted: (world) => {
    const made = world.libraries.create(ANNA, { name: 'Secret', password: 'long enough' });
    return filled(
      world,
      made.then(({ view }) => view.library.id),
    );
  },
  "someone else's": (world) => {
    const made = world.libraries.create(BERT, { name: 'Of Bert' });
    return filled(
      world,
      made.then(({ view }) => view.library.id),
    );
  },
};

async function filled(world: LibraryWorld, made: Promise<LibraryId>): Promise<LibraryId> {
  const id = await made;
  await world.commit(id, await world.put(id, '/a.txt', 'a'));
  return id;
}

const headOf = (world: LibraryWorld, id: LibraryId) =>
  (world.stores.libraryTable.find(id) ?? world.stores.deletedLibraryTable.find(id))?.headId ?? null;

const TRASH = { path: '/', showDays: 0, cursor: null, limit: 10 };

const OPERATIONS: Readonly<Record<string, (world: LibraryWorld, id: LibraryId) => unknown>> = {
  'see it': (world, id) => world.libraries.find(ANNA, id),
  'get a sync token': (world, id) => world.libraries.issueSyncToken(ANNA, id),
  'list a folder': (world, id) => world.files.list(ANNA, id, '/', null),
  'make a folder': (world, id) => world.itemEdits.makeFolder(ANNA, id, '/new'),
  'delete an item': (world, id) => world.files.remove(ANNA, id, '/a.txt'),
  'link a file': (world, id) => world.files.link(ANNA, id, '/a.txt', null),
  'take a file out': (world, id) => world.files.openForExport(ANNA, id, '/a.txt', null),
  'restore an item': (world, id) => {
    const head = headOf(world, id);
    if (head === null) throw new Error('no head');
    return world.restores.item(ANNA, id, '/a.txt', head);
  },
  'see the history': (world, id) => world.history.page(ANNA, id, { page: 1, perPage: 10 }),
  'see the trash': (world, id) => world.trash.page(ANNA, id, TRASH),
  'empty the trash': (world, id) => world.trash.clean(ANNA, id),
  'rename it': (world, id) => world.libraries.rename(ANNA, id, { name: 'Other' }),
  'set retention': (world, id) => world.libraries.setRetention(ANNA, id, 5),
  'give it away': (world, id) =>
    world.libraries.transfer(ANNA, id, { owner: { kind: 'user', email: BERT.email } }),
  'delete it': (world, id) => world.libraries.remove(ANNA, id),
  'bring it back': (world, id) => world.deletedLibraries.restore(ANNA, id),
  'purge it': (world, id) => world.deletedLibraries.purge(ANNA, id),
  'see it as administrator': (world, id) => world.adminLibraries.find(ADMIN, id),
  'list a folder as administrator': (world, id) => world.adminContents.list(ADMIN, id, '/'),
  'make a folder as administrator': (world, id) =>
    world.adminContents.make(ADMIN, id, { kind: 'dir', folder: '/', name: 'new' }),
  'rename it as administrator': (world, id) => world.adminLibraries.update(ADMIN, id, { name: 'Other' }),
  'delete it as administrator': (world, id) => world.adminLibraries.remove(ADMIN, id),
  'bring it back as administrator': (world, id) => world.deletedLibraries.restore(ADMIN, id),
  'purge it as administrator': (world, id) => world.deletedLibraries.purge(ADMIN, id),
};

const [ok, gone, denied, fixed] = ['ok', 'library-not-found', 'permission-denied', 'library-read-only'];
const [locked, sealed, alive] = ['library-locked', 'library-encrypted', 'deleted-library-not-found'];

/** Answers in the order of the states. */
const TABLE: readonly (readonly [operation: string, ...answers: (string | undefined)[]])[] = [
  ['see it', ok, ok, gone, ok, denied],
  ['get a sync token', ok, ok, gone, ok, denied],
  ['list a folder', ok, ok, gone, ok, denied],
  ['make a folder', ok, fixed, gone, ok, denied],
  ['delete an item', ok, fixed, gone, ok, denied],
  ['link a file', ok, ok, gone, locked, denied],
  ['take a file out', ok, ok, gone, locked, denied],
  ['restore an item', ok, fixed, gone, ok, denied],
  ['see the history', ok, ok, gone, ok, denied],
  ['see the trash', ok, ok, gone, ok, denied],
  ['empty the trash', ok, ok, gone, ok, denied],
  ['rename it', ok, fixed, gone, ok, denied],
  ['set retention', ok, ok, gone, ok, denied],
  ['give it away', ok, ok, gone, ok, denied],
  ['delete it', ok, ok, gone, ok, denied],
  ['bring it back', alive, alive, ok, alive, alive],
  ['purge it', alive, alive, ok, alive, alive],
  ['see it as administrator', ok, ok, gone, ok, ok],
  ['list a folder as administrator', ok, ok, gone, sealed, ok],
  ['make a folder as administrator', ok, fixed, gone, sealed, ok],
  ['rename it as administrator', ok, ok, gone, ok, ok],
  ['delete it as administrator', ok, ok, ok, ok, ok],
  ['bring it back as administrator', alive, alive, ok, alive, alive],
  ['purge it as administrator', alive, alive, ok, alive, alive],
];

const CELLS = TABLE.flatMap(([operation, ...answers]) =>
  Object.keys(STATES).map((state, column) => ({ operation, state, wanted: answers[column] })),
);

async function answerOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return 'ok';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error.code;
    throw error;
  }
}

describe('what Anna can do with a library', () => {
  it.each(CELLS)('$state, $operation: $wanted', async ({ operation, state, wanted }) => {
    const world = await libraryWorld();
    const id = await STATES[state]?.(world);
    expect(await answerOf(() => OPERATIONS[operation]?.(world, id ?? UNKNOWN))).toBe(wanted);
  });

  it.each(
    Object.keys(OPERATIONS).filter(
      (name) => !['restore an item', 'delete it as administrator'].includes(name),
    ),
  )('is nothing where there is none: %s', async (operation) => {
    const world = await libraryWorld();
    const answer = await answerOf(() => OPERATIONS[operation]?.(world, UNKNOWN));
    expect(['library-not-found', 'deleted-library-not-found']).toContain(answer);
  });
});

describe('a library of a department', () => {
  async function departmentWorld() {
    const world = await libraryWorld();
    const { id: groupId } = world.departments.createDepartment(ADMIN, {
      name: 'Office',
      parentGroupId: -1,
      adminEmail: ANNA.email,
    });
    world.departments.addMember(ADMIN, groupId, { email: BERT.email });
    const owner = { kind: 'department', groupId } as const;
    const { view } = await world.libraries.create(ANNA, { name: 'Shared', owner });
    return { ...world, groupId, id: view.library.id };
  }

  it('is managed by its administrators and read and written by its members', async () => {
    const { access, id, groupId } = await departmentWorld();
    const group = { id: groupId, name: 'Office' };
    expect(access.readable(ANNA, id)).toMatchObject({
      ...{
        permission: 'rw',
        isManager: true,
        isOwner: false,
        ownerName: 'Office',
        ownerContactEmail: '',
        group,
      },
    });
    expect(access.writable(BERT, id)).toMatchObject({ permission: 'rw', isManager: false, isOwner: false });
    expect(() => access.managed(BERT, id)).toThrow('permission-denied');
  });

  it('is nothing to a server administrator outside of administration', async () => {
    const { access, id } = await departmentWorld();
    expect(() => access.readable(ADMIN, id)).toThrow('permission-denied');
    expect(access.administered(ADMIN, id)).toMatchObject({ permission: 'rw', isManager: true });
  });

  it('is out of reach for those who left', async () => {
    const { access, departments, id, groupId } = await departmentWorld();
    departments.removeMember(ADMIN, groupId, BERT.email);
    expect(() => access.readable(BERT, id)).toThrow('permission-denied');
  });
});
