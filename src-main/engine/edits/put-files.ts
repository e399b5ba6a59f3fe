import { DomainError } from '../../core/errors.ts';
import { describeUploaded } from '../../core/history/describe.ts';
import type { Library } from '../../core/library/library.ts';
import { checkNewItemName } from '../../core/library/name.ts';
import { ancestorsOf, componentsOf, joinPath, nameOf, parentOf, parsePath } from '../../core/library/path.ts';
import { type Dirent, FILE_MODE, type FileDirent } from '../../core/objects/dir-object.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import { uniqueName } from '../../core/tree/unique-name.ts';
import type { PendingStorage } from '../objects/pending-storage.ts';
import type { StorageQuotas } from '../objects/storage-quotas.ts';
import type { Clock } from '../ports.ts';
import type { LibraryContents } from '../reading/library-contents.ts';
import {
  type ApplyPlanDependencies,
  applyPlan,
  type EditCommand,
  type EditPlan,
  type Planning,
  pathAfter,
} from './apply-plan.ts';
import type { StoredContent } from './receive-content.ts';

export interface PutFilesDependencies extends ApplyPlanDependencies {
  readonly contents: LibraryContents;
  readonly quotas: Pick<StorageQuotas, 'require'>;
  readonly pending: Pick<PendingStorage, 'release'>;
  readonly clock: Clock;
}

/** Content that is in the store by now. */
interface PutCommand extends Omit<EditCommand, 'records' | 'isDryRun'> {
  /** @see IncomingContent */
  readonly received: readonly ObjectId[];
}

export interface AddFiles extends PutCommand {
  readonly folder: string;
  /** Below it, made where it is missing; empty for the folder itself. */
  readonly relativePath: string;
  /** Files of the same name are replaced; otherwise new ones get a number. */
  readonly replaces: boolean;
  readonly files: readonly FileToAdd[];
}

export interface FileToAdd extends StoredContent {
  readonly name: string;
  /** Null: now. */
  readonly mtimeSeconds: number | null;
}

export interface ReplaceFile extends PutCommand {
  readonly path: string;
  readonly content: StoredContent;
  /** The commit whose version was changed; null: whatever is there is replaced. */
  readonly base: CommitId | null;
  /** Null: now. */
  readonly mtimeSeconds: number | null;
}

/** A file at a path, whether something is there or not. */
export interface PutAt extends PutCommand {
  readonly path: string;
  readonly content: StoredContent;
  /** Null: now. */
  readonly mtimeSeconds: number | null;
  /** The file that must be there, null for none; absent: whatever file is there is replaced. */
  readonly expects?: ObjectId | null;
  /** Another file that goes in the same commit. The file that must be there. */
  readonly removes?: { readonly path: string; readonly expects: ObjectId };
}

/** A file as it is in the library now. */
export interface PutFile extends StoredContent {
  readonly name: string;
  /** The head now, which holds it. */
  readonly commitId: CommitId;
}

interface PlannedPut {
  readonly path: string;
  readonly name: string;
  readonly dirent: Omit<FileDirent, 'name'>;
  readonly isNew: boolean;
  /** @see TreeChange */
  readonly base?: ObjectId | null;
  readonly removes?: PutAt['removes'];
}

/** As on reference servers. */
const MAX_NUMBER = 100;

