import type { ObjectKind, ObjectName } from './object-store.ts';

/** Kinds as numbers, in pack records and index rows alike. Never renumbered: they are on disk. */
export const KIND_CODES = { block: 1, fs: 2, commit: 3 } as const satisfies Record<ObjectKind, number>;

const KINDS: readonly (ObjectKind | null)[] = [null, 'block', 'fs', 'commit'];

/** The kind behind a number; null for numbers that no kind has. */
export function kindOfCode(code: number): ObjectKind | null {
  return KINDS[code] ?? null;
}

/** The order of index rows: what is named before what names it, and by id, whose digits sort as the bytes they stand for. */
export function byKindAndId(a: ObjectName, b: ObjectName): number {
  const kinds = KIND_CODES[a.kind] - KIND_CODES[b.kind];
  if (kinds !== 0) return kinds;
  return a.id < b.id ? -1 : 1;
}

/** What is named before what names it; those of one kind stay in their order. */
export function inOrderOfKinds<T extends ObjectName>(objects: readonly T[]): T[] {
  const byKind: Record<ObjectKind, T[]> = { block: [], fs: [], commit: [] };
  for (const object of objects) byKind[object.kind].push(object);
  return [...byKind.block, ...byKind.fs, ...byKind.commit];
}

/** What names others goes before what it names: the reverse, those of one kind in their order. */
export function inRemovalOrder<T extends ObjectName>(objects: readonly T[]): T[] {
  return inOrderOfKinds(objects.toReversed()).toReversed();
}
