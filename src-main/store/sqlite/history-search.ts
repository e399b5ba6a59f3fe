import type { Database, Statement } from 'better-sqlite3';
import type { LibraryId } from '../../core/library/library-id.ts';
import { type CommitRow, entryOf, type HistoryEntry, type SeqRange } from './history.ts';

/** What commits are looked for by; what is absent does not matter. */
export interface CommitFilter {
  /** E-mails, at least one. */
  readonly authors?: readonly string[];
  /** Names, at least one. */
  readonly devices?: readonly string[];
  readonly kind?: 'added' | 'modified' | 'removed' | 'renamed';
  /** Not before this time, and before that one. */
  readonly sinceSeconds?: number;
  readonly untilSeconds?: number;
  /** Is in the description, the summary or the note; the case of English letters does not count. */
  readonly text?: string;
  /** Only these numbers. */
  readonly seqs?: readonly number[];
  /** Only commits with a change at or below a path, or at a folder above it. */
  readonly within?: WithinPath;
}

export interface WithinPath {
  readonly path: string;
  /** Every folder above it. */
  readonly above: readonly string[];
}

/** How many commits a library had on a day. */
export interface DayActivity {
  /** Days since 1970-01-01, by the clock of the caller. */
  readonly day: number;
  readonly commits: number;
}

/** Finding commits in the history index. */
export type HistorySearchTable = ReturnType<typeof createHistorySearchTable>;

const KEY_OF = '(SELECT library_key FROM libraries WHERE id = :library)';

/** Everything below a path: from its slash to the character after the slash. */
const AT_OR_BELOW = (column: string) =>
  `(${column} = :path OR (${column} > :path || '/' AND ${column} < :path || '0'))`;

/** What each part of a filter asks of a commit. One value leads through its index, several are looked for by number. */
const CONDITIONS: Readonly<Record<string, string>> = {
  author: 'commits.author_email = :author',
  authors: '+commits.author_email IN (SELECT value FROM json_each(:authors))',
  device: 'commits.device_name = :device',
  devices: '+commits.device_name IN (SELECT value FROM json_each(:devices))',
  added: 'commits.added > 0',
  modified: 'commits.modified > 0',
  removed: 'commits.removed > 0',
  renamed: 'commits.renamed > 0',
  // Unary plus: pages are in the order of numbers, so times lead nowhere.
  since: '+commits.ctime_s >= :since',
  until: '+commits.ctime_s < :until',
  // Without a summary the new name of what was renamed stands in the changes alone: the caller looks there.
  text: `(commits.description LIKE :text ESCAPE '\\' OR commits.summary LIKE :text ESCAPE '\\'
    OR (commits.summary IS NULL AND commits.renamed > 0)
    OR EXISTS (SELECT 1 FROM commit_notes AS n WHERE n.library_key = commits.library_key AND n.seq = commits.seq
      AND n.note LIKE :text ESCAPE '\\'))`,
  seqs: 'commits.seq IN (SELECT value FROM json_each(:seqs))',
  within: `EXISTS (SELECT 1 FROM commit_changes AS c WHERE c.library_key = commits.library_key AND c.seq = commits.seq
    AND (${AT_OR_BELOW('c.path')} OR ${AT_OR_BELOW('c.new_path')}
      OR (c.is_dir = 1 AND (c.path IN (SELECT value FROM json_each(:above))
        OR c.new_path IN (SELECT value FROM json_each(:above))))))`,
};

