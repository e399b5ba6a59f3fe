import { basename } from 'node:path';
import { folderRefusalText } from '../../src-shared/folder-refusals.ts';
import type {
  FolderState,
  LinkedFolderJson,
  LinkFolderJson,
  PreflightJson,
} from '../../src-shared/local-api.ts';
import type { Caller } from '../core/access/caller.ts';
import { requireAdministrator } from '../core/access/require-administrator.ts';
import { DomainError } from '../core/errors.ts';
import type { LinkedFolder, LinkedFolderId } from '../core/folder/linked-folder.ts';
import type { Library } from '../core/library/library.ts';
import { isLibraryId, type LibraryId } from '../core/library/library-id.ts';
import type { ChangeLibrary } from '../services/change-library.ts';
import type { LibrariesService } from '../services/libraries.ts';
import type { Clock, EventSink, Ids } from '../services/ports.ts';
import { createDiskWriter } from './disk-writer.ts';
import { LinkedFolderRunner } from './linked-folder.ts';
import type {
  FolderIndex,
  FolderReader,
  FolderWatcher,
  IngestObjects,
  LinkedFolderRows,
  Timers,
} from './ports.ts';
import { preflightFolder } from './preflight.ts';
import { chooseRoot, type Neighbours, refused } from './root-choice.ts';
import { Turns } from './turns.ts';

export interface LinkedFoldersDependencies {
  readonly rows: LinkedFolderRows;
  readonly index: FolderIndex;
  readonly libraries: Pick<LibrariesService, 'list' | 'find' | 'create'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'commitChanges'>;
  readonly objectsFor: (libraryId: LibraryId) => IngestObjects;
  readonly openReader: (root: string) => FolderReader;
  readonly watcher: FolderWatcher;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  readonly events: EventSink;
  /** No linked folder may hold it or lie in it. */
  readonly dataDir: string;
  /** Text of `resources/ignore-defaults.txt`. */
  readonly ignoreDefaults: string;
  /** Name of this computer, for history. */
  readonly device: string;
}

/** Looks at whole folders that run at the same time: reading is bound by the disk and two cores, not by waiting. */
const WHOLE_LOOKS_AT_ONCE = 2;

const LIBRARY_KINDS = new Set(['mine', 'group'] as const);

