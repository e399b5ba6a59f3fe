import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { describeReverted, describeRevertedLibrary } from '../../core/history/describe.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { joinPath, nameOf, parentOf } from '../../core/library/path.ts';
import type { Dirent, FileDirent } from '../../core/objects/dir-object.ts';
import type { CommitId } from '../../core/objects/object-id.ts';
import { inSteps, isStepDue } from '../../core/steps.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import { tableOf } from '../../core/tree/dirents-of.ts';
import { putItem } from '../../core/tree/put-item.ts';
import { uniqueName } from '../../core/tree/unique-name.ts';
import type { WalkedEntry } from '../../core/tree/walk.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import { commitPlanned, type PlannedCommitsDependencies } from '../../engine/edits/planned-commits.ts';
import type { CommitResult } from '../../engine/heads/change-library.ts';
import type { FolderListing, LibraryContents } from '../../engine/reading/library-contents.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import type { LibraryAccess } from '../access/library-access.ts';
import type { DownloadLink, Downloads } from './downloads.ts';

export interface FilesDependencies extends PlannedCommitsDependencies {
  readonly access: LibraryAccess;
  readonly contents: LibraryContents;
  readonly edits: LibraryEdits;
  readonly downloads: Downloads;
}

export interface Restored {
  /** Where the item is now. */
  readonly path: string;
  /** The head now. */
  readonly commitId: CommitId;
  /** False: everything was there as it was already, and no commit was made. */
  readonly isChanged: boolean;
  readonly files: number;
  readonly bytes: number;
}

type RestoredItem = Omit<Restored, 'commitId' | 'isChanged'>;

/** What a restore would say, were it done now. */
interface RestorePreview extends RestoredItem {
  /** Present where something else is at the place now. */
  readonly replaces?: true;
}

/** What a restore changes, and what will be told of it. */
interface RestorePlan extends RestoredItem {
  readonly steps: readonly { readonly change: TreeChange }[];
}

export interface ExportSource {
  readonly item: Dirent;
  /** Parents before children; paths are relative to the item and start with '/'. */
  readonly below: () => AsyncGenerator<WalkedEntry>;
  readonly read: (file: FileDirent) => AsyncGenerator<Buffer>;
  /** Writes files to disk, in bulk. @see LibraryObjects.writeOut for what is left to be done with `read` */
  readonly writeOut: LibraryObjects['writeOut'];
}

/** Files and folders of libraries, for those who have access to them. */
export type FilesService = ReturnType<typeof createFiles>;

