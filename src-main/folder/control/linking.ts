import { basename } from 'node:path';
import type { PreflightJson } from '../../../src-shared/folder-choices-api.ts';
import type {
  FolderDefaultsJson,
  LinkedFolderJson,
  LinkFolderJson,
  SecretsNoticeJson,
} from '../../../src-shared/folders-api.ts';
import { folderRefusalText } from '../../../src-shared/refusals.ts';
import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError, type ErrorDetail } from '../../core/errors.ts';
import type { LinkedFolder, LinkedFolderId, NewLinkedFolder } from '../../core/folder/linked-folder.ts';
import type { Library } from '../../core/library/library.ts';
import { isLibraryId, type LibraryId } from '../../core/library/library-id.ts';
import { mark, unmark } from '../disk/own-files.ts';
import { chooseRoot, type Neighbours, refused } from '../disk/root-choice.ts';
import { newLibraryPassword } from '../link/folder-keys.ts';
import type { FolderRunners } from './folder-runners.ts';
import type { LinkedFoldersDependencies } from './linked-folders-setup.ts';
import { preflightFolder } from './preflight.ts';

const LIBRARY_KINDS = new Set(['mine', 'shared', 'group'] as const);

/** More than a user is going to link again. */
const MOST_ENDED = 50;

/** A link that ended, with the person's choices about it. */
interface EndedLink {
  readonly folder: LinkedFolder;
  readonly excluded: readonly string[];
}

/** Links folders to libraries, and unlinks them. */
export function createLinking(deps: LinkedFoldersDependencies, runners: FolderRunners) {
  const { rows, keys, events, journal } = deps;
  const ended = createEndedLinks(deps);
  const { createLibrary, findLibrary } = createLibraryChoice(deps);

  /**
   * Links a folder to a library, by default a new one of the same name, and starts taking it in. Only for
   * administrators: a user who links a folder reads all files in it that this process can read.
   * @throws DomainError `permission-denied`, `linked-folder-refused`, `library-not-found`, `library-read-only`,
   * `name-invalid`; with `again` also `linked-folder-not-found` and `argument-invalid`; for an encrypted library also
   * `argument-missing` and `argument-invalid` about the password, `library-not-encrypted`, `password-wrong`,
   * `throttled` and `busy`
   */
  async function link(wanted: LinkFolderJson, caller: Caller): Promise<LinkedFolderJson & SecretsNoticeJson> {
    requireAdministrator(caller);
    const { path, name } = wanted;
    const root = await chooseRoot(path, neighbours());
    const before = ended.find(wanted, root.path);
    const library =
      wanted.library === undefined
        ? await createLibrary(name ?? basename(root.path), wanted, caller)
        : findLibrary(wanted.library, caller);
    const key = await keys.openForLink(caller, library, wanted);
    // Checked again: another link may have been made while the library was created.
    await chooseRoot(path, neighbours());
    if (key !== null) {
      keys.hold(key);
      // A user who has just entered the password need not do so again to see the files.
      keys.openWith(caller, key);
    }
    const folder = addRow(
      {
        id: deps.ids.uuid() as LinkedFolderId,
        libraryId: library.id,
        path: root.path,
        authorEmail: caller.email,
        rootDevice: root.device,
        rootInode: root.inode,
        createdAtSeconds: deps.clock.nowSeconds(),
      },
      before,
    );
    await mark(deps.openFileSystem(folder.path), folder.id);
    const runner = runners.open(folder);
    runner.start();
    for (const other of runners.linkedTo(library.id)) if (other !== runner && key !== null) other.unlocked();
    events.emit({ type: 'folders' });
    const notice = key !== null && wanted.remember === true ? await keys.remember(key) : {};
    return { ...runner.toJson(), ...notice };
  }

  /** One transaction, so that no crash leaves a link that would write excluded subfolders. */
  function addRow(folder: NewLinkedFolder, before: EndedLink | null): LinkedFolder {
    return deps.transaction(() => {
      const added = rows.add(folder);
      if (before === null) return added;
      const { paused, resumeAtSeconds, ignoring } = before.folder;
      rows.setPaused(folder.id, paused, resumeAtSeconds);
      rows.setIgnoring(folder.id, ignoring);
      journal.setExclusions(added.key, before.excluded);
      return rows.find(folder.id) ?? added;
    });
  }

  function neighbours(): Neighbours {
    return { dataDir: deps.dataDir, linked: rows.list().map((folder) => folder.path) };
  }

  /** Ends the link; files and library stay as they are. */
  async function unlink(id: string): Promise<void> {
    const runner = runners.find(id);
    runners.forget(runner);
    await runner.stop();
    ended.remember(rows.find(runner.folder.id) ?? runner.folder);
    rows.remove(runner.folder.id);
    await unmark(deps.openFileSystem(runner.folder.path));
    const { libraryId } = runner.folder;
    if (runners.linkedTo(libraryId).length === 0) await keys.release(libraryId);
    events.emit({ type: 'folders' });
  }

  /** Previews linking the folder; changes nothing. */
  async function preflight(path: string, signal?: AbortSignal): Promise<PreflightJson> {
    const refused = await refusalOf(path);
    if (refused !== null) {
      const { reason = '' } = refused;
      const nothing = {
        warnings: [],
        said: [],
        files: 0,
        folders: 0,
        bytes: 0,
        ignored: 0,
        truncated: false,
      };
      return { path, refusal: folderRefusalText(refused), refusal_reason: reason, ...nothing };
    }
    const reader = deps.openReader(path);
    try {
      return {
        ...{ path, refusal: '', refusal_reason: '' },
        ...(await preflightFolder(path, reader, { clock: deps.clock, ...(signal && { signal }) })),
      };
    } finally {
      await reader.close();
    }
  }

  async function refusalOf(path: string): Promise<ErrorDetail | null> {
    try {
      await chooseRoot(path, neighbours());
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error.detail;
      throw error;
    }
  }

  /** The defaults for a folder that is linked to a new library. */
  function defaults(): FolderDefaultsJson {
    return { keep_days: deps.defaultKeepDays(), ignored: deps.ignoreDefaults };
  }

  return { link, unlink, preflight, defaults };
}

