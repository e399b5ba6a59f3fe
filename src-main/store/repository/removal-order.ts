import type { ObjectName } from '../objects/object-store.ts';

/** Commits before fs objects before blocks: what names others goes before what it names. */
export function inRemovalOrder<T extends ObjectName>(objects: readonly T[]): T[] {
  return (['commit', 'fs', 'block'] as const).flatMap((kind) =>
    objects.filter((object) => object.kind === kind),
  );
}
