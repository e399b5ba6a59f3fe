import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../src-main/core/tree/apply.ts';
import { createAdminContents } from '../../src-main/services/admin-contents.ts';
import { createAdminLibraries } from '../../src-main/services/admin-libraries.ts';
import { createChangeLibrary } from '../../src-main/services/change-library.ts';
import { createCheck } from '../../src-main/services/check.ts';
import { createDeletedLibraries } from '../../src-main/services/deleted-libraries.ts';
import { createDownloads } from '../../src-main/services/downloads.ts';
import { createFiles } from '../../src-main/services/files.ts';
import { createHistory } from '../../src-main/services/history.ts';
import { createLibraries } from '../../src-main/services/libraries.ts';
import { createLibraryAccess } from '../../src-main/services/library-access.ts';
import { createLibraryContents } from '../../src-main/services/library-contents.ts';
import { createPeople } from '../../src-main/services/people.ts';
import { createTrash } from '../../src-main/services/trash.ts';
import { openHeadJournal } from '../../src-main/store/head-journal.ts';
import { createMemoryObjectStore } from '../../src-main/store/objects/memory-object-store.ts';
import { createDeletedLibraryTable } from '../../src-main/store/sqlite/deleted-libraries.ts';
import { createGroupTable } from '../../src-main/store/sqlite/groups.ts';
import { createHistoryTable } from '../../src-main/store/sqlite/history.ts';
import { createLibraryTable } from '../../src-main/store/sqlite/libraries.ts';
import type { Database } from '../../src-main/store/sqlite/open.ts';
import { createTrashTable } from '../../src-main/store/sqlite/trash.ts';
import type { ServerEvent } from '../../src-shared/events.ts';
import { ADMIN, ANNA, accountServices, BERT } from './account-services.ts';
import { countingIds } from './counting-ids.ts';
import { transactionOf } from './database.ts';
import { fileDirent } from './trees.ts';

export { ADMIN, ANNA, BERT };

export type LibraryWorld = Awaited<ReturnType<typeof libraryWorld>>;

/** The tables of libraries, with objects and a journal that end with the test. */
async function openStores(db: Database) {
  const folder = await mkdtemp(join(tmpdir(), 'keepfold-world-'));
  const journal = await openHeadJournal(join(folder, 'heads.journal'));
  onTestFinished(async () => {
    await journal.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    libraries: createLibraryTable(db),
    deletedLibraries: createDeletedLibraryTable(db),
    history: createHistoryTable(db),
    trash: createTrashTable(db),
    objects: createMemoryObjectStore(),
    journal,
    transaction: transactionOf(db),
  };
}

/**
 * The library services over a real database in memory, objects in memory and a real head journal in a temporary
 * folder, with the users ADMIN, ANNA and BERT.
 */
export async function libraryWorld() {
  const { db, clock, users, accounts, departments, syncTokens, addUser } = await accountServices();
  await addUser(ANNA);
  await addUser(BERT);
  const events: ServerEvent[] = [];
  const stores = await openStores(db);
  const shared = {
    ...stores,
    clock,
    ids: countingIds(),
    events: { emit: (event: ServerEvent) => void events.push(event) },
    secret: Buffer.alloc(32, 9),
    databaseFaults: () => [],
  };
  const people = createPeople({ users, groups: createGroupTable(db) });
  const access = createLibraryAccess({ ...stores, people });
  const changeLibrary = createChangeLibrary(shared);
  const libraries = createLibraries({ ...shared, syncTokens, access, changeLibrary, people });
  const contents = createLibraryContents({ ...shared, changeLibrary });
  const downloads = createDownloads({ ...shared, contents });

  async function commit(libraryId: LibraryId, ...changes: TreeChange[]) {
    return changeLibrary.commitChanges({ libraryId, changes, author: ANNA.email });
  }

  return {
    db,
    stores,
    clock,
    events,
    accounts,
    departments,
    syncTokens,
    people,
    access,
    contents,
    changeLibrary,
    libraries,
    downloads,
    adminLibraries: createAdminLibraries({
      ...shared,
      librariesService: libraries,
      access,
      changeLibrary,
      people,
    }),
    adminContents: createAdminContents({ access, contents, downloads }),
    deletedLibraries: createDeletedLibraries({ ...shared, people }),
    history: createHistory({ ...shared, access, people }),
    trash: createTrash({ ...shared, access, people }),
    files: createFiles({ access, contents, changeLibrary, downloads }),
    check: createCheck(shared),
    commit,
    /** A library of Anna's. */
    addLibrary: async (name = 'Papers') => (await libraries.create(ANNA, { name })).view.library.id,
    /** Stores a text as a file's content and returns the change that puts it there. */
    put: async (libraryId: LibraryId, path: string, text: string): Promise<TreeChange> => {
      const store = stores.objects.library(libraryId);
      const file = { blockIds: [objectIdOf(text)], sizeBytes: Buffer.byteLength(text) };
      const object = encodeFile(file);
      await store.write('block', objectIdOf(text), Buffer.from(text));
      await store.write('fs', object.id, object.bytes);
      return { op: 'put', path, dirent: { ...fileDirent(text), modifier: ANNA.email } };
    },
  };
}
