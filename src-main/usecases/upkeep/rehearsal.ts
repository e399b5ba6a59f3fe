import { type Caller, requireAdministrator, SERVER } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { type RehearsalSchedule, seededRandom } from '../../core/history/rehearsal-picks.ts';
import type { Ports } from '../../engine/ports.ts';
import type { BackupTarget } from './backup.ts';
import type { BackupSource } from './backup-restores.ts';
import type { Garbage } from './garbage.ts';
import type { Job, Jobs } from './jobs.ts';
import { type RehearsalReport, RehearsalRun } from './rehearsal-run.ts';
import type { WatchedWork } from './watched-work.ts';

export interface RehearsalStatus {
  readonly schedule: RehearsalSchedule;
  readonly state: 'none' | 'waiting' | 'running' | 'resting';
  /** The last one of this backup, and the last that was carried out. */
  readonly last: Job | null;
  readonly lastDone: Job | null;
}

export interface RehearsalDependencies
  extends Pick<
    Ports,
    'libraryTable' | 'historyTable' | 'backupTable' | 'serverSettings' | 'clock' | 'ids' | 'events'
  > {
  readonly source: BackupSource;
  readonly target: Pick<BackupTarget, 'verify'>;
  readonly garbage: Pick<Garbage, 'holdOff' | 'isTaken'>;
  readonly jobs: Pick<Jobs, 'run' | 'running' | 'settled' | 'lastOf' | 'isRunning'>;
}

const DAY_SECONDS = 86_400;
const EVERY_SECONDS = { weekly: 7 * DAY_SECONDS, monthly: 30 * DAY_SECONDS } as const;
/** One that could not be carried out, or showed nothing, is repeated on the next day. */
const AGAIN_SECONDS = DAY_SECONDS;

/** Rehearses restores: a few files, picked at random, are restored from the backup, compared, and not kept. */
export type Rehearsal = ReturnType<typeof createRehearsal>;

export function createRehearsal(deps: RehearsalDependencies) {
  const { backupTable, serverSettings, jobs, clock, ids, events, source, target } = deps;
  const isRunning = () => jobs.running()?.kind === 'rehearsal';
  const tell = () => events.emit({ type: 'backup' });
  const ofFolder = (job: Job | null, folder: string) =>
    job?.outcome.rehearsal === undefined || job.outcome.rehearsal.folder === folder ? job : null;

  /** @throws DomainError `backup-refused`, `backup-away`, `backup-unusable`; `busy` while another job runs */
  async function begin(caller: Caller): Promise<Job> {
    const folder = backupTable.find()?.folder;
    if (folder === undefined) throw new DomainError('backup-refused', { reason: 'no-folder' });
    await target.verify(folder);
    const job = jobs.run(caller, 'rehearsal', async (watched) => {
      try {
        return { rehearsal: await deps.garbage.holdOff(() => rehearse(folder, watched)) };
      } finally {
        // Behind its end, which is noted next.
        setImmediate(tell);
      }
    });
    tell();
    return job;
  }

  async function rehearse(folder: string, watched: WatchedWork): Promise<RehearsalReport> {
    const backup = await source.open(folder);
    try {
      const seed = Number.parseInt(ids.hex(4), 16);
      const report = await new RehearsalRun(deps, backup, watched).run(seededRandom(seed));
      // A disk that was pulled out is not damaged.
      if (report.lost.length > 0) await target.verify(folder);
      return { ...report, folder };
    } finally {
      await backup.close();
    }
  }

  function isDue(folder: string): boolean {
    const schedule = serverSettings.rehearsalSchedule();
    if (schedule === 'off') return false;
    const nowSeconds = clock.nowSeconds();
    const isOlder = (job: Job | null, seconds: number) => {
      const age = nowSeconds - (job?.endedAtSeconds ?? 0);
      // Noted by a clock that was wrong, then or now.
      return age < 0 || age >= seconds;
    };
    const last = ofFolder(jobs.lastOf('rehearsal'), folder);
    const lastDone = ofFolder(jobs.lastOf('rehearsal', 'done'), folder);
    const hasShown = hasCompared(lastDone) && !isOlder(lastDone, EVERY_SECONDS[schedule]);
    return !hasShown && isOlder(last, AGAIN_SECONDS);
  }

  return {
    /** @throws DomainError `permission-denied` */
    status(caller: Caller): RehearsalStatus {
      requireAdministrator(caller);
      const schedule = serverSettings.rehearsalSchedule();
      const row = backupTable.find();
      if (row === null) return { schedule, state: 'none', last: null, lastDone: null };
      return {
        schedule,
        state: isRunning() ? 'running' : isDue(row.folder) ? 'waiting' : 'resting',
        last: ofFolder(jobs.lastOf('rehearsal'), row.folder),
        lastDone: ofFolder(jobs.lastOf('rehearsal', 'done'), row.folder),
      };
    },

    /** @throws DomainError `permission-denied` */
    schedule(caller: Caller, schedule: RehearsalSchedule): void {
      requireAdministrator(caller);
      serverSettings.setRehearsalSchedule(schedule);
      tell();
    },

    /**
     * Begins a rehearsal, as a job.
     * @throws DomainError `permission-denied`; `backup-refused`, `backup-away`; `busy` while another job runs
     */
    async start(caller: Caller): Promise<Job> {
      requireAdministrator(caller);
      return begin(caller);
    },

    /** Rehearses where that is due and there is a backup; waits for its end. */
    async runIfDue(): Promise<void> {
      const row = backupTable.find();
      if (row === null || row.succeededAtSeconds === 0 || !isDue(row.folder)) return;
      if (jobs.isRunning() || deps.garbage.isTaken()) return;
      try {
        await begin(SERVER);
      } catch (error) {
        // It is away, or something else was begun meanwhile: within the hour it is asked again.
        if (!(error instanceof DomainError)) throw error;
      }
      await jobs.settled();
    },
  };
}

/** Whether there was anything to restore: a backup in which nothing is has shown nothing. */
function hasCompared(job: Job | null): boolean {
  const { files = 0, lost = [] } = job?.outcome.rehearsal ?? {};
  return files + lost.length > 0;
}