/** Remembers links that ended, so that they can be made again with the same choices. */
function createEndedLinks({ journal }: Pick<LinkedFoldersDependencies, 'journal'>) {
  /** By the former folder ids, oldest first. */
  const ended = new Map<string, EndedLink>();

  function find({ again, library }: LinkFolderJson, path: string): EndedLink | null {
    if (again === undefined) return null;
    const before = ended.get(again);
    if (before === undefined) throw new DomainError('linked-folder-not-found', { value: again });
    if (before.folder.path === path && before.folder.libraryId === library) return before;
    throw new DomainError('argument-invalid', { field: 'again', reason: 'another folder or library' });
  }

  function remember(folder: LinkedFolder): void {
    ended.set(folder.id, { folder, excluded: journal.exclusions(folder.key) });
    for (const id of [...ended.keys()].slice(0, -MOST_ENDED)) ended.delete(id);
  }

  return { find, remember };
}

/** Chooses the library for a folder: an existing or a new one. */
function createLibraryChoice({ libraries }: Pick<LinkedFoldersDependencies, 'libraries'>) {
  function findLibrary(wanted: string, caller: Caller): Library {
    const { library, permission } = isLibraryId(wanted)
      ? libraryWithId(wanted, caller)
      : libraryNamed(wanted, caller);
    if (permission === 'rw') return library;
    if (library.status === 'normal') throw belongsToOther(library.id, caller);
    throw new DomainError('library-read-only', { value: library.id });
  }

  function belongsToOther(id: LibraryId, caller: Caller): DomainError {
    const owner = libraries.owner(caller, id);
    return owner.kind === 'user'
      ? refused('library-of-another', owner.email)
      : refused('library-of-department', id);
  }

  /** Administrators may know the owner of a library that they have no access to. */
  function libraryWithId(id: LibraryId, caller: Caller) {
    try {
      return libraries.find(caller, id);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'permission-denied') throw error;
      throw belongsToOther(id, caller);
    }
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

  async function createLibrary(name: string, wanted: LinkFolderJson, caller: Caller): Promise<Library> {
    const password = newLibraryPassword(wanted);
    const secret = password === undefined ? {} : { password, encryptionVersion: 4 as const };
    const { view } = await libraries.create(caller, { name, description: '', ...secret });
    return view.library;
  }

  return { findLibrary, createLibrary };
}
