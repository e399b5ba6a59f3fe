import { type Caller, requireAdministrator, SERVER } from '../../core/access/caller.ts';
import { DomainError } from '../../core/errors.ts';
import { type RehearsalSchedule, seededRandom } from '../../core/history/rehearsal-picks.ts';
import type { Ports } from '../../engine/ports.ts';
import type { BackupTarget } from './backup.ts';
import type { BackupSource } from './backup-restores.ts';
import { BackupTrial, type RehearsalReport } from './backup-trial.ts';
import type { Garbage } from './garbage.ts';
import type { Job, Jobs } from './jobs.ts';
import type { WatchedWork } from './watched-work.ts';

export interface RehearsalStatus {
  readonly schedule: RehearsalSchedule;
  readonly state: 'none' | 'waiting' | 'running' | 'resting';
  /** The last two of this backup: that was begun, and that was carried out. */
  readonly tried: Job | null;
  readonly last: Job | null;
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
/** A try that could not be carried out is repeated on the next day. */
const AGAIN_SECONDS = DAY_SECONDS;

/** Tries the backup out: a few files, picked at random, are restored from it, compared, and not kept. */
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
      const report = await new BackupTrial(deps, backup, watched).run(seededRandom(seed));
      // A disk that was pulled out is not damaged.
      if (report.lost.length > 0) await target.verify(folder);
      return { ...report, folder };
    } finally {
      await backup.close();
    }
  }

  function isDue(folder: string): boolean {
    const schedule = serverSettings.rehearses();
    if (schedule === 'off') return false;
    const nowSeconds = clock.nowSeconds();
    const isOlder = (job: Job | null, seconds: number) => {
      const age = nowSeconds - (job?.endedAtSeconds ?? 0);
      // Noted by a clock that was wrong, then or now.
      return age < 0 || age >= seconds;
    };
    const tried = ofFolder(jobs.lastOf('rehearsal'), folder);
    const last = ofFolder(jobs.lastOf('rehearsal', 'done'), folder);
    const hasShown = isTrial(last) && !isOlder(last, EVERY_SECONDS[schedule]);
    return !hasShown && isOlder(tried, AGAIN_SECONDS);
  }

  return {
    /** @throws DomainError `permission-denied` */
    status(caller: Caller): RehearsalStatus {
      requireAdministrator(caller);
      const schedule = serverSettings.rehearses();
      const row = backupTable.find();
      if (row === null) return { schedule, state: 'none', tried: null, last: null };
      return {
        schedule,
        state: isRunning() ? 'running' : isDue(row.folder) ? 'waiting' : 'resting',
        tried: ofFolder(jobs.lastOf('rehearsal'), row.folder),
        last: ofFolder(jobs.lastOf('rehearsal', 'done'), row.folder),
      };
    },

    /** @throws DomainError `permission-denied` */
    schedule(caller: Caller, schedule: RehearsalSchedule): void {
      requireAdministrator(caller);
      serverSettings.setRehearses(schedule);
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

    /** Rehearses where that is due and there is a backup to try; waits for its end. */
    async runIfDue(): Promise<void> {
      const row = backupTable.find();
      if (row === null || row.succeededAtSeconds === 0 || !isDue(row.folder)) return;
      if (jobs.isRunning() || deps.garbage.isTaken()) return;
      try {
        await begin(SERVER);
      } catch (error) {
        // It is away, or something else was begun meanwhile: within the hour there is another try.
        if (!(error instanceof DomainError)) throw error;
      }
      await jobs.settled();
    },
  };
}

/** Whether it tried anything: where the backup had nothing to try, nothing is known of it. */
function isTrial(job: Job | null): boolean {
  const { files = 0, lost = [] } = job?.outcome.rehearsal ?? {};
  return files + lost.length > 0;
}
