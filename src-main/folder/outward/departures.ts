import type { FolderHeldJson } from '../../../src-shared/local-api.ts';
import { type FolderEntry, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { LinkedFolder } from '../../core/folder/linked-folder.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { heldItems } from '../held-items.ts';
import { FEW_FILES, isTooMany, ofLastMinute } from '../many-files.ts';
import type { FolderIndex } from '../ports.ts';
import type { LeavingOut } from './differences.ts';
import type { Steps } from './order-steps.ts';

interface DeparturesDependencies {
  readonly folder: Pick<LinkedFolder, 'key' | 'syncedRootId'>;
  readonly index: Pick<FolderIndex, 'countFiles' | 'filesInside' | 'apply'>;
  /** Whether the person of this computer did all that became of the library since, and so was asked then. */
  readonly isOwnDeedSince: (rootId: ObjectId) => boolean;
}

/** What the decision looks at. */
export interface DepartureFacts {
  readonly nowMs: number;
  readonly leaving: Pick<LeavingOut, 'isExcluded'>;
}

interface Held {
  readonly rows: readonly FolderEntry[];
  /** The tree of which everything else is done; null before that. */
  followedRootId: ObjectId | null;
}

/**
 * What the library has no more and what stays in the folder until a person says so, because it is so much at once:
 * somebody with another device, or who may write the library, would else empty this disk. In memory, as held removals
 * are: after a start the same comparison comes to the same end.
 */
export class Departures {
  readonly #deps: DeparturesDependencies;
  #held: Held | null = null;
  /** Paths that a person was told of, and let go. */
  readonly #accepted = new Set<string>();
  /** Files that went lately, without anybody being asked. */
  #recent: { readonly files: number; readonly atMs: number }[] = [];
  /** The last tree up to which it is decided what leaves the folder; empty when not known. */
  #decidedRootId: ObjectId | '';

  constructor(deps: DeparturesDependencies) {
    this.#deps = deps;
    this.#decidedRootId = deps.folder.syncedRootId;
  }

  get isHolding(): boolean {
    return this.#held !== null;
  }

  /** Whether following that tree once more would only come to the same question. */
  waitsFor(headRootId: ObjectId): boolean {
    return this.#held?.followedRootId === headRootId;
  }

  /** Everything else that the tree has otherwise was tried to the end. */
  followed(headRootId: ObjectId): void {
    if (this.#held !== null) this.#held.followedRootId = headRootId;
  }

  /** Null when nothing waits. */
  toJson(): FolderHeldJson | null {
    if (this.#held === null) return null;
    const { index, folder } = this.#deps;
    return { ...heldItems(this.#held.rows, index, folder.key), kind: 'departures' };
  }

  /** All that the tree has otherwise is done, or is the folder's own doing. */
  decided(rootId: ObjectId): void {
    this.#decidedRootId = rootId;
  }

  /** Lets go what is held now, and nothing that a person has not been told of. */
  accept(): void {
    for (const row of this.#held?.rows ?? []) this.#accepted.add(pathOf(row));
    this.#held = null;
    this.#recent = [];
  }

  /** Forgets that folder and library ever agreed about what is held: the next look takes it in as if it were new. */
  keep(): void {
    const { index, folder } = this.#deps;
    if (this.#held !== null) index.apply(folder.key, { removed: this.#held.rows, put: [] });
    this.#held = null;
  }

  /** The steps that may be done now. */
  holdBack(steps: Steps, { nowMs, leaving }: DepartureFacts): Steps {
    this.#held = null;
    this.#forgetDone(steps);
    const isHeldBack = (row: FolderEntry) =>
      !this.#accepted.has(pathOf(row)) && !isLeftOut(leaving, pathOf(row));
    const files = steps.removeFiles.filter(isHeldBack);
    if (files.length === 0 || !this.#isTooMany(files.length, nowMs)) return steps;
    this.#held = { rows: [...steps.removeDirs.filter(isHeldBack), ...files], followedRootId: null };
    return withoutRemoving(steps, this.#held.rows);
  }

  /** Whoever was told that a path goes was not told that it goes again one day. */
  #forgetDone({ removeFiles, removeDirs }: Steps): void {
    if (this.#accepted.size === 0) return;
    const going = new Set([...removeFiles, ...removeDirs].map(pathOf));
    for (const path of this.#accepted) if (!going.has(path)) this.#accepted.delete(path);
  }

  #isTooMany(files: number, nowMs: number): boolean {
    const { index, folder, isOwnDeedSince } = this.#deps;
    this.#recent = ofLastMinute(this.#recent, nowMs);
    const before = this.#recent.reduce((sum, recent) => sum + recent.files, 0);
    // Those that are to leave are still in the index.
    const atStake = index.countFiles(folder.key) + before;
    const isMany = isTooMany(files + before, { atStake, isSmall: atStake < FEW_FILES });
    if (!isMany) this.#recent.push({ files, atMs: nowMs });
    return isMany && (this.#decidedRootId === '' || !isOwnDeedSince(this.#decidedRootId));
  }
}

/** Whether somebody chose not to have it on this computer. */
function isLeftOut(leaving: DepartureFacts['leaving'], path: string): boolean {
  for (let at = path; at !== ''; at = parentPath(at)) if (leaving.isExcluded(at)) return true;
  return false;
}

/** Without removing the rows, and without what needs their places. */
function withoutRemoving(steps: Steps, rows: readonly FolderEntry[]): Steps {
  const kept = new Set(rows.map(pathOf));
  const isTaken = (path: string): boolean => {
    for (let at = path; at !== ''; at = parentPath(at)) if (kept.has(at)) return true;
    return false;
  };
  const isGoing = (row: FolderEntry) => !kept.has(pathOf(row));
  return {
    ...steps,
    makeFirst: steps.makeFirst.filter(({ path }) => !isTaken(path)),
    moveDirs: steps.moveDirs.filter(({ to }) => !isTaken(to)),
    moveFiles: steps.moveFiles.filter(({ to }) => !isTaken(to)),
    removeFiles: steps.removeFiles.filter(isGoing),
    removeDirs: steps.removeDirs.filter(isGoing),
    makeThen: steps.makeThen.filter(({ path }) => !isTaken(path)),
    writeFiles: steps.writeFiles.filter(({ path }) => !isTaken(path)),
  };
}

function pathOf(row: FolderEntry): string {
  return joinPath(row.dir, row.name);
}
