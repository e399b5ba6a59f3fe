import { nameOf } from '../library/path.ts';
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
