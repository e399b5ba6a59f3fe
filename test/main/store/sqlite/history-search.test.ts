import { describe, expect, it } from 'vitest';
import type { LibraryId } from '../../../../src-main/core/library/library-id.ts';
import type { CommitFilter } from '../../../../src-main/store/sqlite/history-search.ts';
import { tablesOf } from '../../../../src-main/store/sqlite/tables.ts';
import { memoryDatabase } from '../../../support/database.ts';

const LIBRARY = 'one' as LibraryId;
const RANGE = { from: 1_000_000, downTo: 1, limit: 100 };

/** Commits in bulk: Anna made all but one in a thousand, which are Bert's; each changed one of a thousand files. */
function longHistory(commits: number) {
  const db = memoryDatabase();
  db.exec(`
    INSERT INTO libraries (id, name, description, owner_email, head_id, root_id, head_seq, size_bytes, file_count,
      updated_at_s, modifier_email, created_at_s) VALUES ('one', '', '', 'anna', 'h', 'r', ${commits}, 0, 0, 0, '', 0);
    WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ${commits})
    INSERT INTO commits SELECT 1, seq, printf('%040d', seq), NULL, NULL, 'r', iif(seq % 1000 = 7, 'bert', 'anna'), '',
      'Added or modified "' || seq || '"', seq * 60, iif(seq % 2 = 0, 'Desk', NULL), NULL, 0, 0, 0, 1, 0, 0, NULL FROM n;
    INSERT INTO commit_changes SELECT 1, seq, 0, 'modified', '/Folder ' || (seq % 10) || '/' || (seq % 1000), '', 0, 'o', 1
      FROM commits;`);
  return { db, table: tablesOf(db).historySearchTable };
}

/** How SQLite goes about the searches of a table, made anew so that each statement is seen. */
function plansOf(filter: CommitFilter): string[] {
  const { db } = longHistory(10);
  const plans: string[] = [];
  const prepare = db.prepare.bind(db);
  const seen = (sql: string) => {
    if (sql.includes(':downTo')) {
      const unnamed = sql.replace(/:\w+/g, 'NULL');
      const rows = prepare(`EXPLAIN QUERY PLAN ${unnamed}`).all() as { detail: string }[];
      plans.push(...rows.map(({ detail }) => detail));
    }
    return prepare(sql);
  };
  const { historySearchTable } = tablesOf(Object.assign(Object.create(db), { prepare: seen }) as typeof db);
  plans.length = 0;
  historySearchTable.search(LIBRARY, filter, RANGE);
  return plans;
}

describe('the search in the history index', () => {
  it.each<[CommitFilter, string]>([
    [{}, 'SEARCH commits USING INDEX sqlite_autoindex_commits_1 (library_key=? AND seq>? AND seq<?)'],
    [
      { authors: ['bert'], text: 'x' },
      'SEARCH commits USING INDEX commits_by_author (library_key=? AND author_email=? AND seq>? AND seq<?)',
    ],
    [
      { devices: ['Desk'], sinceSeconds: 5 },
      'SEARCH commits USING INDEX commits_by_device (library_key=? AND device_name=? AND seq>? AND seq<?)',
    ],
  ])('of %j goes by an index, in the order of the pages', (filter, step) => {
    const plans = plansOf(filter);
    expect(plans).toContain(step);
    expect(
      plans.filter((detail) => detail.includes('TEMP B-TREE') || detail.startsWith('SCAN commits')),
    ).toEqual([]);
  });

  it('finds the few of many', () => {
    const { table } = longHistory(5_000);
    const few = table.search(LIBRARY, { authors: ['bert'] }, RANGE);
    expect(few.map(({ seq }) => seq)).toEqual([4007, 3007, 2007, 1007, 7]);
    const within = { path: '/Folder 7', above: ['/'] };
    const first = table.search(LIBRARY, { authors: ['bert'], within }, { ...RANGE, limit: 2 });
    expect(first.map(({ seq }) => seq)).toEqual([4007, 3007]);
  });

  it('looks the numbers of few changes up, and says when there are too many', () => {
    const { table } = longHistory(5_000);
    const file = { path: '/Folder 3/3', above: ['/', '/Folder 3'] };
    expect(table.seqsWithin(LIBRARY, file, 100)?.sort((a, b) => a - b)).toEqual([3, 1003, 2003, 3003, 4003]);
    expect(table.seqsWithin(LIBRARY, { path: '/Folder 3', above: ['/'] }, 100)).toBeNull();
  });

  it('tells people, devices and days', () => {
    const { table } = longHistory(5_000);
    expect([table.authors(LIBRARY), table.devices(LIBRARY)]).toEqual([['anna', 'bert'], ['Desk']]);
    expect(table.activity(LIBRARY, 0, 0)).toEqual([
      { day: 0, commits: 1439 },
      { day: 1, commits: 1440 },
      { day: 2, commits: 1440 },
      { day: 3, commits: 681 },
    ]);
  });
});
