import type { DomainErrorCode } from '../../../src-shared/error-codes.ts';
import { type Caller, requireAdministrator } from '../../core/access/caller.ts';
import { DomainError, type ErrorDetail } from '../../core/errors.ts';
import type { Ports } from '../../engine/ports.ts';
import type { CopiedData, CopyProgress } from '../../store/backup/copy-data-folder.ts';
import type { BackupRow } from '../../store/sqlite/backup.ts';
import type { Garbage } from './garbage.ts';

/** Folders that backups are kept in. Whatever a person can mend is thrown as a DomainError. */
export interface BackupTarget {
  /** Makes the folder ready for the backup of this data folder, and gives its path without links. */
  choose(folder: string): Promise<string>;
  /** Whether `choose` would take the folder; nothing is written. Its path without links. */
  check(folder: string): Promise<string>;
  /** Looks whether the folder still is what was chosen. */
  verify(folder: string): Promise<void>;
  /** Whether one broken disk would take both the folder and the data; null: unknown. */
  isOnSameDisk(folder: string): Promise<boolean | null>;
  /** Whether a restart of the computer takes the folder; null: unknown. */
  isInMemory(folder: string): Promise<boolean | null>;
  copy(
    folder: string,
    watched: { readonly signal: AbortSignal; readonly onProgress: (progress: CopyProgress) => void },
  ): Promise<CopiedData>;
}

/** Why a backup was not made. */
export interface BackupFailure extends Pick<ErrorDetail, 'reason' | 'value'> {
  readonly code: DomainErrorCode;
}

export interface BackupRun extends CopiedData {
  readonly folder: string;
  readonly endedAtSeconds: number;
  /** Null: it succeeded. */
  readonly failure: BackupFailure | null;
}

export interface BackupStatus {
  /** Null: no folder was named. */
  readonly kept: Omit<BackupRow, 'failure'> | null;
  /** Why the last try in that folder failed; null: it did not. */
  readonly failure: BackupFailure | null;
  /** What is copied at this moment, and to where. */
  readonly running: { readonly folder: string; readonly progress: CopyProgress } | null;
  /** The last one since the start that is over. */
  readonly lastRun: BackupRun | null;
  /** At the last check the folder was missing, or not recognised as that of this backup. */
  readonly isAway: boolean;
  /** When the oldest library was made; 0: there is none. */
  readonly dataSinceSeconds: number;
}

export interface BackupCheck {
  /** Absolute, without links. */
  readonly folder: string;
  readonly isOnSameDisk: boolean | null;
  readonly isInMemory: boolean;
}

export interface BackupDependencies extends Pick<Ports, 'backupTable' | 'clock' | 'events'> {
  readonly target: BackupTarget;
  readonly garbage: Pick<Garbage, 'holdOff'>;
}

const DAY_SECONDS = 86_400;
/** Progress is told twice a second at most. */
const TELL_EVERY_MS = 500;
const NOTHING: CopyProgress = { files: 0, totalFiles: 0, bytes: 0, totalBytes: 0 };

/** Why a copy ended that the end of the program cut off. */
const STOPPED = new Error('stopped');

interface Running {
  readonly folder: string;
  readonly end: AbortController;
  progress: CopyProgress;
  /** Settles after its end; never rejects but for a fault of the database. */
  over: Promise<void>;
}

/** A copy of the whole data folder in another place, one at a time. */
export type Backup = ReturnType<typeof createBackup>;

