import type { Database } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';

/** Something that a program noted at an item. */
export interface ItemProperty {
  /** `{namespace}name` */
  readonly name: string;
  /** An XML element. */
  readonly value: string;
}

/** Where items are. */
export interface ItemAt {
  readonly libraryId: LibraryId;
  readonly path: string;
}

/** The properties on record. */
export type ItemPropertyTable = ReturnType<typeof createItemPropertyTable>;

interface Row extends ItemProperty {
  readonly path: string;
}

export function createItemPropertyTable(db: Database) {
  // '0' comes right behind '/': what lies between begins with the path and a slash.
  const tree = "library_id = :id AND (path = :path OR (path > :path || '/' AND path < :path || '0'))";
  const of = db.prepare<[string, string], Row>(
    'SELECT path, name, value FROM item_properties WHERE library_id = ? AND path = ? ORDER BY name',
  );
  const inTree = db.prepare<{ id: string; path: string }, Row>(
    `SELECT path, name, value FROM item_properties WHERE ${tree} ORDER BY path, name`,
  );
  const all = db.prepare<[string], Row>('SELECT path, name, value FROM item_properties WHERE library_id = ?');
  const namesIn = db
    .prepare<{ id: string; start: string; end: string }, string>(
      `SELECT DISTINCT substr(path, length(:start) + 1) AS name FROM item_properties
       WHERE library_id = :id AND path > :start AND path < :end AND instr(substr(path, length(:start) + 1), '/') = 0`,
    )
    .pluck();
  const count = db
    .prepare<[string], number>('SELECT count(*) FROM item_properties WHERE library_id = ?')
    .pluck();
  const put = db.prepare<[string, string, string, string]>(
    'INSERT OR REPLACE INTO item_properties VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM item_properties WHERE library_id = ? AND path = ? AND name = ?',
  );
  const removeTree = db.prepare<{ id: string; path: string }>(`DELETE FROM item_properties WHERE ${tree}`);

  /** A library has a few thousand at most. */
  const below = ({ libraryId, path }: ItemAt): Row[] =>
    path === '/' ? all.all(libraryId) : inTree.all({ id: libraryId, path });

  const removeBelow = ({ libraryId, path }: ItemAt): void => {
    if (path === '/') for (const row of all.all(libraryId)) remove.run(libraryId, row.path, row.name);
    else removeTree.run({ id: libraryId, path });
  };

  return {
    of: ({ libraryId, path }: ItemAt): ItemProperty[] => of.all(libraryId, path),
    /** Of an item and all below it. */
    below,
    /** Names of the items of a folder that have some, not of those further below. */
    namesIn({ libraryId, path }: ItemAt): string[] {
      const above = path === '/' ? '' : path;
      return namesIn.all({ id: libraryId, start: `${above}/`, end: `${above}0` });
    },
    count: (libraryId: LibraryId): number => count.get(libraryId) ?? 0,
    /** All or none. The library must exist. */
    change(
      { libraryId, path }: ItemAt,
      { set, removed }: { readonly set: readonly ItemProperty[]; readonly removed: readonly string[] },
    ): void {
      db.transaction(() => {
        for (const name of removed) remove.run(libraryId, path, name);
        for (const { name, value } of set) put.run(libraryId, path, name, value);
      }).immediate();
    },
    /** Of an item and all below it. */
    remove: removeBelow,
    /** Gives what is at a place those of another, with all below; those it had are gone. @param isShallow without what is below */
    copy(from: ItemAt, to: ItemAt, { isShallow = false } = {}): void {
      db.transaction(() => {
        const rows = below(from).filter(({ path }) => !isShallow || path === from.path);
        removeBelow(to);
        for (const { path, name, value } of rows) {
          const rest = from.path === '/' ? path : path.slice(from.path.length);
          put.run(to.libraryId, `${to.path}${rest}`, name, value);
        }
      }).immediate();
    },
  };
}