/** Puts content that came in into the tree. What finds its place taken at the commit goes beside under a conflict name. */
export function createPutFiles(deps: PutFilesDependencies) {
  async function put(
    { received, ...command }: PutCommand,
    makePuts: (library: Library) => Promise<readonly PlannedPut[]>,
    holdsFor: Planning<EditPlan>['holdsFor'] = 'names',
  ): Promise<PutFile[]> {
    const edit = { ...command, records: [{ kind: 'received', ids: received }] } as const;
    const { plan, made } = await applyPlan(deps, edit, {
      holdsFor,
      plan: async (library) => {
        const puts = await makePuts(library);
        return { library, puts, added: puts.filter(({ isNew }) => isNew), changes: puts.flatMap(changesOf) };
      },
      describe: ({ puts, added }) => describeUploaded(puts, added),
    });
    // All of it was there before.
    if (!made.changed)
      deps.pending.release(deps.libraryTable.find(command.libraryId) ?? plan.library, received);
    return plan.puts.map(({ path, dirent: { id, sizeBytes } }) => ({
      name: nameOf(pathAfter(made, path)),
      id,
      sizeBytes,
      commitId: made.commitId,
    }));
  }

  return {
    /**
     * Puts one file at a path. With `expects` it is put onto that very file or not at all, as with that of what it removes.
     * Durable on return.
     * @throws DomainError `folder-not-found`, `not-a-folder`, `name-taken` by a folder, `name-invalid`,
     * `quota-exceeded`, `library-read-only`; `head-moved`, with the reason `file-changed` when something else is there
     */
    async putAt(command: PutAt): Promise<PutFile> {
      const holdsFor = command.expects === undefined ? 'names' : 'head';
      const [file] = await put(command, (library) => planAt(deps, library, command), holdsFor);
      if (file === undefined) throw new Error('one file is put');
      return file;
    },

    /**
     * In one commit, durable on return.
     * @throws DomainError `folder-not-found`, `not-a-folder`, `argument-invalid` for the relative path, `name-invalid`,
     * `path-invalid`, `name-taken` after a hundred numbers, `quota-exceeded`, `library-read-only`; `head-moved` when what
     * came in was collected meanwhile
     */
    addFiles: (command: AddFiles): Promise<PutFile[]> =>
      put(command, (library) => planAdding(deps, library, command)),

    /**
     * The same content makes no commit; one that another user changed since `base` is kept, and the new one lies beside
     * it. Durable on return.
     * @throws DomainError `file-not-found`, `commit-not-found`, `quota-exceeded`, `library-read-only`, `head-moved`
     */
    async replaceFile(command: ReplaceFile): Promise<PutFile> {
      const [file] = await put(command, (library) => planReplacing(deps, library, command));
      if (file === undefined) throw new Error('one file is put');
      return file;
    },
  };
}

async function planAdding(
  { contents, quotas, clock }: PutFilesDependencies,
  library: Library,
  { folder, relativePath, replaces, files, author }: AddFiles,
): Promise<readonly PlannedPut[]> {
  await contents.folder(library, folder);
  const target = belowFolder(folder, relativePath);
  const names = await namesIn(contents, library, target);
  quotas.require(
    library,
    files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  );
  return files.map((file): PlannedPut => {
    const name = nameFor(file.name, names, replaces);
    const there = names.get(name);
    const dirent = direntOf(file, { there, mtimeSeconds: file.mtimeSeconds ?? clock.nowSeconds(), author });
    names.set(name, { ...dirent, name });
    const base = baseOf(there?.id, dirent.id, replaces);
    return { path: joinPath(target, name), name, dirent, isNew: there === undefined, ...base };
  });
}

async function planReplacing(
  { contents, quotas, clock }: PutFilesDependencies,
  library: Library,
  { path, content, base: commitId, mtimeSeconds, author }: ReplaceFile,
): Promise<readonly PlannedPut[]> {
  const there = await contents.entryAt(library, path);
  if (there?.kind !== 'file') throw new DomainError('file-not-found', { value: path });
  quotas.require(library, content.sizeBytes - there.sizeBytes);
  const dirent = direntOf(content, { there, mtimeSeconds: mtimeSeconds ?? clock.nowSeconds(), author });
  const known = commitId === null ? null : await contents.entryAt(library, path, commitId);
  const base = known === null ? baseOf(there.id, dirent.id, true) : { base: known.id };
  return [{ path, name: nameOf(path), dirent, isNew: false, ...base }];
}