export function createBackup(deps: BackupDependencies) {
  const { backupTable, target, clock, events } = deps;
  const tell = () => events.emit({ type: 'backup' });
  const copies = createCopies(deps, tell);
  const looks = createLooks(deps, tell);
  /** The one that was kept before; so that ending it can be undone. */
  let before: BackupRow | null = null;

  function end(): void {
    before = backupTable.find() ?? before;
    backupTable.remove();
  }

  /** What is on record of a folder that the backup is, or was just now, kept in. */
  function known(folder: string): BackupRow | null {
    return [backupTable.find(), before].find((row) => row?.folder === folder) ?? null;
  }

  /** @throws DomainError `permission-denied` */
  function status(caller: Caller): BackupStatus {
    requireAdministrator(caller);
    const row = backupTable.find();
    const failure = row === null || row.failure === '' ? null : (JSON.parse(row.failure) as BackupFailure);
    return {
      kept: row,
      failure,
      running: copies.running(),
      lastRun: copies.lastRun(),
      isAway: row !== null && looks.isAway(row.folder),
      dataSinceSeconds: backupTable.dataSinceSeconds(),
    };
  }

  return {
    status,
    look: looks.look,

    /**
     * Says where the backup is kept from now on, and marks the folder as its place; null ends it. A backup that is
     * running goes on.
     * @throws DomainError `permission-denied`; `backup-refused`, `backup-away`
     */
    async configure(caller: Caller, folder: string | null, isDaily: boolean): Promise<BackupStatus> {
      requireAdministrator(caller);
      if (folder === null) end();
      else {
        // Also for a disk that is not connected.
        const path = known(folder) === null ? await target.choose(folder) : folder;
        backupTable.put({ ...(known(path) ?? { ...NEW, folder: path }), isDaily });
        await looks.lookAt(path);
      }
      tell();
      return status(caller);
    },

    /**
     * Looks whether a backup could be kept in a folder, and on which disk that is. Nothing is written.
     * @throws DomainError `permission-denied`; `backup-refused`, `backup-away`
     */
    async check(caller: Caller, folder: string): Promise<BackupCheck> {
      requireAdministrator(caller);
      const path = await target.check(folder);
      const [isOnSameDisk, isInMemory] = await Promise.all([
        target.isOnSameDisk(path),
        target.isInMemory(path),
      ]);
      return { folder: path, isOnSameDisk, isInMemory: isInMemory === true };
    },

    /**
     * Begins to copy, to the folder of the backup or once to another; answered when the folder was found good.
     * @throws DomainError `permission-denied`; `backup-refused`, `backup-away`
     */
    async start(caller: Caller, folder: string | null = null): Promise<BackupStatus> {
      requireAdministrator(caller);
      const kept = backupTable.find()?.folder ?? null;
      if (folder === null || folder === kept) {
        if (kept === null) throw refused('no-folder');
        await copies.begin(kept, () => target.verify(kept));
        await looks.lookAt(kept);
      } else {
        const path = await target.choose(folder);
        await copies.begin(path, async () => undefined);
      }
      return status(caller);
    },

    /** Copies when a day has gone by since the last success, and waits for the end. What went wrong is in the status. */
    async runIfDue(): Promise<void> {
      const row = backupTable.find();
      if (row === null) return;
      await looks.lookAt(row.folder);
      if (copies.running() !== null || !isDue(row, clock.nowSeconds())) return;
      // Refusals are noted, like every other failure.
      await Promise.allSettled([copies.begin(row.folder, () => target.verify(row.folder))]);
      await copies.settled();
    },

    settled: copies.settled,
    stop: copies.stop,
  };
}

/** Makes copies, one at a time, and notes how each ended. */
function createCopies({ backupTable, target, garbage, clock }: BackupDependencies, tell: () => void) {
  let running: Running | null = null;
  let isStopped = false;
  let lastRun: BackupRun | null = null;

  /** Settles when the folder has been looked at; `over` of what runs says when all is done. */
  async function begin(folder: string, makeReady: () => Promise<unknown>): Promise<void> {
    if (running !== null || isStopped) throw refused('running');
    const run: Running = { folder, end: new AbortController(), progress: NOTHING, over: Promise.resolve() };
    running = run;
    tell();
    const ready = makeReady();
    run.over = ready
      .then(() => copy(run))
      .then(
        (copied) => note(run, copied, null),
        (error: unknown) => note(run, { files: 0, bytes: 0 }, error),
      )
      .finally(() => {
        running = null;
        tell();
      });
    await ready;
  }

  function copy(run: Running): Promise<CopiedData> {
    let toldAtMs = clock.nowMs();
    const onProgress = (progress: CopyProgress) => {
      run.progress = progress;
      const nowMs = clock.nowMs();
      if (Math.abs(nowMs - toldAtMs) < TELL_EVERY_MS) return;
      toldAtMs = nowMs;
      tell();
    };
    return garbage.holdOff(() => target.copy(run.folder, { signal: run.end.signal, onProgress }));
  }

  function note({ folder, end }: Running, copied: CopiedData, error: unknown): void {
    if (error !== null && end.signal.reason === STOPPED) return;
    const endedAtSeconds = clock.nowSeconds();
    const failure = error === null ? null : failureOf(error);
    lastRun = { folder, endedAtSeconds, ...copied, failure };
    const row = backupTable.find();
    if (row?.folder !== folder) return;
    if (failure === null) {
      const { files, bytes } = copied;
      backupTable.put({
        ...{ ...row, succeededAtSeconds: endedAtSeconds, copiedFiles: files, copiedBytes: bytes },
        ...{ failingSinceSeconds: 0, failure: '' },
      });
      return;
    }
    const failingSinceSeconds = row.failingSinceSeconds === 0 ? endedAtSeconds : row.failingSinceSeconds;
    backupTable.put({ ...row, failingSinceSeconds, failure: JSON.stringify(failure) });
  }

  return {
    running: () => running,
    lastRun: () => lastRun,
    begin,

    /** Resolves when no copy is being made. */
    async settled(): Promise<void> {
      await running?.over;
    },

    /** Ends the copy that is being made, and waits for it; the backup stays as it was before. No other is begun. */
    async stop(): Promise<void> {
      isStopped = true;
      running?.end.abort(STOPPED);
      await running?.over;
    },
  };
}

