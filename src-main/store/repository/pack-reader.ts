import { codeOf, type LibraryFiles } from '../backend/backend.ts';
import type { ObjectPlace } from '../sqlite/object-row.ts';
import { RECORD_HEADER_BYTES, readRecord } from './pack-format.ts';
import { bytesOfStoredForm } from './stored-form.ts';
import { type IdOf, objectCorrupt, objectMissing, verifyInSteps, verifyObject } from './verify.ts';

export interface PackReaderDependencies {
  readonly files: Pick<LibraryFiles, 'openRange'>;
  readonly idOf: IdOf;
}

/** Reads objects out of the packs of one library. */
export class PackReader {
  readonly #deps: PackReaderDependencies;

  constructor(deps: PackReaderDependencies) {
    this.#deps = deps;
  }

  /**
   * The bytes of an object in the pack at its place.
   * @throws DomainError `object-missing` when the pack is gone, `object-corrupt` when anything about the record is wrong
   */
  async read(place: ObjectPlace): Promise<Buffer> {
    const range = { offset: place.offset, length: RECORD_HEADER_BYTES + place.storedBytes };
    let record: Buffer;
    try {
      record = await this.#deps.files.openRange({ pack: place.pack }, range);
    } catch (cause) {
      throw readFailure(place.id, cause);
    }
    return this.bytesOfRecord(record, place);
  }

  /** The verified bytes of a record, which must be that of the wanted object; may share its memory. @throws `object-corrupt` */
  async bytesOfRecord(bytes: Buffer, wanted: WantedRecord): Promise<Buffer> {
    const record = wantedRecord(bytes, 0, wanted);
    const object = await bytesOfStoredForm(record, record.sizeBytes).catch((cause: unknown) => {
      throw objectCorrupt(wanted.id, 'zlib', cause);
    });
    if (object.length !== wanted.sizeBytes) throw objectCorrupt(wanted.id, 'size');
    await verifyInSteps(wanted, object, this.#deps.idOf);
    return object;
  }
}

/** What is on record of an object that a record is compared with. */
export type WantedRecord = Pick<ObjectPlace, 'kind' | 'id' | 'sizeBytes' | 'storedBytes'>;

/** The record at `at`, its checksum looked at, but not what it holds. @throws `object-corrupt` unless it is that of the object */
export function wantedRecord(bytes: Buffer, at: number, wanted: WantedRecord) {
  const record = readRecord(bytes, at);
  if (record === null) throw objectCorrupt(wanted.id, 'record');
  const isWanted = record.kind === wanted.kind && record.id === wanted.id;
  if (!isWanted || record.storedBytes !== wanted.storedBytes || record.sizeBytes !== wanted.sizeBytes) {
    throw objectCorrupt(wanted.id, 'record');
  }
  return record;
}

/** Passes what a record was found to hold. @throws `object-corrupt` unless it has the size and is what the id names */
export function verifyInflated(wanted: WantedRecord, object: Buffer, idOf: IdOf): void {
  if (object.length !== wanted.sizeBytes) throw objectCorrupt(wanted.id, 'size');
  verifyObject(wanted, object, idOf);
}

/** What a failed read says about the object: a full descriptor table says nothing, so that error passes through. */
export function readFailure(id: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === 'ENOENT') return objectMissing(id, cause);
  if (code === 'EIO') return objectCorrupt(id, 'unreadable', cause);
  return cause;
}
