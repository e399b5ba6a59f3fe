import type { LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { itemProblems } from './folder-problem.ts';
import { type FolderTone, folderTone } from './folder-state.ts';
import { type Health, isKnown } from './health.ts';

/** `fresh`: a second copy that counts; `none`: no backup is known; `pressing`: the user should be told by now. */
export type BackupState = 'fresh' | 'none' | 'pressing';

/** Everything that decides whether the user can stop worrying. */
export interface StatusFacts {
  readonly health: Health;
  readonly folders: readonly LinkedFolderJson[];
  /** How many things wait for the user; null: not known. */
  readonly waiting: number | null;
  readonly backup: BackupState;
}

/** The worst thing there is to say. */
export type StatusKind =
  | 'down'
  | 'error'
  | 'waiting'
  | 'paused'
  | 'busy'
  | 'unknown'
  | 'unlinked'
  | 'unprotected'
  | 'recorded'
  | 'saved';

export interface Status {
  readonly kind: StatusKind;
  readonly tone: FolderTone;
  readonly linked: number;
  /** Folders that are not saved, that are paused, and that are being saved. */
  readonly error: number;
  readonly paused: number;
  readonly busy: number;
  readonly waiting: number;
  /** Items that are not in step between folder and library, and changes that wait for a decision. */
  readonly heldBack: number;
}

const TONES: Readonly<Record<StatusKind, FolderTone>> = {
  down: 'neutral',
  error: 'error',
  waiting: 'attention',
  paused: 'attention',
  busy: 'busy',
  unknown: 'neutral',
  unlinked: 'neutral',
  unprotected: 'attention',
  recorded: 'neutral',
  saved: 'calm',
};

/** The one place that decides what is said about the overall state; only `saved` is calm, and that needs a second copy. */
export function status(facts: StatusFacts): Status {
  const { folders, waiting } = facts;
  const tones = folders.map((folder) => folderTone(folder));
  const count = (tone: FolderTone) => tones.filter((each) => each === tone).length;
  const paused = folders.filter(({ state }) => state === 'paused').length;
  const counts = {
    linked: folders.length,
    ...{ error: count('error'), paused, busy: count('busy') },
    waiting: Math.max(waiting ?? 0, count('attention') - paused),
    heldBack: folders.reduce(
      (sum, folder) => sum + itemProblems(folder).count + (folder.held?.count ?? 0),
      0,
    ),
  };
  const kind = worst(facts, counts);
  return { kind, tone: TONES[kind], ...counts };
}

function worst({ health, waiting, backup }: StatusFacts, counts: Omit<Status, 'kind' | 'tone'>): StatusKind {
  if (!isKnown(health)) return 'down';
  if (counts.error > 0) return 'error';
  if (counts.waiting > 0 || counts.heldBack > 0) return 'waiting';
  if (counts.paused > 0) return 'paused';
  if (counts.busy > 0) return 'busy';
  if (waiting === null) return 'unknown';
  if (counts.linked === 0) return 'unlinked';
  return ({ fresh: 'saved', none: 'recorded', pressing: 'unprotected' } as const)[backup];
}
