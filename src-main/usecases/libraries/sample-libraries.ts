import type { Language } from '../../../src-shared/languages.ts';
import type { Caller } from '../../core/access/caller.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import { isSampleId, sampleIdFrom } from '../../core/library/sample-id.ts';
import { FILE_MODE } from '../../core/objects/dir-object.ts';
import type { TreeChange } from '../../core/tree/apply.ts';
import type { LibraryEdits } from '../../engine/edits/library-edits.ts';
import type { ChangeLibrary } from '../../engine/heads/change-library.ts';
import type { Ports } from '../../engine/ports.ts';
import { createSingleFlight } from '../../engine/scheduling/single-flight.ts';
import type { LibraryAccess, LibraryView } from '../access/library-access.ts';
import type { DeletedLibraries } from './deleted-libraries.ts';
import type { LibraryListing } from './library-listing.ts';
import { SAMPLE_DAYS, type SampleChange, type SampleStep, sampleName, sampleStory } from './sample-story.ts';

export interface SampleLibrariesDependencies
  extends Pick<Ports, 'clock' | 'ids' | 'events' | 'historyTable' | 'deletedLibraryTable'> {
  readonly access: LibraryAccess;
  readonly listing: Pick<LibraryListing, 'list'>;
  readonly changeLibrary: Pick<ChangeLibrary, 'createLibrary' | 'commitChanges'>;
  readonly edits: Pick<LibraryEdits, 'receiveContent'>;
  readonly deletedLibraries: Pick<DeletedLibraries, 'purge'>;
}

const DAY_SECONDS = 86_400;
/** So long a removed sample can be brought back. */
const REMOVED_FOR_SECONDS = 3_600;
const MINE = new Set(['mine'] as const);

/** A library to look around in: with weeks of history, and without files of users. */
export type SampleLibraries = ReturnType<typeof createSampleLibraries>;

export function createSampleLibraries(deps: SampleLibrariesDependencies) {
  const { access, listing, changeLibrary, edits, clock, ids, events } = deps;
  const making = createSingleFlight<string, LibraryId>();

  const existing = (caller: Caller): LibraryId | null =>
    listing.list(caller, { kinds: MINE }).find(({ library }) => isSampleId(library.id))?.library.id ?? null;

  async function make(caller: Caller, language: Language): Promise<LibraryId> {
    const nowSeconds = clock.nowSeconds();
    const id = sampleIdFrom(ids.uuid());
    const beganAt = nowSeconds - (SAMPLE_DAYS + 1) * DAY_SECONDS;
    await changeLibrary.createLibrary({
      ...{ id, name: sampleName(language), description: '', owner: { kind: 'user', email: caller.email } },
      ...{ sizeBytes: 0, fileCount: 0, updatedAtSeconds: beganAt, modifierEmail: caller.email },
      ...{ status: 'normal', encryption: null, historyFromSeconds: 0, createdAtSeconds: beganAt },
      // A shorter retention would leave nothing to look back on.
      keepDays: -1,
    });
    for (const step of sampleStory(language, nowSeconds, caller.email)) await perform(caller, id, step);
    return id;
  }

  async function perform(caller: Caller, libraryId: LibraryId, step: SampleStep): Promise<void> {
    const changes: TreeChange[] = [];
    for (const change of step.changes)
      changes.push(change.op === 'put' ? await put(caller, libraryId, step, change) : change);
    const { atSeconds } = step;
    await changeLibrary.commitChanges({
      ...{ libraryId, changes, author: caller.email, asksFirst: true, atSeconds },
    });
  }

  async function put(
    caller: Caller,
    libraryId: LibraryId,
    { atSeconds }: SampleStep,
    { path, content }: Extract<SampleChange, { op: 'put' }>,
  ): Promise<TreeChange> {
    const { library } = access.writable(caller, libraryId);
    const { store } = edits.receiveContent(library, null);
    const pieces = (async function* () {
      yield Buffer.from(content);
    })();
    const { id, sizeBytes } = await store(pieces);
    const facts = { mode: FILE_MODE, mtimeSeconds: atSeconds, modifier: caller.email };
    return { op: 'put', path, dirent: { kind: 'file', id, sizeBytes, ...facts } };
  }

  /** Whether it has only the commits it was made with. With fewer, a crash ended that, and later ones are by users. */
  function isUntouched(id: LibraryId): boolean {
    const at = (seq: number) => deps.historyTable.findBySeq(id, seq)?.ctimeSeconds;
    const madeAt = (at(1) ?? 0) + (SAMPLE_DAYS + 1) * DAY_SECONDS;
    const times = sampleStory('en', madeAt, '').map(({ atSeconds }) => atSeconds);
    return times.every((time, step) => at(step + 2) === time) && at(times.length + 2) === undefined;
  }

  return {
    /**
     * Makes a sample of the caller's own; the one that there is, is answered as it is. Durable on return.
     * @throws DomainError `quota-exceeded`, `disk-full`
     */
    async make(caller: Caller, language: Language): Promise<LibraryView> {
      const id = existing(caller) ?? (await making(caller.email, () => make(caller, language)));
      events.emit({ type: 'libraries' });
      return access.readable(caller, id);
    },

    /**
     * Removes for good the samples that were deleted an hour ago or earlier, so that they leave nothing behind. One that
     * a user has changed stays among the deleted libraries like any other.
     */
    async purgeRemoved(): Promise<void> {
      const before = clock.nowSeconds() - REMOVED_FOR_SECONDS;
      const deleted = deps.deletedLibraryTable.page(Number.MAX_SAFE_INTEGER, 0);
      for (const { id, deletedAtSeconds } of deleted) {
        if (!isSampleId(id) || deletedAtSeconds > before || !isUntouched(id)) continue;
        await deps.deletedLibraries.purge({ email: '', isAdmin: true }, id);
      }
    },
  };
}
