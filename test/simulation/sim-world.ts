import type { LinkedFolderId } from '../../src-main/core/folder/linked-folder.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import { countingIds } from '../support/counting-ids.ts';
import { type SeededNumbers, seededNumbers } from '../support/seeded-numbers.ts';
import type { Sabotage } from './sabotage.ts';
import { Scheduler } from './scheduler.ts';
import { giveDatabase, type SimDatabase, takeDatabase } from './sim-database.ts';
import type { NameRule } from './sim-disk.ts';
import { SimFolder } from './sim-folder.ts';
import { type Machine, OWNER, type SimProcess, startProcess } from './sim-process.ts';
import { SimJournal, SimObjectStore } from './sim-store.ts';
import { SimTime } from './sim-time.ts';
import { SimWatcher } from './sim-watcher.ts';

/** How a world is laid out. Plain numbers, so that it can be kept in a file. */
export interface WorldPlan {
  readonly seed: number;
  /** For each folder the library that it is linked to, by number. */
  readonly folders: readonly number[];
  readonly rule: NameRule;
  readonly tickMs: number;
  readonly reusesInodes: boolean;
  /** Nothing fails and nobody is killed; absent: things do. */
  readonly isCalm?: boolean;
  /** From how many deletions in a library on a person is asked; absent or 0: when they are many. */
  readonly askedFrom?: number;
}

/** Computers, disks and people of one simulation. */
export class SimWorld {
  readonly plan: WorldPlan;
  readonly random: SeededNumbers;
  readonly time = new SimTime();
  readonly machine: Machine;
  readonly libraries: LibraryId[] = [];
  readonly folderIds: LinkedFolderId[] = [];
  /** What happened, for a trace. */
  readonly trace: string[] = [];
  readonly failures: unknown[] = [];
  process: SimProcess;
  readonly #database: SimDatabase;

  /** A world with nothing in it but libraries and the folders that are linked to them. */
  static async open(plan: WorldPlan, sabotage: Sabotage = {}): Promise<SimWorld> {
    const world = new SimWorld(plan, takeDatabase(), sabotage);
    world.machine.tables.users.insert({
      ...{
        email: OWNER.email,
        name: '',
        contactEmail: '',
        passwordHash: 'none',
        isAdmin: true,
        isActive: true,
      },
      ...{ role: 'default', quotaBytes: null, createdAtSeconds: world.time.nowSeconds() },
    });
    const { services } = await world.drive(startProcess({ ...world.machine, folders: [] }));
    const count = Math.max(...plan.folders) + 1;
    for (let number = 0; number < count; number++) {
      const made = await world.drive(services.libraries.create(OWNER, { name: `Library ${number}` }));
      world.libraries.push(made.view.library.id);
    }
    world.#linkFolders();
    await world.restart();
    return world;
  }

  private constructor(plan: WorldPlan, database: SimDatabase, sabotage: Sabotage) {
    this.plan = plan;
    this.#database = database;
    this.random = seededNumbers(plan.seed);
    const scheduler = new Scheduler(this.random, (label) => this.note(label));
    const step = <T>(label: string, work: () => T) => scheduler.do(label, work);
    const options = { rule: plan.rule, tickMs: plan.tickMs, reusesInodes: plan.reusesInodes };
    const folders = plan.folders.map(
      (_library, at) => new SimFolder(`/folder${at}`, this.time, { ...options, device: at + 1 }),
    );
    const diskAt = (root: string) => {
      const folder = folders.find(({ path }) => path === root);
      if (folder === undefined) throw new Error(`no folder ${root}`);
      return folder.disk;
    };
    this.machine = {
      ...{ time: this.time, scheduler, db: database.db, tables: database.tables },
      ...{ folders, ids: countingIds(), sabotage },
      askedFrom: sabotage.isHasty === true ? undefined : plan.askedFrom || undefined,
      store: new SimObjectStore(step, {
        nowSeconds: () => this.time.nowSeconds(),
        isFlushLazy: sabotage.isFlushLazy === true,
      }),
      journal: new SimJournal(step),
      watcher: new SimWatcher({
        timers: this.time,
        random: this.random,
        diskAt,
        isDeaf: sabotage.isDeaf === true,
      }),
    };
    this.process = null as unknown as SimProcess;
  }

  get folders(): readonly SimFolder[] {
    return this.machine.folders;
  }

  folder(number: number): SimFolder {
    const folder = this.folders[number % this.folders.length];
    if (folder === undefined) throw new Error('a world without folders');
    return folder;
  }

  libraryOf(folder: number): LibraryId {
    const id = this.libraries[this.plan.folders[folder] ?? 0];
    if (id === undefined) throw new Error(`folder ${folder} has no library`);
    return id;
  }

  note(words: string): void {
    this.trace.push(words);
  }

  /** Does up to `count` of the steps that the program waits for. */
  async step(count: number): Promise<void> {
    for (let done = 0; done < count; done++) if (!(await this.machine.scheduler.step())) return;
  }

  /** Does all steps that the program waits for, without letting time pass. */
  async runSteps(): Promise<void> {
    for (let done = 0; await this.machine.scheduler.step(); done++) {
      if (done > MAX_STEPS) throw new Error('the program never comes to rest');
    }
  }

  /** Lets time pass; what is due meanwhile is done, and all that follows. */
  async pass(ms: number): Promise<void> {
    const endMs = this.time.passedMs + ms;
    await this.runSteps();
    while (this.time.passedMs < endMs && this.time.passToTimer(endMs - this.time.passedMs)) {
      await this.runSteps();
    }
  }

  /** Ends the process in the middle of whatever it does. What others hold open is closed. */
  kill(): void {
    this.note('kill');
    this.machine.scheduler.forget();
    this.time.forgetTimers();
    this.machine.watcher.forget();
    this.machine.store.forget();
  }

  losePower(): void {
    this.kill();
    this.note('power loss');
    for (const { disk } of this.folders) disk.losePower(this.random);
  }

  async restart(): Promise<void> {
    this.note('start');
    this.process = await this.drive(startProcess(this.machine));
  }

  close(): void {
    this.kill();
    giveDatabase(this.#database);
  }

  /** Something went wrong that nobody may answer for but the program. */
  fail(error: unknown): void {
    this.failures.push(error);
  }

  /** Waits for something by doing the steps that it needs. */
  async drive<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    // Its failure is told by the caller's own await.
    done.catch(() => undefined);
    for (let idle = 0; !isDone; idle++) {
      if (await this.machine.scheduler.step()) idle = 0;
      if (idle > MAX_IDLE_TURNS) throw new Error('this waits for something that never comes');
    }
    return done;
  }

  #linkFolders(): void {
    const { tables, ids } = this.machine;
    for (const [at, folder] of this.folders.entries()) {
      const { device, inode } = folder.disk.lstat('');
      const row = tables.linkedFolders.add({
        ...{ id: ids.uuid() as LinkedFolderId, libraryId: this.libraryOf(at), path: folder.path },
        authorEmail: authorOf(at),
        ...{ rootDevice: device, rootInode: inode, createdAtSeconds: this.time.nowSeconds() },
      });
      this.folderIds.push(row.id);
    }
  }
}

const MAX_STEPS = 5_000;

/** Turns of the event loop that some work takes for itself. */
const MAX_IDLE_TURNS = 1_000;

/** Who the commits of a folder are by. */
export function authorOf(folder: number): string {
  return `folder${folder}@sim`;
}
