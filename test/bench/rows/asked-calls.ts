import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeTrashCursor } from '../../../src-main/core/history/trash.ts';
import { WIDE_FOLDER } from './make-libraries.ts';
import { nameOfRow, SECONDS_BETWEEN } from './make-rows.ts';

/** A data folder as `addRows` left it. */
export interface RowsFolder {
  readonly dataDir: string;
  /** The one with most of the rows. */
  readonly libraryId: string;
  readonly rows: number;
}

export interface AskedCall {
  readonly what: string;
  readonly path: string;
}

const WEB = '/api/v2.1';
const LOCAL = '/api/local/v1';
const A_PAGE = 100;

/** The listings that are measured, with their addresses in this data folder. */
export function listingsIn(folder: RowsFolder): AskedCall[] {
  const { libraryId, rows } = folder;
  const library = `${WEB}/repos/${libraryId}`;
  const local = `${LOCAL}/libraries/${libraryId}`;
  const middle = Math.ceil(rows / A_PAGE / 2);
  const name = encodeURIComponent(nameOfRow(Math.floor(rows / 2) + 1));
  return [
    { what: 'libraries', path: `${WEB}/repos/` },
    { what: 'libraries (local)', path: `${LOCAL}/libraries/` },
    { what: 'wide folder', path: `${library}/dir/?p=${WIDE_FOLDER}` },
    { what: 'wide folder (local)', path: `${local}/entries/?path=${WIDE_FOLDER}` },
    { what: 'history, first page', path: `${library}/history/?page=1&per_page=${A_PAGE}` },
    { what: 'history, a page in the middle', path: `${library}/history/?page=${middle}&per_page=${A_PAGE}` },
    { what: 'history (local)', path: `${local}/history/` },
    { what: 'log of all libraries (local)', path: `${LOCAL}/change-log/` },
    { what: 'trash, first page', path: `${library}/trash/` },
    { what: 'trash, a page in the middle', path: `${library}/trash/?scan_stat=${middleOfTrash(folder)}` },
    { what: 'trash of all libraries (local)', path: `${LOCAL}/trash/` },
    { what: 'all libraries, first page', path: `${WEB}/admin/libraries/?page=1&per_page=${A_PAGE}` },
    { what: 'all libraries, page 9', path: `${WEB}/admin/libraries/?page=9&per_page=${A_PAGE}` },
    { what: 'search, one name', path: `${LOCAL}/search/?q=${name}&in=names` },
    { what: 'search, a word in many names', path: `${LOCAL}/search/?q=invoice&in=names` },
  ];
}

/** Calls that do next to nothing. */
export function smallCallsIn({ libraryId }: RowsFolder): AskedCall[] {
  return [
    { what: 'ping', path: '/api2/ping/' },
    { what: 'ping with a token', path: '/api2/auth/ping/' },
    { what: 'one library', path: `${WEB}/repos/${libraryId}/` },
  ];
}

/** A place need not be that of a deletion. */
function middleOfTrash({ dataDir, libraryId, rows }: RowsFolder): string {
  const secret = readFileSync(join(dataDir, 'secret.key'));
  const deletedAtSeconds = Math.floor(Date.now() / 1000) - Math.floor(rows / 2) * SECONDS_BETWEEN;
  return encodeTrashCursor(secret, libraryId, { deletedAtSeconds, trashId: 0 });
}
