import type { Caller } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import type { Library } from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { createSingleFlight } from '../../engine/scheduling/single-flight.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import type { UnlockedLibraries } from '../access/unlocked-libraries.ts';
import type { LibrariesService } from './libraries.ts';
import type { LibraryListing } from './library-listing.ts';

/** A library as a folder of a drive. */
export interface DriveLibrary {
  /** No other library of the caller has it. */
  readonly name: string;
  readonly view: LibraryView;
}

export interface DriveLibrariesDependencies {
  readonly listing: Pick<LibraryListing, 'list'>;
  readonly unlocked: Pick<UnlockedLibraries, 'stateFor'>;
  readonly access: Pick<LibraryAccess, 'readable' | 'writable'>;
  readonly libraries: Pick<LibrariesService, 'create' | 'rename'>;
}

const ALL_KINDS = new Set(['mine', 'shared', 'group', 'org'] as const);
/** Below it a drive shows the past: no library has this very name there. */
export const HISTORY_FOLDER = '.history';
const SHORT_ID_LENGTH = 6;

/** The libraries of a caller as a drive shows them: by name, the encrypted ones while they are unlocked. */
export type DriveLibraries = ReturnType<typeof createDriveLibraries>;

export function createDriveLibraries(deps: DriveLibrariesDependencies) {
  const { listing, unlocked, access, libraries } = deps;
  const once = createSingleFlight<string, void>();

  /**
   * Libraries of one name have a part of their ids behind it, also where file systems take two names for one. The
   * names of own libraries stay when another one of the same name is shared.
   */
  function list(caller: Caller): DriveLibrary[] {
    const views = listing
      .list(caller, { kinds: ALL_KINDS })
      .filter(
        ({ library: { id, encryption } }) => encryption === null || unlocked.stateFor(caller, id) !== null,
      );
    const all = countsOf(views.map(({ library }) => library.name));
    const own = countsOf(views.flatMap(({ isOwner, library }) => (isOwner ? [library.name] : [])));
    const drives = views.map((view) => ({ view, name: nameOf(view.library, view.isOwner ? own : all) }));
    // One may be called as another is shown.
    const shown = countsOf(drives.map(({ name }) => name));
    return drives.map(({ view, name }) => ({
      view,
      name: (shown.get(foldName(name)) ?? 0) > 1 ? `${view.library.name} (${view.library.id})` : name,
    }));
  }

  /** @throws DomainError `name-taken`, by what is shown and by what several are called */
  function requireFree(caller: Caller, name: string): void {
    const taken = list(caller).flatMap((drive) => [drive.name, drive.view.library.name]);
    const isTaken = [...taken, HISTORY_FOLDER].some((one) => foldName(one) === foldName(name));
    if (isTaken) throw new DomainError('name-taken', { value: name });
  }

  async function make(caller: Caller, name: string): Promise<void> {
    requireFree(caller, name);
    await libraries.create(caller, { name });
  }

  return {
    /**
     * Makes a library of a name that none has. Programs that copy a folder ask for it several times at once, and get one.
     * @throws DomainError `name-taken`, `name-invalid`
     */
    create(caller: Caller, name: string): Promise<void> {
      return once(`${caller.email} ${foldName(name)}`, () => make(caller, name.normalize('NFC')));
    },
    /** @throws DomainError `name-taken`, `name-invalid`, `library-not-found`, `permission-denied`, `library-read-only` */
    async rename(caller: Caller, id: LibraryId, name: string): Promise<void> {
      requireFree(caller, name);
      await libraries.rename(caller, id, { name: name.normalize('NFC') });
    },
    /** Own libraries first. */
    list,
    /** That the caller may change what is in it. @throws DomainError `library-not-found`, `permission-denied`, `library-read-only` */
    requireWritable(caller: Caller, id: LibraryId): void {
      access.writable(caller, id);
    },
    /** That library. @throws DomainError `library-not-found`; `library-locked` for an encrypted one that is not open */
    of(caller: Caller, id: LibraryId): DriveLibrary {
      access.readable(caller, id);
      const found = list(caller).find(({ view }) => view.library.id === id);
      if (found === undefined) throw new DomainError('library-locked', { value: id });
      return found;
    },
    /** Null: the caller has none of that name. */
    find(caller: Caller, name: string): DriveLibrary | null {
      const all = list(caller);
      const plain = name.normalize('NFC');
      return (
        all.find((drive) => drive.name === name) ??
        all.find((drive) => drive.name.normalize('NFC') === plain) ??
        null
      );
    },
  };
}

function nameOf({ id, name }: Library, counts: ReadonlyMap<string, number>): string {
  const isPlain = counts.get(foldName(name)) === 1 && foldName(name) !== HISTORY_FOLDER;
  return isPlain ? name : `${name} (${id.slice(0, SHORT_ID_LENGTH)})`;
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(foldName(name), (counts.get(foldName(name)) ?? 0) + 1);
  return counts;
}

function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