/** Looks whether the folder of the backup is there, and says so where that has changed. */
function createLooks({ backupTable, target }: BackupDependencies, tell: () => void) {
  /** The folder that was away at the last check. */
  let away: string | null = null;
  let isLooking = false;

  /**
   * Checks whether the folder is there, and on which disk. While it is away its record stays as it is: an empty mount
   * point in its place says nothing of it.
   */
  async function lookAt(folder: string): Promise<void> {
    const { isOnSameDisk, isInMemory } = await whichDisk(folder);
    const row = backupTable.find();
    if (row?.folder !== folder) return;
    const isNew = (away === folder) !== (isOnSameDisk === null);
    away = isOnSameDisk === null ? folder : null;
    const known = {
      isOnSameDisk: isOnSameDisk ?? row.isOnSameDisk,
      isInMemory: isInMemory ?? row.isInMemory,
    };
    const isOther = known.isOnSameDisk !== row.isOnSameDisk || known.isInMemory !== row.isInMemory;
    if (isOther) backupTable.put({ ...row, ...known });
    if (isNew || isOther) tell();
  }

  /**
   * Checks whether the folder is there, and reports a change. One check at a time: a network disk that does not answer
   * keeps the first one waiting.
   */
  async function look(): Promise<void> {
    const folder = backupTable.find()?.folder;
    if (folder === undefined || isLooking) return;
    isLooking = true;
    try {
      await lookAt(folder);
    } finally {
      isLooking = false;
    }
  }

  async function whichDisk(
    folder: string,
  ): Promise<Readonly<Record<'isOnSameDisk' | 'isInMemory', boolean | null>>> {
    try {
      await target.verify(folder);
      return {
        isOnSameDisk: await target.isOnSameDisk(folder),
        isInMemory: await target.isInMemory(folder),
      };
    } catch {
      return { isOnSameDisk: null, isInMemory: null };
    }
  }

  return { look, lookAt, isAway: (folder: string) => folder === away };
}

function isDue({ isDaily, succeededAtSeconds }: BackupRow, nowSeconds: number): boolean {
  const ageSeconds = nowSeconds - succeededAtSeconds;
  // A success in the future was noted by a clock that was wrong, then or now.
  return isDaily && (ageSeconds >= DAY_SECONDS || ageSeconds < 0);
}

const NEW = {
  ...{ succeededAtSeconds: 0, copiedFiles: 0, copiedBytes: 0 },
  ...{ failingSinceSeconds: 0, failure: '', isOnSameDisk: null, isInMemory: false },
};

function refused(reason: 'running' | 'no-folder'): DomainError {
  return new DomainError('backup-refused', { reason });
}

function failureOf(error: unknown): BackupFailure {
  if (error instanceof DomainError) {
    const { reason, value } = error.detail;
    return { code: error.code, ...(reason ? { reason } : {}), ...(value ? { value } : {}) };
  }
  const value = error instanceof Error ? error.message : String(error);
  return { code: 'backup-refused', reason: 'fault', value };
}
