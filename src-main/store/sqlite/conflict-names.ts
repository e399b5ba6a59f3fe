import type { Database } from 'better-sqlite3';
import type { Change } from '../../core/history/change.ts';
import type { LibraryId } from '../../core/library/library-id.ts';

/** A change that may have made, moved or removed a conflict copy. */
export type ConflictNameChange = Pick<Change, 'op' | 'path' | 'newPath' | 'isDir'>;

/** The changes of commits that bear on conflict copies. */
export type ConflictNameTable = ReturnType<typeof createConflictNameTable>;

/** Reads the history index by number of commit, so that it costs what the commits asked about changed. */
export function createConflictNameTable(db: Database) {
  const between = db.prepare<{ library: string; after: number; upTo: number }, Row>(`
    SELECT op, path, new_path, is_dir FROM commit_changes
    WHERE library_key = (SELECT library_key FROM libraries WHERE id = :library) AND seq > :after AND seq <= :upTo
      AND (CASE is_dir WHEN 0 THEN instr(path, '(SFConflict') > 0 OR instr(new_path, '(SFConflict') > 0
        ELSE op = 'renamed' END)
    ORDER BY seq, position`);

  return {
    /** Of the commits after one number up to another, in their order: files named like conflict copies, moved folders. */
    between(
      library: LibraryId,
      seqs: { readonly after: number; readonly upTo: number },
    ): ConflictNameChange[] {
      return between.all({ library, ...seqs }).map((row) => ({
        op: row.op,
        path: row.path,
        newPath: row.new_path,
        isDir: row.is_dir === 1,
      }));
    },
  };
}

interface Row {
  op: Change['op'];
  path: string;
  new_path: string;
  is_dir: number;
}
