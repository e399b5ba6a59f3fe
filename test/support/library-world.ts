import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { composeServices } from '../../src-main/app/compose-services.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../src-main/core/tree/apply.ts';
import { openHeadJournal } from '../../src-main/store/head-journal.ts';
import type { ObjectStore } from '../../src-main/store/objects/object-store.ts';
import type { PartialFiles } from '../../src-main/store/partial-files.ts';
import { shareNamespaces } from '../../src-main/store/shared-namespaces.ts';
import { tablesOf } from '../../src-main/store/sqlite/tables.ts';
import type { ServerEvent } from '../../src-shared/events.ts';
import { ADMIN, ANNA, BERT, CHEAP } from './account-services.ts';
import { countingIds } from './counting-ids.ts';
import { memoryDatabase } from './database.ts';
import { deriveHere } from './derive-here.ts';
import { everyService } from './every-service.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { folderActivityIn } from './folder-activity.ts';
import { createMemoryObjectStore } from './memory-object-store.ts';
import { fileDirent } from './trees.ts';

export { ADMIN, ANNA, BERT };

export type LibraryWorld = Awaited<ReturnType<typeof libraryWorld>>;

/** A journal that ends with the test. */
async function openJournal() {
  const folder = await mkdtemp(join(tmpdir(), 'keepfold-world-'));
  const journal = await openHeadJournal(join(folder, 'heads.journal'));
  onTestFinished(async () => {
    await journal.close();
    await rm(folder, { recursive: true, force: true });
  });
  return journal;
}

interface WorldParts {
  readonly objects?: ObjectStore;
  /** Absent: files come in one request. */
  readonly partialFiles?: PartialFiles;
  readonly clock?: FakeClock;
}

/**
 * The services over a real database in memory, objects in memory and a real head journal in a temporary folder, with
 * the users ADMIN, ANNA and BERT. A test may bring objects of its own.
 */
export async function libraryWorld({ objects: given, partialFiles, clock = fakeClock() }: WorldParts = {}) {
  const db = memoryDatabase();
  const events: ServerEvent[] = [];
  const tables = tablesOf(db);
  const namespaces = given ?? createMemoryObjectStore({ nowSeconds: clock.nowSeconds });
  const objects = shareNamespaces(namespaces, tables.folderLibraryTable.originOf);
  const folderActivity = folderActivityIn(db);
  const stores = { ...tables, folderActivity, objects, journal: await openJournal() };
  const rooms = composeServices({
    tables: stores,
    objects,
    journal: stores.journal,
    folderActivity,
    clock,
    ids: countingIds(),
    events: { emit: (event: ServerEvent) => void events.push(event) },
    secret: Buffer.alloc(32, 9),
    passwordCost: CHEAP,
    ...deriveHere,
    ...(partialFiles === undefined ? {} : { partialFiles }),
  });
  const services = everyService(rooms);
  const { accounts, changeLibrary, libraries } = services;
  await accounts.ensureFirstAdministrator({ email: ADMIN.email, password: 'admin-secret' });
  for (const { email } of [ANNA, BERT]) await accounts.createUser(ADMIN, { email, password: 'secret' });

  return {
    ...services,
    rooms,
    db,
    stores,
    clock,
    events,
    commit: (libraryId: LibraryId, ...changes: TreeChange[]) =>
      changeLibrary.commitChanges({ libraryId, changes, author: ANNA.email, asksFirst: false }),
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