/** The linked folders of this computer. */
export function createLinkedFolders(deps: LinkedFoldersDependencies) {
  const { rows, libraries, events } = deps;
  const runners = new Map<LinkedFolderId, LinkedFolderRunner>();
  const turns = new Turns(WHOLE_LOOKS_AT_ONCE);
  for (const folder of rows.list()) runners.set(folder.id, runnerFor(folder));

  /** In the order in which they were linked. */
  function list(): LinkedFolderJson[] {
    return [...runners.values()].map((runner) => runner.toJson());
  }

  /** @throws DomainError `linked-folder-not-found` */
  function find(id: string): LinkedFolderJson {
    return running(id).toJson();
  }

  /**
   * Links a folder to a library, a new one named after it unless one is named, and begins to take it in.
   * Only for administrators: whoever links a folder reads all files in it that this process can read.
   * @throws DomainError `permission-denied`, `linked-folder-refused`, `library-not-found`, `library-read-only`,
   * `name-invalid`
   */
  async function link(
    { path, library: wanted, name }: LinkFolderJson,
    caller: Caller,
  ): Promise<LinkedFolderJson> {
    requireAdministrator(caller);
    const root = await chooseRoot(path, neighbours());
    const library = wanted === undefined ? null : findLibrary(wanted, caller);
    const libraryId = library?.id ?? (await createLibrary(name ?? basename(root.path), caller));
    // Asked again: another link may have come in while the library was made.
    await chooseRoot(path, neighbours());
    const folder = rows.add({
      id: deps.ids.uuid() as LinkedFolderId,
      libraryId,
      path: root.path,
      authorEmail: caller.email,
      rootDevice: root.device,
      rootInode: root.inode,
      createdAtSeconds: deps.clock.nowSeconds(),
    });
    const runner = runnerFor(folder);
    runners.set(folder.id, runner);
    runner.start();
    events.emit({ type: 'folders' });
    return runner.toJson();
  }

  function neighbours(): Neighbours {
    return { dataDir: deps.dataDir, linked: rows.list().map((folder) => folder.path) };
  }

  function findLibrary(wanted: string, caller: Caller): Library {
    const { library, permission } = isLibraryId(wanted)
      ? libraries.find(caller, wanted)
      : libraryNamed(wanted, caller);
    if (permission !== 'rw') throw new DomainError('library-read-only', { value: library.id });
    if (library.encryption !== null) throw refused('library-encrypted', library.id);
    if (rows.list().some((folder) => folder.libraryId === library.id))
      throw refused('library-linked', library.id);
    return library;
  }

  function libraryNamed(name: string, caller: Caller) {
    const found = libraries
      .list(caller, { kinds: LIBRARY_KINDS, nameContains: name })
      .filter(({ library }) => library.name === name);
    const [view] = found;
    if (view === undefined) throw new DomainError('library-not-found', { value: name });
    if (found.length > 1) throw refused('library-ambiguous', name);
    return view;
  }

  async function createLibrary(name: string, caller: Caller): Promise<LibraryId> {
    const { view } = await libraries.create(caller, { name, description: '' });
    return view.library.id;
  }

  /** Forgets the folder; its files and its library stay as they are. */
  async function unlink(id: string): Promise<void> {
    const runner = running(id);
    runners.delete(runner.folder.id);
    await runner.stop();
    rows.remove(runner.folder.id);
    events.emit({ type: 'folders' });
  }

  /** Stops looking and watching until it is resumed, restarts included. */
  const pause = (id: string) => steer(id, (runner) => runner.pause());

  const resume = (id: string) => steer(id, (runner) => runner.resume());

  /** Looks at everything, whatever the watcher says. */
  const rescan = (id: string) => steer(id, (runner) => runner.rescan());

  /** Lets deletions that are held into the library. */
  const accept = (id: string) => steer(id, (runner) => runner.accept());

  /** Writes again what deletions that are held took away; what is there by now stays. */
  const putBack = (id: string) => steer(id, (runner) => runner.putBack());

  async function steer(
    id: string,
    command: (runner: LinkedFolderRunner) => void | Promise<void>,
  ): Promise<LinkedFolderJson> {
    const runner = running(id);
    await command(runner);
    return runner.toJson();
  }

  /** What linking the folder would mean; nothing is changed. */
  async function preflight(path: string): Promise<PreflightJson> {
    const refusal = await refusalOf(path);
    if (refusal !== '') {
      return { path, refusal, warnings: [], files: 0, folders: 0, bytes: 0, ignored: 0, truncated: false };
    }
    const reader = deps.openReader(path);
    try {
      return { path, refusal, ...(await preflightFolder(path, reader, deps.clock)) };
    } finally {
      await reader.close();
    }
  }

  async function refusalOf(path: string): Promise<string> {
    try {
      await chooseRoot(path, neighbours());
      return '';
    } catch (error) {
      if (error instanceof DomainError) return folderRefusalText(error.detail.reason);
      throw error;
    }
  }

  function startAll(): void {
    for (const runner of runners.values()) runner.start();
  }

  /** Within about a second: what is being read is given up and found again by the next start. */
  async function stopAll(): Promise<void> {
    await Promise.all([...runners.values()].map((runner) => runner.stop()));
  }

  /** A library changed or came back: folders that it refused try again. */
  function libraryChanged(libraryId: string): void {
    for (const runner of runners.values()) if (runner.folder.libraryId === libraryId) runner.libraryChanged();
  }

  /** Resolves when the folder has nothing to do, or can do nothing; with its state then. */
  async function whenIdle(id: string): Promise<FolderState> {
    const runner = running(id);
    await runner.whenIdle();
    return runner.toJson().state;
  }

  function running(id: string): LinkedFolderRunner {
    const runner = runners.get(id as LinkedFolderId);
    if (runner === undefined) throw new DomainError('linked-folder-not-found', { value: id });
    return runner;
  }

  function runnerFor(folder: LinkedFolder): LinkedFolderRunner {
    const author: Caller = { email: folder.authorEmail, isAdmin: false };
    const ports = {
      ...{ rows, index: deps.index, watcher: deps.watcher, clock: deps.clock, timers: deps.timers },
      reader: deps.openReader(folder.path),
      writer: createDiskWriter(folder.path),
      objects: deps.objectsFor(folder.libraryId),
      commitChanges: deps.changeLibrary.commitChanges,
    };
    const runner: LinkedFolderRunner = new LinkedFolderRunner(folder, ports, {
      ignoreDefaults: deps.ignoreDefaults,
      device: deps.device,
      turns,
      libraryName: () => libraryName(author, folder.libraryId),
      checkLibrary: () => checkLibrary(author, folder.libraryId),
      onChange: () => events.emit({ type: 'folder', folder: runner.toJson() }),
    });
    return runner;
  }

  function libraryName(author: Caller, libraryId: LibraryId): string {
    try {
      return libraries.find(author, libraryId).library.name;
    } catch (error) {
      if (error instanceof DomainError) return '';
      throw error;
    }
  }

  function checkLibrary(author: Caller, libraryId: LibraryId): void {
    const { permission } = libraries.find(author, libraryId);
    if (permission !== 'rw') throw new DomainError('library-read-only', { value: libraryId });
  }

  return {
    ...{ list, find, link, unlink, pause, resume, rescan, accept, putBack, preflight },
    ...{ startAll, stopAll, libraryChanged, whenIdle },
  };
}
