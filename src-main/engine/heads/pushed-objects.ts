import { DomainError } from '../../core/errors.ts';
import { PUSHED_ROWS_EXAMINED_MAX } from '../../core/limits.ts';
import type { Dirent } from '../../core/objects/dir-object.ts';
import { EMPTY_ID, type ObjectId } from '../../core/objects/object-id.ts';
import type { LibraryObjects } from '../../store/objects/object-store.ts';
import { decodeDirYielding } from '../reading/directory-reader.ts';
import type { Reading } from '../reading/heavy-reading.ts';
import { isUnreadable } from '../reading/stored-commits.ts';

/** Why a commit with all of its objects is not taken, however often it is asked for. */
export type PushRefusal =
  | 'parents'
  | 'time-impossible'
  | 'size-untrue'
  | 'blocks-repeated'
  | 'folder-repeated'
  | 'path-too-long'
  | 'paths-too-long'
  | 'not-that-kind'
  | 'too-many-files'
  | 'too-many-conflicts'
  | 'too-large';

/** @param path of the file or folder that it is about, without the slash at its front */
export function pushRefusal(reason: PushRefusal, path?: string): DomainError {
  return new DomainError('argument-invalid', {
    field: 'head',
    reason,
    ...(path === undefined ? {} : { value: path }),
  });
}

/** Why an object that a pushed commit needs is missing: it may still be brought. */
export const NOT_BROUGHT = 'not-brought';

/** Something that a pushed tree names. */
export interface Pushed {
  readonly id: ObjectId;
  /** Without the slash at its front. */
  readonly path: string;
}

/**
 * An fs object of a pushed tree, of the kind that `decode` is for. Another kind is the client's mistake; an object that
 * was brought and is damaged by now is the store's.
 * @throws DomainError `object-missing` with the reason `NOT_BROUGHT`; `argument-invalid` with a `PushRefusal`;
 * `object-corrupt`
 */
export async function readPushed<T>(
  store: LibraryObjects,
  { id, path }: Pushed,
  decode: (id: ObjectId, bytes: Buffer) => Promise<T>,
): Promise<T> {
  if (!store.has('fs', id)) throw new DomainError('object-missing', { value: id, reason: NOT_BROUGHT });
  const bytes = await store.read('fs', id);
  try {
    return await decode(id, bytes);
  } catch (error) {
    throw isUnreadable(error) ? pushRefusal('not-that-kind', path) : error;
  }
}

/** Rows of folders that the check of a pushed tree looks at, those of the base included: no more than an honest push has. */
export class ExaminedRows {
  readonly #store: LibraryObjects;
  readonly #reading: Pick<Reading, 'count'>;
  readonly #most: number;
  #count = 0;

  constructor(store: LibraryObjects, reading: Pick<Reading, 'count'>, most = PUSHED_ROWS_EXAMINED_MAX) {
    this.#store = store;
    this.#reading = reading;
    this.#most = most;
  }

  /** @throws DomainError as `readPushed`, and `too-many-files` */
  async ofPushed(folder: Pushed): Promise<readonly Dirent[]> {
    if (folder.id === EMPTY_ID) return [];
    return this.#counted(await readPushed(this.#store, folder, decodeDirYielding));
  }

  /** @throws DomainError `object-missing`, `object-corrupt`: what is on record is gone; and `too-many-files` */
  async ofBase(id: ObjectId): Promise<readonly Dirent[]> {
    if (id === EMPTY_ID) return [];
    return this.#counted(await decodeDirYielding(id, await this.#store.read('fs', id)));
  }

  async #counted(rows: readonly Dirent[]): Promise<readonly Dirent[]> {
    await this.#reading.count(rows.length);
    this.#count += rows.length;
    if (this.#count > this.#most) throw pushRefusal('too-many-files');
    return rows;
  }
}
