import type { LineRun } from './line-diff.ts';

/** A row of a shown comparison. `left` and `right` are numbers of lines from 0. */
export interface DiffRow {
  /** `changed`: side by side, where one of the two may be missing. */
  readonly kind: 'same' | 'removed' | 'added' | 'changed' | 'gap';
  /** For a removed or added line on its own: the line that it probably became or came from. */
  readonly left: number | null;
  readonly right: number | null;
  /** Lines that a gap stands for; else 1. */
  readonly count: number;
}

export type DiffMode = 'inline' | 'split';

const CONTEXT_LINES = 3;
// A gap that hides fewer lines than this takes more room than it saves.
const SHORTEST_GAP = 4;

interface Position {
  left: number;
  right: number;
}

interface Block {
  readonly removed: number;
  readonly added: number;
}

/** Neighbouring removed and added runs as one block each. */
function blocksOf(runs: readonly LineRun[]): (Block | { readonly same: number })[] {
  const blocks: (Block | { readonly same: number })[] = [];
  for (const { kind, count } of runs) {
    const last = blocks.at(-1);
    if (kind === 'same') blocks.push({ same: count });
    else {
      const before = last !== undefined && 'removed' in last ? last : { removed: 0, added: 0 };
      if (before === last) blocks.pop();
      blocks.push({ ...before, [kind]: before[kind] + count });
    }
  }
  return blocks;
}

function blockRows({ removed, added }: Block, at: Position, mode: DiffMode): DiffRow[] {
  const leftAt = (index: number) => (index < removed ? at.left + index : null);
  const rightAt = (index: number) => (index < added ? at.right + index : null);
  const row = (kind: DiffRow['kind'], index: number): DiffRow => ({
    kind,
    left: leftAt(index),
    right: rightAt(index),
    count: 1,
  });
  if (mode === 'split')
    return Array.from({ length: Math.max(removed, added) }, (_, index) => row('changed', index));
  return [
    ...Array.from({ length: removed }, (_, index) => row('removed', index)),
    ...Array.from({ length: added }, (_, index) => row('added', index)),
  ];
}

function sameRows(count: number, at: Position, hidden: { from: number; to: number }): DiffRow[] {
  const rows: DiffRow[] = [];
  for (let index = 0; index < count; index++) {
    if (index === hidden.from && hidden.to > hidden.from) {
      rows.push({
        kind: 'gap',
        left: at.left + index,
        right: at.right + index,
        count: hidden.to - hidden.from,
      });
      index = hidden.to - 1;
    } else rows.push({ kind: 'same', left: at.left + index, right: at.right + index, count: 1 });
  }
  return rows;
}

/** Which lines of an unchanged run are folded away: all those that are not near a change. */
function hiddenPart(count: number, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const from = isFirst ? 0 : CONTEXT_LINES;
  const to = isLast ? count : count - CONTEXT_LINES;
  return to - from >= SHORTEST_GAP ? { from, to } : { from: 0, to: 0 };
}

interface DiffView {
  readonly mode: DiffMode;
  /** The first left line of each gap that the user opened. */
  readonly opened: ReadonlySet<number>;
}

/** The rows to show, long unchanged parts folded. */
export function diffRows(runs: readonly LineRun[], { mode, opened }: DiffView): DiffRow[] {
  const blocks = blocksOf(runs);
  const at: Position = { left: 0, right: 0 };
  const rows: DiffRow[] = [];
  for (const [index, block] of blocks.entries()) {
    if ('same' in block) {
      const ends = { isFirst: index === 0, isLast: index === blocks.length - 1 };
      const hidden = hiddenPart(block.same, ends);
      const isOpen = opened.has(at.left + hidden.from);
      for (const row of sameRows(block.same, at, isOpen ? { from: 0, to: 0 } : hidden)) rows.push(row);
      at.left += block.same;
      at.right += block.same;
    } else {
      for (const row of blockRows(block, at, mode)) rows.push(row);
      at.left += block.removed;
      at.right += block.added;
    }
  }
  return rows;
}

const isChange = (row: DiffRow | undefined): boolean =>
  row !== undefined && row.kind !== 'same' && row.kind !== 'gap';

/** Where each stretch of changed rows begins. */
export function changeStarts(rows: readonly DiffRow[]): number[] {
  return rows.flatMap((row, index) => (isChange(row) && !isChange(rows[index - 1]) ? [index] : []));
}
