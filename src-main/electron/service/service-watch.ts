import type { BackupJson } from '../../../src-shared/backup-api.ts';
import { hasFreshBackup } from '../../../src-shared/backup-freshness.ts';
import type { ConflictsJson } from '../../../src-shared/conflicts-api.ts';
import type { ServerEvent } from '../../../src-shared/events.ts';
import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { IntegrityJson } from '../../../src-shared/integrity-api.ts';
import type { LibrariesJson } from '../../../src-shared/libraries-api.ts';
import type { RecentChangeJson, RecentChangesJson } from '../../../src-shared/overview-api.ts';
import type { RehearsalJson } from '../../../src-shared/rehearsal-api.ts';
import type { StatusJson } from '../../../src-shared/session-api.ts';
import type { LocalCalls } from './local-calls.ts';

/** Often enough for menus: a burst of commits is read once. */
const READ_EVERY_MS = 1_000;

/** What the shell shows of the service outside its window. */
export interface ServiceView {
  readonly folders: readonly LinkedFolderJson[];
  readonly libraries: readonly { readonly id: string; readonly name: string | null }[];
  readonly recent: readonly RecentChangeJson[];
  /** Conflict copies. */
  readonly conflicts: number;
  /** Whether there is a recent backup. */
  readonly hasBackup: boolean;
  /** Damaged stored objects. */
  readonly damaged: number;
  /** Files that did not come back from the backup in the last restore test. */
  readonly lost: number;
}

const EMPTY_VIEW: ServiceView = {
  ...{ folders: [], libraries: [], recent: [], conflicts: 0, hasBackup: false, damaged: 0, lost: 0 },
};

/** Keeps a view of the service up to date from its events. */
export class ServiceWatch {
  readonly #calls: LocalCalls;
  readonly #onChange: (view: ServiceView) => void;
  readonly #onFault: (error: unknown) => void;
  #view = EMPTY_VIEW;
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;
  #isStale = false;

  constructor(
    calls: LocalCalls,
    listener: { onChange: (view: ServiceView) => void; onFault: (error: unknown) => void },
  ) {
    this.#calls = calls;
    this.#onChange = listener.onChange;
    this.#onFault = listener.onFault;
  }

  get view(): ServiceView {
    return this.#view;
  }

  /** Takes in an event; reads the rest from the service soon. */
  hear(event: ServerEvent): void {
    if (event.type === 'folder-activity') return;
    if (event.type !== 'folder') {
      this.#readSoon();
      return;
    }
    const { folder } = event;
    const folders = this.#view.folders.map((each) => (each.id === folder.id ? folder : each));
    this.#show({ ...this.#view, folders });
  }

  /** Reads everything now. */
  async read(): Promise<void> {
    if (this.#isReading) {
      this.#isStale = true;
      return;
    }
    this.#isReading = true;
    try {
      this.#show(await this.#readAll());
    } catch (error) {
      this.#onFault(error);
    } finally {
      this.#isReading = false;
    }
    if (this.#isStale) this.#readSoon();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #readSoon(): void {
    this.#isStale = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#isStale = false;
      this.read().catch(this.#onFault);
    }, READ_EVERY_MS);
  }

  async #readAll(): Promise<ServiceView> {
    const [status, { libraries }, { changes }, { conflicts }, backup, integrity, rehearsal] =
      await Promise.all([
        this.#calls.get<StatusJson>('status/'),
        this.#calls.get<LibrariesJson>('libraries/'),
        this.#calls.get<RecentChangesJson>('recent-changes/'),
        this.#calls.get<ConflictsJson>('conflicts/'),
        this.#calls.get<BackupJson>('backup/'),
        this.#calls.get<IntegrityJson>('integrity/'),
        this.#calls.get<RehearsalJson>('backup/rehearsal/'),
      ]);
    // Conflicts in a sample are there to be tried.
    const samples = new Set(libraries.flatMap(({ id, is_sample }) => (is_sample ? [id] : [])));
    const waiting = conflicts.filter(({ library_id }) => !samples.has(library_id));
    const hasBackup = hasFreshBackup(backup, Date.now() / 1000);
    return {
      folders: status.folders,
      ...{ libraries, recent: changes, conflicts: waiting.length, hasBackup },
      ...{ damaged: integrity.damaged_count, lost: rehearsal.last?.lost.length ?? 0 },
    };
  }

  #show(view: ServiceView): void {
    this.#view = view;
    this.#onChange(view);
  }
}
