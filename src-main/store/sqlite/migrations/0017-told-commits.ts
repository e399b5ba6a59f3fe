import type { Database } from 'better-sqlite3';
import type { Migration } from './migration.ts';

/** As `core/limits.ts` has them today. */
const LAST_SECOND = 253_402_300_799;
const DESCRIPTION_MAX_BYTES = 4096;
const NAME_MAX_BYTES = 255;

/** Times that no calendar has and texts without end, which clients could push before. */
export const toldCommits: Migration = {
  version: 17,
  name: 'told commits',
  why: 'A page that shows such a time fails for everybody who has the library. The commits themselves stay as they are.',
  up(db) {
    for (const [table, column] of TIMES) {
      db.exec(`UPDATE ${table} SET ${column} = min(max(${column}, 0), ${LAST_SECOND})
        WHERE ${column} NOT BETWEEN 0 AND ${LAST_SECOND}`);
    }
    cut(db, 'description', DESCRIPTION_MAX_BYTES);
    cut(db, 'device_name', NAME_MAX_BYTES);
    cut(db, 'client_version', 64);
  },
};

const TIMES = [
  ['commits', 'ctime_s'],
  ['libraries', 'updated_at_s'],
  ['libraries', 'created_at_s'],
  ['trash_items', 'deleted_at_s'],
] as const;

/** At a character, so a little shorter where one would be cut. */
function cut(db: Database, column: string, maxBytes: number): void {
  const long = db.prepare<[], { library_key: number; seq: number; text: string }>(
    `SELECT library_key, seq, ${column} AS text FROM commits WHERE length(CAST(${column} AS BLOB)) > ${maxBytes}`,
  );
  const put = db.prepare(`UPDATE commits SET ${column} = ? WHERE library_key = ? AND seq = ?`);
  for (const { library_key: key, seq, text } of long.all()) {
    let end = maxBytes;
    const bytes = Buffer.from(text);
    while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    put.run(bytes.toString('utf8', 0, end), key, seq);
  }
}
