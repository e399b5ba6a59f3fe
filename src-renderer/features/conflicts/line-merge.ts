import { diffArrays } from 'diff';

/** Lines of a text: from one, counted from 0, to before another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type Side = 'original' | 'copy';

/** What goes into the merged text at a place; both: the original's lines first. */
export type Choice = Side | 'both';

/** A stretch of both texts: the same in both, or changed since their ancestor on one side or on both. */
export interface MergePlace {
  readonly changedBy: 'none' | Side | 'both';
  readonly original: Span;
  readonly copy: Span;
}

export interface MergedTexts {
  readonly ancestor: readonly string[];
  readonly original: readonly string[];
  readonly copy: readonly string[];
}

/** Where a side differs from the ancestor: `from` and `to` in that, and by how many lines it is longer. */
interface Hunk extends Span {
  readonly side: Side;
  readonly more: number;
}

// Texts with little in common take forever, and are not merged line by line.
const LONGEST_MS = 3_000;

function hunksOf(side: Side, texts: MergedTexts, timeout: number): Hunk[] | null {
  const parts = diffArrays([...texts.ancestor], [...texts[side]], { timeout });
  if (parts === undefined) return null;
  const hunks: Hunk[] = [];
  let at = 0;
  for (const { added, removed, count } of parts) {
    const to = added ? at : at + count;
    const last = hunks.at(-1);
    const more = added ? count : -count;
    if (added || removed) {
      if (last?.to === at) hunks[hunks.length - 1] = { ...last, to, more: last.more + more };
      else hunks.push({ side, from: at, to, more });
    }
    at = to;
  }
  return hunks;
}

/** Hunks that overlap or touch, as one. */
function* groupsOf(hunks: readonly Hunk[]): Generator<Span & { readonly hunks: readonly Hunk[] }> {
  let group: Hunk[] = [];
  let to = 0;
  for (const hunk of hunks.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (group.length > 0 && hunk.from > to) {
      yield { from: group[0]?.from ?? 0, to, hunks: group };
      group = [];
    }
    to = group.length === 0 ? hunk.to : Math.max(to, hunk.to);
    group.push(hunk);
  }
  if (group.length > 0) yield { from: group[0]?.from ?? 0, to, hunks: group };
}

/** The places of two texts that were made from one, in order; null when they differ too much to be compared. */
export function mergePlaces(texts: MergedTexts, longestMs = LONGEST_MS): MergePlace[] | null {
  const ours = hunksOf('original', texts, longestMs);
  const theirs = ours && hunksOf('copy', texts, longestMs);
  if (ours === null || theirs === null) return null;
  const places: MergePlace[] = [];
  const ends = { original: 0, copy: 0 };
  const more = { original: 0, copy: 0 };
  const add = (changedBy: MergePlace['changedBy'], to: number) => {
    const place = {
      changedBy,
      original: { from: ends.original, to: to + more.original },
      copy: { from: ends.copy, to: to + more.copy },
    };
    Object.assign(ends, { original: place.original.to, copy: place.copy.to });
    if (changedBy === 'both') places.push(...withoutCommon(place, texts));
    else places.push(place);
  };
  for (const { from, to, hunks } of groupsOf([...ours, ...theirs])) {
    add('none', from);
    for (const hunk of hunks) more[hunk.side] += hunk.more;
    const [first, ...others] = new Set(hunks.map(({ side }) => side));
    add(others.length > 0 ? 'both' : (first ?? 'none'), to);
  }
  add('none', texts.ancestor.length);
  return joined(places);
}

/** A place that both sides changed, without what they changed identically at its beginning and end. */
function withoutCommon(place: MergePlace, texts: Pick<MergedTexts, Side>): MergePlace[] {
  const { original, copy } = place;
  const most = Math.min(original.to - original.from, copy.to - copy.from);
  let start = 0;
  while (start < most && texts.original[original.from + start] === texts.copy[copy.from + start]) start += 1;
  let end = 0;
  while (end < most - start && texts.original[original.to - 1 - end] === texts.copy[copy.to - 1 - end])
    end += 1;
  const part = (changedBy: MergePlace['changedBy'], cut: (span: Span) => Span): MergePlace => ({
    ...{ changedBy, original: cut(original), copy: cut(copy) },
  });
  return [
    part('none', ({ from }) => ({ from, to: from + start })),
    part('both', ({ from, to }) => ({ from: from + start, to: to - end })),
    part('none', ({ to }) => ({ from: to - end, to })),
  ];
}

/** Without empty places, and with consecutive unchanged ones joined. */
function joined(places: readonly MergePlace[]): MergePlace[] {
  const found: MergePlace[] = [];
  for (const place of places) {
    const { changedBy, original, copy } = place;
    if (countOf(original) === 0 && countOf(copy) === 0) continue;
    const last = found.at(-1);
    if (changedBy !== 'none' || last?.changedBy !== 'none') found.push(place);
    else {
      found[found.length - 1] = {
        ...{ changedBy, original: { ...last.original, to: original.to } },
        copy: { ...last.copy, to: copy.to },
      };
    }
  }
  return found;
}

export function countOf({ from, to }: Span): number {
  return to - from;
}

/** The default choice for a place: the changed side, where only one changed; null: open. */
export function firstChoice({ changedBy }: MergePlace): Choice | null {
  if (changedBy === 'both') return null;
  return changedBy === 'none' ? 'original' : changedBy;
}

/** The stretches of the merged text in order, each with the side that it comes from. */
export function stretchesOf(
  places: readonly MergePlace[],
  choices: readonly (Choice | null)[],
): (Span & { readonly side: Side })[] {
  const stretches: (Span & { readonly side: Side })[] = [];
  for (const [at, place] of places.entries()) {
    const choice = choices[at] ?? null;
    for (const side of ['original', 'copy'] as const) {
      const span = place[side];
      if ((choice !== side && choice !== 'both') || countOf(span) === 0) continue;
      const last = stretches.at(-1);
      if (last?.side === side && last.to === span.from)
        stretches[stretches.length - 1] = { ...last, to: span.to };
      else stretches.push({ side, ...span });
    }
  }
  return stretches;
}
