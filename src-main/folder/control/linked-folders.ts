import type {
  FolderActivityJson,
  FolderHeldPageJson,
  PauseFolderJson,
} from '../../../src-shared/folder-choices-api.ts';
import type { FolderState, LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { DomainError } from '../../core/errors.ts';
import { createFolderLocks } from './folder-locks.ts';
import { FolderRunners } from './folder-runners.ts';
import { createIgnoreRules } from './ignore-rules.ts';
import type { LinkedFolderRunner } from './linked-folder.ts';
import type { LinkedFoldersDependencies } from './linked-folders-setup.ts';
import { createLinking } from './linking.ts';
import { createRelinking } from './relinking.ts';
import type { DamagedName } from './repair.ts';
import { createSubfolders } from './subfolders.ts';

const LONGEST_PAUSE_SECONDS = 30 * 24 * 3600;
const PAUSED_PER_PAGE = 500;

/** The linked folders of this computer. */
export function createLinkedFolders(deps: LinkedFoldersDependencies) {
  const runners = new FolderRunners(deps);
  const locks = createFolderLocks(deps, runners);

  /** In the order in which they were linked. */
  function list(): LinkedFolderJson[] {
    return runners.all().map((runner) => runner.toJson());
  }

  /** @throws DomainError `linked-folder-not-found` */
  function find(id: string): LinkedFolderJson {
    return runners.find(id).toJson();
  }

  /**
   * Stops scanning and watching until it is resumed or the time is over, across restarts.
   * @throws DomainError `argument-invalid` for a time that is no whole number of seconds, or longer than 30 days
   */
  async function pause(id: string, { for_seconds }: PauseFolderJson = {}): Promise<LinkedFolderJson> {
    const seconds = for_seconds ?? 0;
    const isFit = Number.isInteger(seconds) && seconds <= LONGEST_PAUSE_SECONDS;
    if (!isFit || (for_seconds !== undefined && seconds < 1))
      throw new DomainError('argument-invalid', { field: 'for_seconds', reason: 'from 1 to 2592000' });
    const untilSeconds = seconds === 0 ? 0 : deps.clock.nowSeconds() + seconds;
    return steer(id, (runner) => runner.pause(untilSeconds));
  }

  const resume = (id: string) => steer(id, (runner) => runner.resume());

  /** Rescans everything, whatever the watcher says. */
  const rescan = (id: string) => steer(id, (runner) => runner.rescan());

  /** Paused changes by path, from behind `cursor`, which is the last path of the previous page. */
  function held(id: string, cursor: string): FolderHeldPageJson {
    const { token, items } = runners.find(id).pausedItems();
    const start = items.findIndex(({ path }) => path > cursor);
    const page = start < 0 ? [] : items.slice(start, start + PAUSED_PER_PAGE);
    const isLast = start < 0 || start + PAUSED_PER_PAGE >= items.length;
    return { token, items: page, cursor: isLast ? null : (page.at(-1)?.path ?? null) };
  }

  /**
   * Carries out paused changes.
   * @param token as shown with them, so that an answer counts only for what was shown
   * @throws DomainError `held-changed`
   */
  const accept = (id: string, token: string) => steer(id, (runner) => runner.accept(token));

  /**
   * Undoes paused changes where they were made, once new contents are in history. Token and refusal as for `accept`.
   */
  const revert = (id: string, token: string) => steer(id, (runner) => runner.revert(token));

  async function steer(
    id: string,
    command: (runner: LinkedFolderRunner) => void | Promise<void>,
  ): Promise<LinkedFolderJson> {
    const runner = runners.find(id);
    await command(runner);
    return runner.toJson();
  }

  /** The latest activity of the folder, newest first. */
  function activity(id: string, limit: number): FolderActivityJson {
    return runners.find(id).activity(limit);
  }

  /** Whether many files of a folder are being read or written just now. */
  function isInBulk(): boolean {
    return runners.all().some((runner) => runner.isInBulk());
  }

  function startAll(): void {
    for (const runner of runners.all()) {
      runner.start();
      if (runner.toJson().encryption === 'locked') locks.recall(runner);
    }
  }

  /** Takes about a second: reading is aborted, and the next start does it again. */
  async function stopAll(): Promise<void> {
    await Promise.all(runners.all().map((runner) => runner.stop()));
  }

  /** A library changed or came back: folders that it had refused try again. */
  function libraryChanged(libraryId: string): void {
    for (const runner of runners.linkedTo(libraryId)) runner.libraryChanged();
  }

  /** A stored object turned out to be damaged: linked folders that contain it supply a good copy. */
  async function repair(libraryId: string, damaged: DamagedName): Promise<void> {
    await Promise.all(runners.linkedTo(libraryId).map((runner) => runner.repair(damaged)));
  }

  /** Resolves when the folder has nothing to do, or cannot do anything, with its state. */
  async function whenIdle(id: string): Promise<FolderState> {
    const runner = runners.find(id);
    await runner.whenIdle();
    return runner.toJson().state;
  }

  return {
    ...createLinking(deps, runners),
    ...createRelinking(deps, runners),
    ...createIgnoreRules(deps, runners),
    ...createSubfolders(deps, runners),
    ...{ unlock: locks.unlock, lock: locks.lock },
    ...{ list, find, pause, resume, rescan, held, accept, revert, activity },
    ...{ startAll, stopAll, libraryChanged, repair, isInBulk, whenIdle },
  };
}
