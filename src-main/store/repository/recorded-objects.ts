import { DomainError } from '../../core/errors.ts';
import type { ObjectName } from '../objects/object-store.ts';
import type { ObjectPlace, ObjectRow } from '../sqlite/object-row.ts';
import type { BlockFiles } from './block-files.ts';
import type { Duplicates } from './duplicates.ts';
import type { PackReader } from './pack-reader.ts';
import type { Quarantine } from './quarantine.ts';
import { contentHashOf, objectMissing } from './verify.ts';

/** Bytes of an object, and where they came from. */
export interface ReadObject {
  readonly bytes: Buffer;
  /** The copy on record is damaged, and these are from another one: it is time to write the object again. */
  readonly isDuplicate: boolean;
}

export interface RecordedObjectsDependencies {
  readonly find: (object: ObjectName) => ObjectRow | null;
  readonly packs: PackReader;
  readonly blocks: BlockFiles;
  readonly quarantine: Quarantine;
  readonly duplicates: Duplicates;
}

/** Reads the objects of one library that are on record, and finds out which are damaged. */
export class RecordedObjects {
  readonly #deps: RecordedObjectsDependencies;

  constructor(deps: RecordedObjectsDependencies) {
    this.#deps = deps;
  }

  /** @throws DomainError `object-missing`, `object-corrupt`: the object is in quarantine then, unless it is not on record */
  async read(object: ObjectName): Promise<ReadObject> {
    const { find, quarantine } = this.#deps;
    for (let row = find(object); row !== null; row = find(object)) {
      let bytes = await this.#attempt(row);
      // A file of its own may have been replaced by a good one while it was read.
      if (row.pack === 0 && !Buffer.isBuffer(bytes)) bytes = await this.#attempt(row);
      if (Buffer.isBuffer(bytes)) {
        quarantine.remove(object);
        return { bytes, isDuplicate: false };
      }
      if (this.#hasLeft(row)) continue;
      const duplicate = await this.#findDuplicate(row);
      if (duplicate !== null) return { bytes: duplicate, isDuplicate: true };
      // Looked at after every wait: compaction and writers give objects new places, and those are not damaged.
      if (this.#hasLeft(row)) continue;
      quarantine.add(object, reasonOf(bytes));
      throw bytes;
    }
    throw objectMissing(object.id);
  }

  /** The bytes at a place, or what is wrong with them. Rejects when unknown, for want of descriptors for example. */
  async #attempt(place: ObjectPlace): Promise<Buffer | DomainError> {
    const { blocks, packs } = this.#deps;
    try {
      return await (place.pack === 0 ? blocks.read(place.id, place.sizeBytes) : packs.read(place));
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  #hasLeft(row: ObjectRow): boolean {
    const now = this.#deps.find(row);
    return now?.pack !== row.pack || now.offset !== row.offset;
  }

  async #findDuplicate(row: ObjectRow): Promise<Buffer | null> {
    const { quarantine, duplicates } = this.#deps;
    // Files of their own have no second copy. What is in quarantine has been looked for when it came there.
    if (row.pack === 0 || quarantine.has(row)) return null;
    for (const place of await duplicates.of(row)) {
      const bytes = await this.#attempt(place);
      if (Buffer.isBuffer(bytes) && isSameContent(row, bytes)) return bytes;
    }
    return null;
  }
}

function isSameContent({ kind, sha256 }: ObjectRow, bytes: Buffer): boolean {
  return sha256 === null || contentHashOf(kind, bytes)?.equals(sha256) === true;
}

function reasonOf({ code, detail }: DomainError): string {
  return code === 'object-missing' ? 'missing' : (detail.reason ?? code);
}
