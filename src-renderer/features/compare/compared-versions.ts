import type { VersionJson } from '../../../src-shared/versions-api.ts';
import type { Comparison } from '../../format/address.ts';

/** Which two of a list of versions, newest first, are compared: positions in it; `left` −1 where nothing is older. */
export interface ComparedPair {
  readonly left: number;
  readonly right: number;
}

/** The pair that an address asks for; null while the list does not hold it. */
export function comparedPair(
  versions: readonly VersionJson[],
  { before, after }: Pick<Comparison, 'before' | 'after'>,
): ComparedPair | null {
  const placeOf = (commit: string) => versions.findIndex((version) => version.commit_id === commit);
  const right = after === null ? 0 : placeOf(after);
  if (right < 0 || versions.length === 0) return null;
  if (before === null) return { left: right + 1 < versions.length ? right + 1 : -1, right };
  const left = placeOf(before);
  if (left < 0) return null;
  return left > right ? { left, right } : { left: right, right: left };
}

/** The pair when one side is replaced; the other one gives way where they would cross. */
export function pairWith(
  pair: ComparedPair,
  side: 'left' | 'right',
  { place, count }: { readonly place: number; readonly count: number },
): ComparedPair {
  if (side === 'left') return { left: place, right: Math.min(pair.right, Math.max(0, place - 1)) };
  return { right: place, left: Math.max(pair.left, Math.min(place + 1, count - 1)) };
}