export function createHistorySearchTable(db: Database) {
  const searches = new Map<string, Statement<[Parameters], CommitRow>>();
  const below = db.prepare<{ library: string; path: string; above: string; limit: number }, { seq: number }>(`
    SELECT DISTINCT seq FROM (
      SELECT seq FROM commit_changes WHERE library_key = ${KEY_OF} AND path = :path
      UNION ALL SELECT seq FROM commit_changes
        WHERE library_key = ${KEY_OF} AND path > :path || '/' AND path < :path || '0'
      UNION ALL SELECT seq FROM commit_changes
        WHERE library_key = ${KEY_OF} AND new_path <> '' AND new_path = :path
      UNION ALL SELECT seq FROM commit_changes
        WHERE library_key = ${KEY_OF} AND new_path <> '' AND new_path > :path || '/' AND new_path < :path || '0'
      UNION ALL SELECT seq FROM commit_changes INDEXED BY commit_changes_by_path
        WHERE library_key = ${KEY_OF} AND is_dir = 1 AND path IN (SELECT value FROM json_each(:above))
      UNION ALL SELECT seq FROM commit_changes INDEXED BY commit_changes_by_new_path
        WHERE library_key = ${KEY_OF} AND is_dir = 1 AND new_path <> ''
          AND new_path IN (SELECT value FROM json_each(:above))
      LIMIT :limit)`);
  const oldestSince = db.prepare<{ library: string; at: number }, { seq: number }>(`
    SELECT seq FROM commits WHERE library_key = ${KEY_OF} AND ctime_s >= :at ORDER BY ctime_s, seq LIMIT 1`);
  // From day to day by the index of times: grouping all of them takes twenty times as long.
  const activity = db.prepare<{ library: string; offset: number; since: number }, DayActivity>(`
    WITH RECURSIVE
      days (day) AS (
        SELECT ${dayOfNext(':since')} UNION ALL
        SELECT ${dayOfNext('(day + 1) * 86400 - :offset')} FROM days WHERE day IS NOT NULL
      )
    SELECT day, (SELECT COUNT(*) FROM commits WHERE library_key = ${KEY_OF}
      AND ctime_s >= MAX(:since, day * 86400 - :offset) AND ctime_s < (day + 1) * 86400 - :offset) AS commits
    FROM days WHERE day IS NOT NULL`);
  const authors = distinct(db, 'author_email');
  const devices = distinct(db, 'device_name');

  /** One statement for each set of conditions: the words are those above, whatever is asked for. */
  function searchFor(conditions: readonly string[]) {
    const name = conditions.join(' ');
    const known = searches.get(name);
    if (known !== undefined) return known;
    const wanted = [`library_key = ${KEY_OF}`, 'seq <= :from', 'seq >= :downTo'];
    const all = [...wanted, ...conditions.map((condition) => CONDITIONS[condition] ?? 'FALSE')];
    const made = db.prepare<Parameters, CommitRow>(
      `SELECT * FROM commits ${leadOf(conditions)} WHERE ${all.join(' AND ')} ORDER BY seq DESC LIMIT :limit`,
    );
    searches.set(name, made);
    return made;
  }

  return {
    /** Newest first. Looks at no more commits than the range holds. */
    search(library: LibraryId, filter: CommitFilter, range: SeqRange): HistoryEntry[] {
      const parameters = parametersOf(filter);
      const rows = searchFor(Object.keys(conditionsOf(filter))).all({ ...parameters, ...range, library });
      return rows.map(entryOf);
    },
    /** Numbers of commits with a change within a path, in no order; null when there may be more than `limit` changes. */
    seqsWithin(library: LibraryId, { path, above }: WithinPath, limit: number): number[] | null {
      const rows = below.all({ library, path, above: JSON.stringify(above), limit: limit + 1 });
      return rows.length > limit ? null : rows.map(({ seq }) => seq);
    },
    /** The commit with the earliest time at or after this one; null when there is none. */
    seqSince(library: LibraryId, atSeconds: number): number | null {
      return oldestSince.get({ library, at: atSeconds })?.seq ?? null;
    },
    /** Days with commits, oldest first. Reads the times of all those commits, from an index. */
    activity(library: LibraryId, since: number, offset: number): DayActivity[] {
      return activity.all({ library, since, offset });
    },
    /** E-mails of all authors of commits. Costs are proportional to their number. */
    authors: (library: LibraryId): string[] => authors.all({ library }).map(({ value }) => value),
    devices: (library: LibraryId): string[] => devices.all({ library }).map(({ value }) => value),
  };
}

/** The day of the first commit at or after a time, of which there may be none. */
function dayOfNext(time: string): string {
  return `(SELECT CAST(MIN(ctime_s) + :offset AS INTEGER) / 86400 FROM commits
    WHERE library_key = ${KEY_OF} AND ctime_s >= ${time})`;
}

/** The different values of a column, each found by a step of its index from the one before. */
function distinct(db: Database, column: 'author_email' | 'device_name') {
  const next = (after: string) =>
    `(SELECT MIN(${column}) FROM commits WHERE library_key = ${KEY_OF} AND ${column} ${after})`;
  return db.prepare<{ library: string }, { value: string }>(`
    WITH RECURSIVE found (value) AS (
      SELECT ${next("> ''")} UNION ALL SELECT ${next('> found.value')} FROM found WHERE found.value IS NOT NULL
    ) SELECT value FROM found WHERE value IS NOT NULL`);
}

/** SQLite takes the range of numbers for the better lead, also where one person made few commits. */
function leadOf(conditions: readonly string[]): string {
  if (conditions.includes('seqs')) return '';
  if (conditions.includes('author')) return 'INDEXED BY commits_by_author';
  return conditions.includes('device') ? 'INDEXED BY commits_by_device' : '';
}

type Parameters = Readonly<Record<string, string | number>>;

/** The conditions that a filter needs, with what they compare by. */
function conditionsOf({ kind, ...filter }: CommitFilter): Readonly<Record<string, Parameters>> {
  const { authors, devices, within } = filter;
  return {
    ...oneOrMany('author', authors),
    ...oneOrMany('device', devices),
    ...(kind === undefined ? {} : { [kind]: {} }),
    ...single('since', filter.sinceSeconds),
    ...single('until', filter.untilSeconds),
    ...single('text', filter.text === undefined ? undefined : `%${escaped(filter.text)}%`),
    ...single('seqs', filter.seqs === undefined ? undefined : JSON.stringify(filter.seqs)),
    ...(within === undefined ? {} : { within: { path: within.path, above: JSON.stringify(within.above) } }),
  };
}

function oneOrMany(
  name: 'author' | 'device',
  values: readonly string[] | undefined,
): Readonly<Record<string, Parameters>> {
  if (values === undefined) return {};
  const [one] = values;
  if (values.length === 1 && one !== undefined) return single(name, one);
  return single(`${name}s`, JSON.stringify(values));
}

function single(name: string, value: string | number | undefined): Readonly<Record<string, Parameters>> {
  return value === undefined ? {} : { [name]: { [name]: value } };
}

function parametersOf(filter: CommitFilter): Parameters {
  return Object.assign({}, ...Object.values(conditionsOf(filter)));
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
