import { NAME_BESIDE } from '../../../src-shared/name-beside.ts';
import type { RestoreRefusal } from '../../../src-shared/refusals.ts';
import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { checkLibraryName } from '../../core/library/name.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { Ports } from '../../engine/ports.ts';
import type { OpenBackup } from '../../store/backup/open-backup.ts';
import type { People } from '../access/people.ts';
import type { Garbage } from './garbage.ts';
import type { Job, Jobs } from './jobs.ts';
import { importLibrary, type LibraryImportDependencies, type RestoredLibrary } from './library-import.ts';
import type { WatchedWork } from './watched-work.ts';

/** Where backups are read from. Whatever a person can mend is thrown as a DomainError. */
export interface BackupSource {
  /** @throws DomainError `backup-unusable` */
  open(folder: string): Promise<ChosenBackup>;
  /** @throws DomainError `backup-unusable` when the data folder has no room for so much */
  requireRoom(bytes: number): Promise<void>;
}

export interface ChosenBackup extends OpenBackup {
  /** Without links. */
  readonly folder: string;
  /** It was made of this very data folder. */
  readonly isOwn: boolean;
}

/** What is in a backup. */
export interface BackupContents {
  readonly folder: string;
  readonly madeAtSeconds: number;
  readonly libraries: readonly BackupLibrary[];
}

export interface BackupLibrary {
  readonly library: Library;
  /**
   * What became of it here. `absent`: it is unknown here; `same`, `newer`, `older`: it is here, with the same head,
   * with commits that the backup lacks, with fewer; `other`: each has commits that the other lacks; `deleted`: it was
   * here.
   */
  readonly here: 'absent' | 'same' | 'newer' | 'older' | 'other' | 'deleted';
  /** Whose it becomes: the caller's, where its owner has no account here. */
  readonly newOwner: Owner;
  /** Name that it gets. */
  readonly newName: string;
  /** Its password belongs to its id, which is taken here. */
  readonly isRefused: boolean;
}

export interface BackupRestoresDependencies
  extends LibraryImportDependencies,
    Pick<Ports, 'journal' | 'ids' | 'events'> {
  readonly source: BackupSource;
  readonly people: Pick<People, 'requireOwner'>;
  readonly garbage: Pick<Garbage, 'holdOff'>;
  readonly jobs: Pick<Jobs, 'run'>;
}

const MAX_NAME_BYTES = 255;
const MAX_SUFFIX_BYTES = 150;

/** Looks into backups, and brings libraries back out of them, beside what is here. */
export type BackupRestores = ReturnType<typeof createBackupRestores>;

export function createBackupRestores(deps: BackupRestoresDependencies) {
  const { source, ids } = deps;
  const { view, chosenOf } = createBackupViews(deps);

  async function restoreEach(
    backup: ChosenBackup,
    chosen: readonly BackupLibrary[],
    { signal, onProgress, total }: WatchedWork & { readonly total: number },
  ): Promise<RestoredLibrary[]> {
    const restored: RestoredLibrary[] = [];
    let done = 0;
    const onBytes = (bytes: number) => {
      done += bytes;
      // What the backup holds compressed counts as more here.
      onProgress(Math.min(done, total), total);
    };
    for (const { library, newName, newOwner: owner, here } of chosen) {
      signal.throwIfAborted();
      const id = here === 'absent' ? library.id : (ids.uuid() as LibraryId);
      const target = { id, name: newName, owner };
      const row = { libraryId: id, name: newName };
      try {
        const unreadable = await importLibrary(deps, { backup, source: library, target, signal, onBytes });
        restored.push({ ...row, unreadable, reason: '' });
        deps.events.emit({ type: 'libraries' });
      } catch (error) {
        if (!(error instanceof DomainError) || error.code === 'disk-full') throw error;
        restored.push({ ...row, unreadable: 0, reason: error.code });
      }
    }
    return restored;
  }

  return {
    /**
     * The suffix goes behind names that are given anew; `{date}` in it is the day of the backup.
     * @throws DomainError `permission-denied`; `backup-unusable`; `name-invalid` for a suffix that no name may hold
     */
    async look(caller: Caller, folder: string, suffix: string = NAME_BESIDE): Promise<BackupContents> {
      requireAdministrator(caller);
      checkSuffix(suffix);
      const backup = await source.open(folder);
      try {
        const { madeAtSeconds } = backup;
        const found = backup.libraryTable.all().map((library) => view(caller, backup, library, suffix));
        return { folder: backup.folder, madeAtSeconds, libraries: found };
      } finally {
        await backup.close();
      }
    },

    /**
     * Begins to bring libraries back, as a job: each under its own id where that is unknown here, else beside what is
     * here, as a new library. Nothing that is here is changed. Meanwhile nothing is collected and no backup is made.
     * @throws DomainError `permission-denied`; `backup-unusable`; `name-invalid`; `busy` while another job runs
     */
    async start(
      caller: Caller,
      folder: string,
      wanted: readonly LibraryId[],
      suffix: string = NAME_BESIDE,
    ): Promise<Job> {
      requireAdministrator(caller);
      checkSuffix(suffix);
      const backup = await source.open(folder);
      try {
        const chosen = chosenOf(caller, backup, { wanted, suffix });
        let total = 0;
        for (const { library } of chosen) total += await backup.bytesOf(library.id);
        await source.requireRoom(total);
        return deps.jobs.run(caller, 'restore', async (watched) => {
          try {
            watched.onProgress(0, total);
            const restored = await deps.garbage.holdOff(() =>
              restoreEach(backup, chosen, { ...watched, total }),
            );
            return { restored };
          } finally {
            await backup.close();
          }
        });
      } catch (error) {
        await backup.close();
        throw error;
      }
    },
  };
}

