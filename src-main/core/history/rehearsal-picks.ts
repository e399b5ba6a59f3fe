import type { RehearsalSchedule } from '../../../src-shared/rehearsal-api.ts';
import { SERVER_DEFAULTS } from '../../../src-shared/server-defaults.ts';
import type { LibraryId } from '../library/library-id.ts';
import type { Dirent } from '../objects/dir-object.ts';

export type { RehearsalSchedule };

/** How often a restore is tested until an administrator chooses. */
export const FIRST_SCHEDULE: RehearsalSchedule = SERVER_DEFAULTS.rehearsalSchedule;

/** Commits of a library that may be rehearsed: from one to another, by their numbers. */
export interface RehearsedLibrary {
  readonly id: LibraryId;
  readonly fromSeq: number;
  readonly headSeq: number;
}

/** Where to look for a file: in which commit, and whether the largest is wanted. */
export interface RehearsalPick {
  readonly libraryId: LibraryId;
  readonly seq: number;
  readonly wantsLarge: boolean;
}

/** At least 0, less than 1. */
export type Random = () => number;

/** The same numbers for the same seed (mulberry32): a run can be told again. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Where to look for so many files: libraries take turns, in random order. Of each, every other time the present is
 * asked and else any commit before it, and in turn a large file and any.
 */
export function planPicks(
  libraries: readonly RehearsedLibrary[],
  count: number,
  random: Random,
): RehearsalPick[] {
  const order = shuffled(libraries, random);
  const picks: RehearsalPick[] = [];
  for (let round = 0; order.length > 0 && picks.length < count; round += 1) {
    for (const { id, fromSeq, headSeq } of order.slice(0, count - picks.length)) {
      const seq = round % 2 === 0 ? headSeq : fromSeq + below(headSeq - fromSeq + 1, random);
      picks.push({ libraryId: id, seq, wantsLarge: round % 4 >= 2 });
    }
  }
  return picks;
}

/** Which way to go on in a folder; null: it is empty. A large file is taken where one lies, every other time. */
export function pickDirent(dirents: readonly Dirent[], wantsLarge: boolean, random: Random): Dirent | null {
  if (wantsLarge && random() < 0.5) {
    let largest: Dirent | null = null;
    for (const dirent of dirents)
      if (dirent.kind === 'file' && (largest === null || sizeOf(dirent) > sizeOf(largest))) largest = dirent;
    if (largest !== null) return largest;
  }
  return dirents[below(dirents.length, random)] ?? null;
}

function sizeOf(dirent: Dirent): number {
  return dirent.kind === 'file' ? dirent.sizeBytes : 0;
}

function below(count: number, random: Random): number {
  return Math.floor(random() * count);
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(below(left.length, random), 1));
}
