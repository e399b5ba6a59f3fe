import { type FolderEntry, joinPath, parentPath } from '../../core/folder/folder-entry.ts';
import type { ObjectId } from '../../core/objects/object-id.ts';
import { FEW_FILES, isTooMany, ofLastMinute } from '../many-files.ts';
import type { Steps } from './order-steps.ts';

/** What the decision looks at. */
export interface DepartureFacts {
  readonly headRootId: ObjectId;
  /** Files in the whole index, those that leave among them. */
  readonly knownFiles: number;
  readonly nowMs: number;
  /** Whether somebody chose not to have it on this computer. */
  readonly isLeftOut: (path: string) => boolean;
  /** Whether the person of this computer did all that the library has otherwise, and so was asked then. */
  readonly isOwnDeed: () => boolean;
}

interface Held {
  readonly rows: readonly FolderEntry[];
  readonly headRootId: ObjectId;
}

/**
 * What the library has no more and what stays in the folder until a person says so, because it is so much at once:
 * somebody with another device, or who may write the library, would else empty this disk. In memory, as held removals
 * are: after a start the same comparison comes to the same end.
 */
export class Departures {
  #held: Held | null = null;
  /** Paths that a person was told of, and let go. */
  readonly #accepted = new Set<string>();
  /** Files that went lately, without anybody being asked. */
  #recent: { readonly files: number; readonly atMs: number }[] = [];

  /** Files and folders, each by itself. */
  rows(): readonly FolderEntry[] {
    return this.#held?.rows ?? [];
  }

  get isHolding(): boolean {
    return this.#held !== null;
  }

  /** Whether following that tree would come to the same question again. */
  waitsFor(headRootId: ObjectId): boolean {
    return this.#held?.headRootId === headRootId;
  }

  /** Lets go what is held now, and nothing that a person has not been told of. */
  accept(): void {
    for (const row of this.rows()) this.#accepted.add(pathOf(row));
    this.#held = null;
    this.#recent = [];
  }

  /** What was held is no departure any more. */
  forget(): void {
    this.#held = null;
  }

  /** The steps that may be done now. */
  holdBack(steps: Steps, facts: DepartureFacts): Steps {
    this.#held = null;
    const isFree = (row: FolderEntry) => this.#accepted.has(pathOf(row)) || facts.isLeftOut(pathOf(row));
    const files = steps.removeFiles.filter((row) => !isFree(row));
    const dirs = steps.removeDirs.filter((row) => !isFree(row));
    this.#forgetDone(steps);
    if (files.length === 0 || !this.#isTooMany(files.length, facts)) return steps;
    this.#held = { rows: [...dirs, ...files], headRootId: facts.headRootId };
    return withoutRemoving(steps, this.#held.rows);
  }

  /** Whoever was told that a path goes was not told that it goes again one day. */
  #forgetDone({ removeFiles, removeDirs }: Steps): void {
    if (this.#accepted.size === 0) return;
    const going = new Set([...removeFiles, ...removeDirs].map(pathOf));
    for (const path of this.#accepted) if (!going.has(path)) this.#accepted.delete(path);
  }

  #isTooMany(files: number, { knownFiles, nowMs, isOwnDeed }: DepartureFacts): boolean {
    this.#recent = ofLastMinute(this.#recent, nowMs);
    const before = this.#recent.reduce((sum, recent) => sum + recent.files, 0);
    const atStake = knownFiles + before;
    const isMany = isTooMany(files + before, { atStake, isSmall: atStake < FEW_FILES });
    if (isMany && !isOwnDeed()) return true;
    if (!isMany) this.#recent.push({ files, atMs: nowMs });
    return false;
  }
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
