import type { ObjectKind } from './object-store.ts';

/** Kinds as numbers, in pack records and index rows alike. Never renumbered: they are on disk. */
export const KIND_CODES = { block: 1, fs: 2, commit: 3 } as const satisfies Record<ObjectKind, number>;

const KINDS: readonly (ObjectKind | null)[] = [null, 'block', 'fs', 'commit'];

/** The kind behind a number; null for numbers that no kind has. */
export function kindOfCode(code: number): ObjectKind | null {
  return KINDS[code] ?? null;
}
