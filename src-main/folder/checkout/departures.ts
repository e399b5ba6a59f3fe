import type { FolderHeldJson } from '../../../src-shared/folders-api.ts';
import { type FolderEntry, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import type { LeavingOut } from '../ignore/folder-rules.ts';
import type { Agreement } from '../link/agreement.ts';
import type { LinkedLibrary } from '../link/linked-library.ts';
import {
  allPausedItems,
  FEW_FILES,
  isTooMany,
  ofLastMinute,
  type PausedList,
  type PausedQuestion,
  pausedItems,
} from '../paused-items.ts';
import type { FolderIndex } from '../ports.ts';
import type { Steps } from './order-steps.ts';

export interface DeparturesDependencies {
  readonly folder: Pick<LinkedFolder, 'key'>;
  readonly index: Pick<FolderIndex, 'countFiles' | 'find' | 'filesInside'>;
  readonly library: Pick<LinkedLibrary, 'isOwnChangeSince'>;
  readonly agreement: Pick<Agreement, 'decidedRootId' | 'given'>;
  /** A question is asked from this many files on, besides what is many for a folder of its size. */
  readonly askedFrom?: number | undefined;
}

/** What the decision looks at. */
export interface DepartureFacts {
  readonly nowMs: number;
  readonly leaving: Pick<LeavingOut, 'isExcluded'>;
  /** Whether the path is recorded as asked about. */
  readonly isAsked: (path: string) => boolean;
}

interface PausedFiles {
  readonly files: readonly FolderEntry[];
  readonly dirs: readonly FolderEntry[];
  /** The fewest paths that cover all paused files and nothing that goes without an answer, with those files. */
  readonly places: ReadonlyMap<string, readonly FolderEntry[]>;
}

const NOTHING: PausedFiles = { files: [], dirs: [], places: new Map() };

/**
 * What the library lost and the folder keeps until a person agrees, because it is so much at once: otherwise another
 * device, or anyone who may write to the library, could empty this disk. The question is recorded with the pending
 * paths and stands until it is answered, even if the numbers change or the process ends.
 */
export class Departures {
  readonly #deps: DeparturesDependencies;
  #paused = NOTHING;
  /** What the person was shown last. */
  #told = NOTHING;
  /** Files whose removal the person was shown and accepted, with their contents. */
  readonly #accepted = new Map<string, ObjectId>();
  #isDue = false;
  /** What the person was shown and wants back in the library. */
  #kept = NOTHING;
  /** Files that were removed lately without asking the user, and when. */
  #recent: { readonly path: string; readonly atMs: number }[] = [];
  /** By path of a file that is to go: where its content was to be written. */
  #copies: ReadonlyMap<string, string> = new Map();
  /** `given` of the agreement at the last decision. */
  #given = 0;

  constructor(deps: DeparturesDependencies) {
    this.#deps = deps;
  }

  /** The folder gave the library something since, maybe the very files in question. */
  get isDue(): boolean {
    return this.#isDue || (this.#paused !== NOTHING && this.#given !== this.#deps.agreement.given);
  }

  /** To be recorded as asked about. */
  get places(): ReadonlyMap<string, unknown> {
    return this.#paused.places;
  }

  /** Whether the path, or a folder around it, stays as it is until there is an answer. */
  isPaused(path: string): boolean {
    return this.#paused.places.size > 0 && isBelowAny(path, this.#paused.places);
  }

  /** The question for the person; null when nothing waits. */
  tell(): FolderHeldJson | null {
    this.#told = this.#paused;
    if (this.#told.files.length === 0) return null;
    return pausedItems(this.#question());
  }

  /** All items of the question, of which `tell` shows the first. */
  items(): PausedList {
    return allPausedItems(this.#question());
  }

  #question(): PausedQuestion {
    const { files, dirs, places } = this.#told;
    const filesInside = (_folderKey: number, dir: string) => [...(places.get(dir) ?? [])];
    const rows = [...dirs, ...files].filter((row) => places.has(pathOf(row)));
    return { kind: 'departures', rows, index: { filesInside }, folderKey: 0 };
  }

  /** Accepts the removal of what the person was shown, and nothing else. */
  accept(): void {
    for (const row of this.#told.files) this.#accepted.set(pathOf(row), row.objectId);
    this.#isDue = true;
    this.#kept = NOTHING;
    this.#recent = [];
  }

  /** The person wants back in the library what was shown. */
  keep(): void {
    this.#kept = this.#told;
    this.#accepted.clear();
  }

  /**
   * Rows to drop so that a scan takes in what the person wants to keep as new files; once.
   * @param isDisplaced whether the file at a path is displaced, and needs its row to come back
   */
  takeKept(isDisplaced: (path: string) => boolean): FolderEntry[] {
    const { index, folder } = this.#deps;
    const { files, dirs } = this.#kept;
    this.#kept = NOTHING;
    const kept = files.filter((row) => {
      const path = pathOf(row);
      // What changed since then is in the library already.
      return !isDisplaced(path) && index.find(folder.key, path)?.objectId === row.objectId;
    });
    const paths = new Set(kept.map(pathOf));
    const hasAll = (dir: FolderEntry) =>
      index.filesInside(folder.key, pathOf(dir)).every((row) => paths.has(pathOf(row)));
    return [...kept, ...dirs.filter(hasAll)];
  }

  /** The steps without the removals that wait for an answer. */
  hold(steps: Steps, facts: DepartureFacts): Steps {
    this.#isDue = false;
    this.#given = this.#deps.agreement.given;
    this.#forgetDone(steps);
    const isCopied = this.#copied(steps);
    const mayGo = (row: FolderEntry) =>
      this.#isAccepted(row) || isLeftOut(facts, pathOf(row)) || isCopied(row);
    const open = steps.removeFiles.filter((row) => !mayGo(row));
    const asked = open.filter((row) => facts.isAsked(pathOf(row)));
    const isAllPaused = asked.length < open.length && this.#isTooMany(open, asked, facts.nowMs);
    const files = isAllPaused ? open : asked;
    this.#paused = files.length === 0 ? NOTHING : pausedFilesOf(files, steps);
    if (files.length === 0) return steps;
    const held = new Set<FolderEntry>([...files, ...this.#paused.dirs]);
    const isGoing = (row: FolderEntry) => !held.has(row);
    return {
      ...steps,
      removeFiles: steps.removeFiles.filter(isGoing),
      removeDirs: steps.removeDirs.filter(isGoing),
      removeEmptied: steps.removeEmptied.filter(isGoing),
    };
  }

  /** Whether the content of a file has reached its new place, and only the old file could not be removed. */
  #copied({ removeFiles, removeCopied, writeFiles, moveFiles }: Steps): (row: FolderEntry) => boolean {
    const { index, folder } = this.#deps;
    const before = this.#copies;
    const copies = new Map(removeCopied.map(({ row, to }) => [pathOf(row), to]));
    const changing = new Set([
      ...[...removeFiles, ...moveFiles.map(({ row }) => row)].map(pathOf),
      ...writeFiles.map(({ path }) => path),
    ]);
    const copied = removeFiles.filter((row) => {
      const to = before.get(pathOf(row));
      if (to === undefined || changing.has(to)) return false;
      if (index.find(folder.key, to)?.objectId !== row.objectId) return false;
      copies.set(pathOf(row), to);
      return true;
    });
    this.#copies = copies;
    const rows = new Set(copied);
    return (row) => rows.has(row);
  }

  #isAccepted(row: FolderEntry): boolean {
    return this.#accepted.get(pathOf(row)) === row.objectId;
  }

  /** An accepted removal of a path is no answer to a later one. */
  #forgetDone({ removeFiles }: Steps): void {
    if (this.#accepted.size === 0) return;
    const going = new Set(removeFiles.map(pathOf));
    for (const path of this.#accepted.keys()) if (!going.has(path)) this.#accepted.delete(path);
  }

  /** Whether the new ones are too many, counted with those already asked about and those removed lately. */
  #isTooMany(open: readonly FolderEntry[], asked: readonly FolderEntry[], nowMs: number): boolean {
    const { index, folder, library, agreement, askedFrom = Number.POSITIVE_INFINITY } = this.#deps;
    const { decidedRootId } = agreement;
    // The person of this computer made every change since, and was asked then.
    if (decidedRootId !== '' && library.isOwnChangeSince(decidedRootId)) return false;
    const paths = new Set(open.map(pathOf));
    this.#recent = ofLastMinute(this.#recent, nowMs);
    const before = this.#recent.filter(({ path }) => !paths.has(path)).length;
    // Files that are to go are still in the index.
    const atStake = index.countFiles(folder.key) + before;
    const lost = open.length + before;
    if (lost >= askedFrom || isTooMany(lost, { atStake, isSmall: atStake < FEW_FILES })) return true;
    const known = new Set(this.#recent.map(({ path }) => path));
    const wasAsked = new Set(asked.map(pathOf));
    for (const path of paths)
      if (!known.has(path) && !wasAsked.has(path)) this.#recent.push({ path, atMs: nowMs });
    return false;
  }
}

/** Paused files, with the folders around them that would go, and the places that cover them all. */
function pausedFilesOf(files: readonly FolderEntry[], steps: Steps): PausedFiles {
  const { removeFiles, removeCopied, removeDirs, removeEmptied } = steps;
  const going = new Map([...removeDirs, ...removeEmptied].map((row) => [pathOf(row), row]));
  const held = new Set(files);
  const around = new Set(files.flatMap((row) => goingAround(row, going)));
  // A folder is not asked about as a whole when something in it goes without a question.
  const mixed = new Set(
    [...removeFiles.filter((row) => !held.has(row)), ...removeCopied.map(({ row }) => row)].flatMap((row) =>
      goingAround(row, going),
    ),
  );
  const places = Map.groupBy(files, (row) => {
    const whole = goingAround(row, going).filter((dir) => !mixed.has(dir));
    return whole.at(-1) ?? pathOf(row);
  });
  const dirs = [...going.values()].filter(
    (row) => around.has(pathOf(row)) || isBelowAny(pathOf(row), places),
  );
  return { files, dirs, places };
}

/** Folders around a row that go with all their contents, the nearest first. */
function goingAround(row: FolderEntry, going: ReadonlyMap<string, FolderEntry>): string[] {
  const dirs: string[] = [];
  for (let at = row.dir; at !== '' && going.has(at); at = parentPath(at)) dirs.push(at);
  return dirs;
}

function isBelowAny(path: string, places: PausedFiles['places']): boolean {
  for (let at = path; at !== ''; at = parentPath(at)) if (places.has(at)) return true;
  return false;
}

/** Whether a user chose not to have it on this computer. */
function isLeftOut({ leaving }: DepartureFacts, path: string): boolean {
  for (let at = path; at !== ''; at = parentPath(at)) if (leaving.isExcluded(at)) return true;
  return false;
}

function pathOf(row: FolderEntry): string {
  return joinPath(row.dir, row.name);
}