async function planAt(
  { contents, quotas, clock }: PutFilesDependencies,
  library: Library,
  { path, content, mtimeSeconds, author, expects, removes }: PutAt,
): Promise<readonly PlannedPut[]> {
  await contents.folder(library, parentOf(path));
  const there = (await contents.entryAt(library, path)) ?? undefined;
  if (there?.kind === 'dir') throw new DomainError('name-taken', { value: nameOf(path) });
  if (expects !== undefined && expects !== (there?.id ?? null)) throw fileChanged(path);
  if (removes !== undefined && (await contents.entryAt(library, removes.path))?.id !== removes.expects)
    throw fileChanged(removes.path);
  if (there === undefined) checkNewItemName(nameOf(path));
  quotas.require(library, content.sizeBytes - (there?.sizeBytes ?? 0));
  const dirent = direntOf(content, { there, mtimeSeconds: mtimeSeconds ?? clock.nowSeconds(), author });
  const base = baseOf(there?.id, dirent.id, true);
  const also = removes === undefined ? {} : { removes };
  return [{ path, name: nameOf(path), dirent, isNew: there === undefined, ...base, ...also }];
}

/** What is in a folder, by name; nothing where the folder is still to be made. @throws DomainError `not-a-folder` */
async function namesIn(
  contents: LibraryContents,
  library: Library,
  folder: string,
): Promise<Map<string, Dirent>> {
  for (const path of [...ancestorsOf(folder), folder].slice(1)) {
    const there = await contents.entryAt(library, path);
    if (there === null) return new Map();
    if (there.kind !== 'dir') throw new DomainError('not-a-folder', { value: path });
  }
  return new Map((await contents.list(library, folder)).dirents.map((dirent) => [dirent.name, dirent]));
}

interface FileFacts {
  readonly there: Dirent | undefined;
  readonly mtimeSeconds: number;
  readonly author: string;
}

function direntOf(
  { id, sizeBytes }: StoredContent,
  { there, mtimeSeconds, author }: FileFacts,
): PlannedPut['dirent'] {
  const mode = there?.kind === 'file' ? there.mode : FILE_MODE;
  return { kind: 'file', id, sizeBytes, mode, mtimeSeconds, modifier: author };
}

/** @throws DomainError `path-invalid` when too long */
function changesOf({ path, dirent, base, removes }: PlannedPut): TreeChange[] {
  const put: TreeChange = {
    ...{ op: 'put', path: parsePath(path), dirent },
    ...(base === undefined ? {} : { base }),
  };
  if (removes === undefined) return [put];
  return [put, { op: 'remove', path: removes.path, base: removes.expects }];
}

function fileChanged(value: string): DomainError {
  return new DomainError('head-moved', { value, reason: 'file-changed' });
}

/** @throws DomainError `argument-invalid` */
function belowFolder(folder: string, relativePath: string): string {
  const names = componentsOf(relativePath.normalize('NFC'));
  try {
    names.forEach(checkNewItemName);
    return names.reduce((path, name) => parsePath(joinPath(path, name)), folder);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError('argument-invalid', { field: 'relative_path', value: relativePath }, error);
  }
}

/** @throws DomainError `name-invalid`, `name-taken` */
function nameFor(sent: string, names: ReadonlyMap<string, Dirent>, replaces: boolean): string {
  const wanted = sent.normalize('NFC');
  checkNewItemName(wanted);
  if (replaces && names.get(wanted)?.kind !== 'dir') return wanted;
  let tries = 0;
  const isTaken = (name: string) => {
    if (tries > MAX_NUMBER) throw new DomainError('name-taken', { value: wanted });
    tries += 1;
    return names.has(name);
  };
  return uniqueName(wanted, isTaken, 'file', MAX_NUMBER);
}

/** The same content again is no change; otherwise what came meanwhile is replaced as well when that was asked for. */
function baseOf(there: ObjectId | undefined, id: ObjectId, replaces: boolean): { base?: ObjectId | null } {
  if (!replaces) return { base: null };
  return there === id ? { base: id } : {};
}
