import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDataDir } from '../../src-main/app/data-dir.ts';
import { openStore } from '../../src-main/app/store.ts';
import { reconcileHeadsOf } from '../../src-main/app/store-checks.ts';
import { systemIds } from '../../src-main/app/system-ports.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { TreeChange } from '../../src-main/core/tree/apply.ts';
import { ADMIN, ANNA, CHEAP } from './account-services.ts';
import { deriveHere } from './derive-here.ts';
import { temporaryDataFolder } from './disk-store.ts';
import { composeEveryService } from './every-service.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { fileDirent } from './trees.ts';

export type DataWorld = Awaited<ReturnType<typeof openDataWorld>>;

/** What one library was when its head was acknowledged: its head, and all files by path. */
export interface LibraryState {
  readonly headId: string;
  readonly files: Readonly<Record<string, string>>;
}

/** A new folder for data, gone after the test. */
export function dataFolder(): string {
  const folder = temporaryDataFolder();
  onTestFinished(folder.remove);
  return join(folder.path, 'data');
}

/** A copy of a data folder that is in use, as a kill at this moment would leave it; gone after the test. */
export function killedCopy(path: string): string {
  const copy = dataFolder();
  cpSync(path, copy, { recursive: true });
  rmSync(join(copy, 'instance.lock'), { force: true });
  return copy;
}

/** The services on a data folder as the application opens it, heads reconciled, with the users ADMIN and ANNA. */
export async function openDataWorld(path: string, clock: FakeClock = fakeClock()) {
  const store = await openStore(openDataDir(path));
  const rolledBack = await reconcileHeadsOf(store, clock);
  const services = composeEveryService({
    ...store,
    ...{ clock, ids: systemIds, events: { emit: () => undefined } },
    ...{ secret: Buffer.alloc(32, 9), passwordCost: CHEAP, ...deriveHere },
  });
  await services.changeLibrary.bringFoldersUp();
  await services.accounts.ensureFirstAdministrator({ email: ADMIN.email, password: 'admin-secret' });
  if (services.accounts.profile(ANNA.email) === null) {
    await services.accounts.createUser(ADMIN, { email: ANNA.email, password: 'secret' });
  }

  async function filesAt(id: LibraryId, rootId: ObjectId): Promise<Record<string, string>> {
    const library = store.tables.libraryTable.find(id);
    if (library === null) throw new Error(`no library ${id}`);
    const files: Record<string, string> = {};
    for await (const { path: at, dirent } of services.contents.walk(library, rootId)) {
      if (dirent.kind !== 'file') continue;
      const parts: Buffer[] = [];
      for await (const part of services.contents.read(library, dirent)) parts.push(part);
      files[at] = Buffer.concat(parts).toString('latin1');
    }
    return files;
  }

  return {
    ...services,
    path,
    clock,
    store,
    rolledBack,
    addLibrary: async (name: string) => (await services.libraries.create(ANNA, { name })).view.library.id,
    commit: (libraryId: LibraryId, ...changes: TreeChange[]) =>
      services.changeLibrary.commitChanges({ libraryId, changes, author: ANNA.email, asksFirst: false }),
    /** Stores a text as a file's content and returns the change that puts it there. */
    put: async (libraryId: LibraryId, at: string, text: string): Promise<TreeChange> => {
      const objects = store.objects.library(libraryId);
      const object = encodeFile({ blockIds: [objectIdOf(text)], sizeBytes: Buffer.byteLength(text) });
      await objects.write('block', objectIdOf(text), Buffer.from(text));
      await objects.write('fs', object.id, object.bytes);
      return { op: 'put', path: at, dirent: { ...fileDirent(text), modifier: ANNA.email } };
    },
    filesAt,
    /** Every live library by id. */
    states: async (): Promise<Record<string, LibraryState>> => {
      const states: Record<string, LibraryState> = {};
      for (const { id, headId, rootId } of store.tables.libraryTable.all())
        states[id] = { headId, files: await filesAt(id, rootId) };
      return states;
    },
  };
}