/** Libraries of a backup beside what is here. */
function createBackupViews({ libraryTable, historyTable, journal, people }: BackupRestoresDependencies) {
  /** Also one that only the journal remembers. */
  function isKnown(id: LibraryId): boolean {
    return libraryTable.isKnown(id) || journal.lastHeadOf(id) !== null;
  }

  function statusOf(backup: ChosenBackup, { id, headId }: Library): BackupLibrary['here'] {
    const here = libraryTable.find(id);
    if (here === null) return isKnown(id) ? 'deleted' : 'absent';
    if (here.headId === headId) return 'same';
    if (historyTable.isKnown(id, headId)) return 'newer';
    return backup.historyTable.isKnown(id, here.headId) ? 'older' : 'other';
  }

  function newOwner(caller: Caller, backup: ChosenBackup, { owner }: Library): Owner {
    const own: Owner = { kind: 'user', email: caller.email };
    // Departments are numbers, which mean others elsewhere.
    if (owner.kind === 'department' && !backup.isOwn) return own;
    try {
      people.requireOwner(owner);
      return owner;
    } catch (error) {
      if (error instanceof DomainError) return own;
      throw error;
    }
  }

  function view(caller: Caller, backup: ChosenBackup, library: Library, suffix: string): BackupLibrary {
    const here = statusOf(backup, library);
    const isTaken = here !== 'absent';
    return {
      ...{ library, here, newOwner: newOwner(caller, backup, library) },
      newName: isTaken ? nameBeside(library.name, suffix, backup.madeAtSeconds) : library.name,
      isRefused: isTaken && library.encryption !== null,
    };
  }

  /** @throws DomainError `backup-unusable` (`nothing-chosen`, `not-in-backup`, `encrypted-here`, `no-room`) */
  function chosenOf(
    caller: Caller,
    backup: ChosenBackup,
    { wanted, suffix }: { readonly wanted: readonly LibraryId[]; readonly suffix: string },
  ): BackupLibrary[] {
    if (wanted.length === 0) throw unusable('nothing-chosen', '');
    const chosen = [...new Set(wanted)].map((id) => {
      const library = backup.libraryTable.find(id);
      if (library === null || library.origin !== undefined) throw unusable('not-in-backup', id);
      return view(caller, backup, library, suffix);
    });
    const refused = chosen.find(({ isRefused }) => isRefused);
    if (refused !== undefined) throw unusable('encrypted-here', refused.library.name);
    return chosen;
  }

  return { view, chosenOf };
}

/** `<name> (from backup 2026-01-02)`, shortened where that is too long for a name. */
function nameBeside(name: string, suffix: string, madeAtSeconds: number): string {
  const end = ` ${dated(suffix, new Date(madeAtSeconds * 1000).toISOString().slice(0, 10))}`;
  const letters = [...name];
  while (Buffer.byteLength(letters.join('') + end) > MAX_NAME_BYTES) letters.pop();
  return letters.join('') + end;
}

function dated(suffix: string, day: string): string {
  return suffix.replaceAll('{date}', day);
}

/** So much of a name is left at least. @throws DomainError `name-invalid` */
function checkSuffix(suffix: string): void {
  const example = dated(suffix, '2026-01-02');
  checkLibraryName(example);
  if (Buffer.byteLength(example) > MAX_SUFFIX_BYTES)
    throw new DomainError('name-invalid', { field: 'name_suffix', reason: 'too-long' });
}

function unusable(reason: RestoreRefusal, value: string): DomainError {
  return new DomainError('backup-unusable', { field: 'library_ids', reason, value });
}
