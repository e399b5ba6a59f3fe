import { commitTime } from '../calendar.ts';
import { nameOf } from '../library/path.ts';
import type { Dirent } from '../objects/dir-object.ts';
import type { Change } from './change.ts';

/**
 * Changes as the sync clients word them: a line for each kind there is, naming the first and
 * counting the others, each line ended. Empty for no changes.
 */
export function describeChanges(changes: readonly Change[]): string {
  const told = new Map<Line, Told>();
  for (const change of changes) {
    const line = LINES.find(({ holds }) => holds(change));
    if (line === undefined) continue;
    const { first = change, count = 0 } = told.get(line) ?? {};
    told.set(line, { first, count: count + 1 });
  }
  return LINES.map((line) => sentence(line, told.get(line))).join('');
}

interface Told {
  readonly first: Change;
  readonly count: number;
}

interface Line {
  readonly holds: (change: Change) => boolean;
  readonly one: string;
  readonly many: string;
  readonly plural: 'files' | 'directories';
}

const LINES: readonly Line[] = [
  fileLine('Added or modified', (change) => change.op === 'new' || change.op === 'modified'),
  fileLine('Deleted', (change) => change.op === 'removed'),
  fileLine('Renamed', (change) => change.op === 'renamed' && !change.isDir),
  folderLine('Added', (change) => change.op === 'newdir'),
  folderLine('Removed', (change) => change.op === 'deldir'),
  folderLine('Renamed', (change) => change.op === 'renamed' && change.isDir),
];

function fileLine(verb: string, holds: Line['holds']): Line {
  return { holds, one: verb, many: verb, plural: 'files' };
}

function folderLine(verb: string, holds: Line['holds']): Line {
  return { holds, one: `${verb} directory`, many: verb, plural: 'directories' };
}

function sentence(line: Line, told: Told | undefined): string {
  if (told === undefined) return '';
  const name = `"${nameOf(told.first.path)}"`;
  const others = told.count - 1;
  return others === 0
    ? `${line.one} ${name}.\n`
    : `${line.many} ${name} and ${others} more ${line.plural}.\n`;
}

type Named = Pick<Dirent, 'kind' | 'name'>;

/** Below: worded as Seafile servers word it, because clients show these descriptions and scripts compare them. */
export function describeAdded(items: readonly Named[]): string {
  return items.length > 1 ? `${several('Added', items)} files.` : single(['Added', 'Added directory'], items);
}

export function describeRemoved(items: readonly Named[]): string {
  if (items.length === 0) return 'Deleted nothing';
  return items.length > 1
    ? `${several('Deleted', items)} files`
    : single(['Deleted', 'Removed directory'], items);
}

export function describeMoved(items: readonly Named[]): string {
  return items.length > 1 ? `${several('Moved', items)} files` : single(['Moved', 'Moved directory'], items);
}

export function describeRenamed(item: Named): string {
  return single(['Renamed', 'Renamed directory'], [item]);
}

/** Of files that came in. @param added those that replaced nothing */
export function describeUploaded(files: readonly { readonly name: string }[], added: typeof files): string {
  if (added.length > 1) return `${several('Added', added)} files.`;
  const [first] = added;
  return first === undefined ? `Modified "${files[0]?.name ?? ''}"` : `Added "${first.name}".`;
}

/** What came back out of the trash. */
export function describeRecovered(items: readonly Named[]): string {
  if (items.length > 1) return `${several('Recovered', items)} items`;
  return single(['Recovered deleted file', 'Recovered deleted directory'], items);
}

/** What came back as it was at a commit. */
export function describeReverted(item: Named, commit: Timed): string {
  return item.kind === 'dir'
    ? describeRecovered([item])
    : `Reverted file "${item.name}" to status at ${clockTextOf(commit)}`;
}

export function describeRevertedLibrary(commit: Timed): string {
  return `Reverted repo to status at ${clockTextOf(commit)}.`;
}

/** Ours, as are the three below: real servers have nothing of the kind. */
export function describeSnapshotRestore(commit: Timed): string {
  return `Restored what was there at ${clockTextOf(commit)}`;
}

export function describeUndone({ description }: { readonly description: string }): string {
  const [title = ''] = description.split('\n');
  return `Undid: ${title}`;
}

export function describeResolved(name: string): string {
  return `Resolved the conflict of "${name}"`;
}

/** Of files of a linked folder that a person did not want rewritten. */
export function describeRevertedRewrites(fileCount: number): string {
  return `Put back ${fileCount} ${fileCount === 1 ? 'file' : 'files'} as before.\n`;
}

/** Of a commit that tells that something was erased from all of a history; what it was is not told. */
export function describeErasure(commits: number): string {
  return `${ERASED}: ${commits} ${commits === 1 ? 'commit' : 'commits'} rewritten`;
}

/** How such a description begins. */
export const ERASED = 'Erased from history';

/** What is no change of items. */
export const DESCRIPTIONS = {
  created: 'Created library',
  merged: 'Auto merge by system',
  recordChanged: 'Changed library name or description',
  passwordChanged: 'Changed library password',
} as const;

interface Timed {
  readonly ctimeSeconds: number;
}

/** When a commit was made, in UTC. */
export function clockTextOf({ ctimeSeconds }: Timed): string {
  return new Date(commitTime(ctimeSeconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

function several(verb: string, items: readonly { readonly name: string }[]): string {
  return `${verb} "${items[0]?.name}" and ${items.length - 1} more`;
}

function single([file, folder]: readonly [string, string], [item]: readonly Named[]): string {
  return `${item?.kind === 'dir' ? folder : file} "${item?.name}"`;
}
