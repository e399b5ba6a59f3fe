import type { CommitSummaryJson, CommitSummaryPartJson } from '../../../src-shared/contents-api.ts';
import { nameOf, parentOf } from '../library/path.ts';
import type { Commit } from '../objects/commit.ts';
import { cutText } from '../objects/cut-text.ts';
import { inOneGo, isStepDue, type Steps } from '../steps.ts';
import type { Change } from './change.ts';
import { DESCRIPTIONS, ERASED } from './describe.ts';

/** What a commit did, in numbers and a few names: what the page makes its title from, in any language. */
export type CommitSummary = CommitSummaryJson;
type Part = CommitSummaryPartJson;
type Reason = CommitSummaryJson['reason'];

export interface ItemCount {
  readonly files: number;
  readonly folders: number;
}

/** All that came and went with a commit, what is in whole folders included. */
export interface CountedItems {
  readonly added: ItemCount;
  readonly removed: ItemCount;
}

type SummedCommit = Pick<Commit, 'description' | 'isMerge'>;
type SummedChange = Pick<Change, 'op' | 'path' | 'newPath' | 'isDir'>;

/** @param counted null: nothing is known of what is in folders that came or went */
export function summarize(
  commit: SummedCommit,
  changes: readonly SummedChange[],
  counted: CountedItems | null,
): CommitSummary {
  return inOneGo(summarizeInSteps(commit, changes, counted));
}

/** The same for commits that may have changed a million items. */
export function* summarizeInSteps(
  commit: SummedCommit,
  changes: readonly SummedChange[],
  counted: CountedItems | null,
): Steps<CommitSummary> {
  return { ...reasonOf(commit, changes.length > 0), parts: yield* partsOf(changes, counted) };
}

const KINDS = ['added', 'modified', 'removed', 'renamed', 'moved'] as const;

interface Gathered {
  items: number;
  dirs: number;
  readonly first: SummedChange;
  /** Folder that all of them were moved into; null: there are several. */
  folder: string | null;
}

function* partsOf(changes: readonly SummedChange[], counted: CountedItems | null): Steps<Part[]> {
  const found = new Map<Part['kind'], Gathered>();
  for (const [at, change] of changes.entries()) {
    if (isStepDue(at)) yield;
    const kind = kindOf(change);
    let part = found.get(kind);
    if (part === undefined) {
      part = { items: 0, dirs: 0, first: change, folder: kind === 'moved' ? parentOf(change.newPath) : null };
      found.set(kind, part);
    }
    part.items += 1;
    if (change.isDir) part.dirs += 1;
    if (part.folder !== null && !isRightIn(part.folder, change.newPath)) part.folder = null;
  }
  return KINDS.flatMap((kind) => {
    const part = found.get(kind);
    return part === undefined ? [] : [partOf(kind, part, counted)];
  });
}

function kindOf({ op, path, newPath }: SummedChange): Part['kind'] {
  if (op === 'renamed') return isRightIn(parentOf(path), newPath) ? 'renamed' : 'moved';
  if (op === 'modified') return 'modified';
  return op === 'new' || op === 'newdir' ? 'added' : 'removed';
}

/** Not somewhere further below. Makes no text: a commit may have a million changes. */
function isRightIn(folder: string, path: string): boolean {
  const slash = path.lastIndexOf('/');
  return folder === '/' ? slash === 0 : slash === folder.length && path.startsWith(folder);
}

function partOf(kind: Part['kind'], part: Gathered, counted: CountedItems | null): Part {
  const { items, dirs, first, folder } = part;
  const isTree = kind === 'added' || kind === 'removed';
  const all = isTree && counted !== null ? counted[kind] : { files: items - dirs, folders: dirs };
  const isKnown = dirs === 0 || (isTree && counted !== null);
  return {
    ...{ kind, items, dirs, files: isKnown ? all.files : null, folders: all.folders },
    name: shortName(first.path),
    to: kind === 'renamed' ? shortName(first.newPath) : folder === null ? '' : shortName(folder) || '/',
  };
}

/** What is told of a library that got another name: no item of it changed. */
export function renamedLibrary(name: string, to: string): Part {
  return {
    ...{ kind: 'renamed', items: 0, dirs: 0, files: 0, folders: 0 },
    ...{ name: cutText(name, NAME_MAX_BYTES), to: cutText(to, NAME_MAX_BYTES) },
  };
}

const NAME_MAX_BYTES = 255;

/** Trees of clients may hold names of any length. */
function shortName(path: string): string {
  return cutText(nameOf(path), NAME_MAX_BYTES);
}

const UNDID = /^(?:Undid: )+/;
const MOMENT = / at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\.?$/;
const RESTORED = ['Reverted file "', 'Reverted repo to ', 'Restored what was there at '];
const BEGINNINGS: readonly (readonly [beginning: string, reason: Reason])[] = [
  ['Recovered deleted ', 'recovery'],
  ['Recovered "', 'recovery'],
  ['Resolved the conflict of "', 'resolution'],
  ['Put back ', 'revert'],
];

/**
 * Why a commit was made, which nothing but its description keeps: it alone is still there when the database has to be made
 * again from the commits. A client can claim a reason; what it changed is told by the parts, whatever it claims.
 */
function reasonOf(
  { description, isMerge }: SummedCommit,
  hasChanges: boolean,
): Pick<CommitSummary, 'reason' | 'at'> {
  if (isMerge) return { reason: 'merge', at: null };
  if (!hasChanges) return { reason: reasonWithoutChanges(description), at: null };
  const [undid = ''] = UNDID.exec(description) ?? [];
  // Each undo takes the one before it back.
  if (undid !== '')
    return { reason: (undid.length / 'Undid: '.length) % 2 === 0 ? 'redo' : 'undo', at: null };
  const [, day, time] = MOMENT.exec(description) ?? [];
  const at = Date.parse(`${day}T${time}Z`) / 1000;
  if (Number.isInteger(at) && RESTORED.some((words) => description.startsWith(words)))
    return { reason: 'restore', at };
  const found = BEGINNINGS.find(([words]) => description.startsWith(words));
  return { reason: found?.[1] ?? 'changes', at: null };
}

function reasonWithoutChanges(description: string): Reason {
  if (description === DESCRIPTIONS.created) return 'creation';
  if (description === DESCRIPTIONS.passwordChanged) return 'password';
  if (description.startsWith(`${ERASED}: `)) return 'erasure';
  return description === DESCRIPTIONS.recordChanged ? 'record' : 'changes';
}

/** A summary as it was kept; null for what is none, as a backup may bring it. */
export function readSummary(kept: string | null): CommitSummary | null {
  try {
    const summary: unknown = JSON.parse(kept ?? 'null');
    return isSummary(summary) ? summary : null;
  } catch {
    return null;
  }
}

function isSummary(value: unknown): value is CommitSummary {
  if (!isRecord(value) || typeof value.reason !== 'string' || !isCountOrNull(value.at)) return false;
  return Array.isArray(value.parts) && value.parts.every(isPart);
}

function isPart(part: unknown): part is Part {
  if (!isRecord(part) || !KINDS.some((kind) => kind === part.kind)) return false;
  const { items, dirs, files, folders, name, to } = part;
  const hasCounts = [items, dirs, folders].every(Number.isSafeInteger) && isCountOrNull(files);
  return hasCounts && typeof name === 'string' && typeof to === 'string';
}

function isCountOrNull(value: unknown): boolean {
  return value === null || Number.isSafeInteger(value);
}

type Members = Partial<Readonly<Record<keyof CommitSummary | keyof Part, unknown>>>;

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}