export function createFiles(deps: FilesDependencies) {
  const { access, contents, edits, downloads } = deps;

  /** A name beside `path` that nothing has. */
  async function freePath(library: Library, path: string, kind: Dirent['kind']): Promise<string> {
    const { dirents } = await contents.list(library, parentOf(path));
    const taken = await inSteps(tableOf(dirents), yieldToEventLoop);
    return joinPath(
      parentOf(path),
      uniqueName(nameOf(path), (name) => taken.has(name), kind),
    );
  }

  /** Where an item of a commit would come back, how much it is, and what it would replace. */
  async function preview(library: Library, path: string, commitId: CommitId) {
    const item = await contents.entry(library, path, commitId);
    const { fileCount: files, sizeBytes: bytes } = await contents.measure(library, item);
    const there = path === '/' ? null : await contents.entryAt(library, path);
    const isSame = there?.kind === item.kind && there.id === item.id;
    const clashes = there !== null && !isSame && (there.kind === 'dir' || item.kind === 'dir');
    const target = clashes ? await freePath(library, path, item.kind) : path;
    const replaced = clashes ? null : there;
    const replaces = path === '/' ? item.id !== library.rootId : replaced !== null && !isSame;
    return { item, path: target, replaced, replaces, files, bytes };
  }

  /** What turns all that the library holds now into what it held at the commit. */
  async function planAll(library: Library, commitId: CommitId): Promise<RestorePlan> {
    const then = await contents.list(library, '/', commitId);
    const wanted = await inSteps(tableOf(then.dirents), yieldToEventLoop);
    const changes: TreeChange[] = [];
    const now = await contents.list(library, '/');
    for (const [at, { name, id, kind }] of now.dirents.entries()) {
      if (isStepDue(at)) await yieldToEventLoop();
      const same = wanted.get(name);
      if (same?.id === id && same.kind === kind) wanted.delete(name);
      else changes.push({ op: 'remove', path: joinPath('/', name), base: id });
    }
    for (const item of wanted.values()) changes.push(putItem(item, joinPath('/', item.name)));
    const { files, bytes } = await preview(library, '/', commitId);
    return { steps: changes.map((change) => ({ change })), path: '/', files, bytes };
  }

  /** Measured with the plan: what is read may be gone right after the commit, and the commit stands. */
  async function planItem(library: Library, path: string, commitId: CommitId): Promise<RestorePlan> {
    const { item, replaced, path: target, files, bytes } = await preview(library, path, commitId);
    return { steps: [{ change: putItem(item, target, replaced?.id) }], path: target, files, bytes };
  }

  async function describeRestore(library: Library, path: string, commitId: CommitId): Promise<string> {
    const commit = contents.commitAt(library, commitId);
    if (path === '/') return describeRevertedLibrary(commit);
    return describeReverted(await contents.entry(library, path, commitId), commit);
  }

  return {
    /** @throws DomainError `library-not-found`, `permission-denied`, `folder-not-found`, `commit-not-found` */
    async list(
      caller: Caller,
      id: LibraryId,
      path: string,
      commitId: CommitId | null,
    ): Promise<FolderListing> {
      return contents.list(access.readable(caller, id).library, path, commitId);
    },

    async entry(caller: Caller, id: LibraryId, path: string, commitId: CommitId | null): Promise<Dirent> {
      return contents.entry(access.readable(caller, id).library, path, commitId);
    },

    async createFolder(caller: Caller, id: LibraryId, parentPath: string, name: string): Promise<Dirent> {
      return edits.createFolder(access.writable(caller, id).library, parentPath, name, caller.email);
    },

    async remove(caller: Caller, id: LibraryId, path: string): Promise<CommitResult> {
      return edits.remove(access.writable(caller, id).library, path, caller.email);
    },

    /** A link for one hour to a file as it is now, or was at a commit. */
    async link(
      caller: Caller,
      id: LibraryId,
      path: string,
      commitId: CommitId | null,
    ): Promise<DownloadLink> {
      const { library } = access.readable(caller, id);
      downloads.keyFor(caller, library);
      return downloads.issue(library, path, await contents.entry(library, path, commitId), { caller });
    },

    /**
     * An item as it is or was, with what is below it and a way to read each file: for writing it elsewhere.
     * @throws DomainError `item-not-found`, `commit-not-found`; `library-locked` for content the server cannot read
     */
    async openForExport(
      caller: Caller,
      id: LibraryId,
      path: string,
      commitId: CommitId | null,
    ): Promise<ExportSource> {
      const { library } = access.readable(caller, id);
      if (library.encryption !== null) throw new DomainError('library-locked', { value: id });
      const item = await contents.entry(library, path, commitId);
      return {
        item,
        below: () => (item.kind === 'dir' ? contents.walk(library, item.id) : nothing()),
        read: (file) => contents.read(library, file),
        writeOut: (files) => contents.writeOut(library, files),
      };
    },

    /**
     * Brings an item back from a commit as a new commit; missing parents are made again. A file replaces what is
     * there (which stays in history); a folder that would clash comes back beside it under a free name; the root brings
     * the whole library back to what it was. What is there already as it was makes no commit. What somebody changes
     * meanwhile is planned for as well.
     * @throws DomainError `commit-not-found`, `item-not-found`, `library-read-only`, `head-moved`
     */
    async restore(caller: Caller, id: LibraryId, path: string, commitId: CommitId): Promise<Restored> {
      const { library } = access.writable(caller, id);
      const { plan, made } = await commitPlanned(deps, {
        libraryId: id,
        author: caller.email,
        description: await describeRestore(library, path, commitId),
        isDryRun: false,
        plan: (now) => (path === '/' ? planAll(now, commitId) : planItem(now, path, commitId)),
      });
      const { path: target, files, bytes } = plan;
      const isChanged = made?.changed === true;
      return {
        path: target,
        files,
        bytes,
        isChanged,
        commitId: made?.commitId ?? access.existing(id).headId,
      };
    },

    /** What `restore` would say now; changes nothing. @throws as `restore` */
    async previewRestore(
      caller: Caller,
      id: LibraryId,
      path: string,
      commitId: CommitId,
    ): Promise<RestorePreview> {
      const { library } = access.writable(caller, id);
      const { path: target, files, bytes, replaces } = await preview(library, path, commitId);
      return { path: target, files, bytes, ...(replaces && { replaces }) };
    },
  };
}

async function* nothing(): AsyncGenerator<WalkedEntry> {
  // A file has nothing below it.
}
