import type { Library } from '../../core/library/library.ts';
import type { TrashItem, TrashTable } from '../../store/sqlite/trash.ts';
import type { People } from '../access/people.ts';

/** A deletion as it is told. */
export interface TrashView extends TrashItem {
  readonly deletedByName: string;
  /** Where it was deleted; empty where that is not known. */
  readonly device: string;
  /** When retention ends it; null: never. */
  readonly expiresAtSeconds: number | null;
}

interface TrashViewDependencies {
  readonly trashTable: Pick<TrashTable, 'deviceOf'>;
  readonly people: Pick<People, 'displayName'>;
}

const DAY_SECONDS = 86_400;

export function trashView(
  { trashTable, people }: TrashViewDependencies,
  { id, keepDays }: Pick<Library, 'id' | 'keepDays'>,
  item: TrashItem,
): TrashView {
  return {
    ...item,
    deletedByName: people.displayName(item.deletedBy),
    device: trashTable.deviceOf(id, item),
    expiresAtSeconds: keepDays > 0 ? item.deletedAtSeconds + keepDays * DAY_SECONDS : null,
  };
}
