import { closeSync, openSync, readSync } from 'node:fs';
import { DomainError } from '../../core/errors.ts';
import { type ObjectId, objectIdOf } from '../../core/objects/object-id.ts';
import { codeOf } from '../backend/backend.ts';
import { blockPath, packPath } from '../backend/disk/layout.ts';
import { RECORD_HEADER_BYTES } from '../repository/pack-format.ts';
import { verifyInflated, wantedRecord } from '../repository/pack-reader.ts';
import { bytesOfStoredFormNow } from '../repository/stored-form.ts';
import { objectCorrupt } from '../repository/verify.ts';
import type { FindPlaces, ObjectIdPlace } from '../sqlite/object-places.ts';

/** Whose objects are read. */
export interface ReadLibrary {
  readonly folder: string;
  readonly storeKey: number;
}

/** Objects that lie so near each other in one file that reading them together is cheaper. */
interface Stretch {
  readonly pack: number;
  readonly from: number;
  to: number;
  readonly places: ObjectIdPlace[];
}

/** What is read at once, with what lies between the objects; and what they hold together. */
const MEMORY_BYTES = 8 * 1024 * 1024;
/** Reading so much takes as long as another call. */
const MOST_BETWEEN_BYTES = 16 * 1024;
const MOST_STRETCH_BYTES = 1024 * 1024;

const NOTHING = Buffer.alloc(0);

/** Reads many objects at once, with calls that block: for a thread that has nothing else to do. */
export class ManyObjects {
  readonly #findPlaces: FindPlaces;
  readonly #memory = Buffer.allocUnsafeSlow(MEMORY_BYTES);

  constructor(findPlaces: FindPlaces) {
    this.#findPlaces = findPlaces;
  }

  /**
   * The objects by id, as far as they are on record, whole and fit into memory, each checked like any that is read.
   * Their bytes are good UNTIL the next call. Files are closed again: code that takes a pack away need not know.
   */
  read(
    { folder, storeKey }: ReadLibrary,
    kind: ObjectIdPlace['kind'],
    ids: ReadonlySet<ObjectId>,
  ): Map<ObjectId, Buffer> {
    const found = new Map<ObjectId, Buffer>();
    const files = new OpenFile(folder);
    let usedBytes = 0;
    try {
      for (const stretch of stretchesOf(fewEnough(this.#findPlaces(storeKey, kind, ids)))) {
        const sizeBytes = stretch.to - stretch.from;
        if (usedBytes + sizeBytes > this.#memory.length) continue;
        const memory = this.#memory.subarray(usedBytes, usedBytes + sizeBytes);
        usedBytes += sizeBytes;
        takeObjects(files.fill(memory, stretch), stretch, found);
      }
    } finally {
      files.close();
    }
    return found;
  }
}

/** The file that was read last. */
class OpenFile {
  readonly #folder: string;
  #path = '';
  #descriptor: number | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** As much of the memory as the file has bytes for: none when it cannot be read. Reading its objects one by one says why. */
  fill(memory: Buffer, { pack, from, places: [first] }: Stretch): Buffer {
    if (first === undefined) return NOTHING;
    const path = pack === 0 ? blockPath(this.#folder, first.id) : packPath(this.#folder, pack);
    try {
      return memory.subarray(0, this.#read(path, memory, from));
    } catch (error) {
      if (codeOf(error) === '') throw error;
      return NOTHING;
    }
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #read(path: string, memory: Buffer, from: number): number {
    if (path !== this.#path) this.close();
    this.#path = path;
    this.#descriptor ??= openSync(path, 'r');
    let done = 0;
    for (;;) {
      const bytesRead = readSync(this.#descriptor, memory, done, memory.length - done, from + done);
      done += bytesRead;
      if (bytesRead === 0 || done === memory.length) return done;
    }
  }
}

/** The first ones: what they inflate to is no longer than what they may claim. */
function fewEnough(places: readonly ObjectIdPlace[]): ObjectIdPlace[] {
  let bytes = 0;
  return places.filter(({ sizeBytes }) => {
    bytes += sizeBytes;
    return bytes <= MEMORY_BYTES;
  });
}

function stretchesOf(places: ObjectIdPlace[]): Stretch[] {
  places.sort((a, b) => a.pack - b.pack || a.offset - b.offset);
  const stretches: Stretch[] = [];
  for (const place of places) {
    const { pack, offset: from } = place;
    // A byte more than a file of its own should have: a longer one is damaged.
    const to = from + place.storedBytes + (pack === 0 ? 1 : RECORD_HEADER_BYTES);
    const last = stretches.at(-1);
    const goesOn =
      last !== undefined &&
      pack > 0 &&
      last.pack === pack &&
      from - last.to <= MOST_BETWEEN_BYTES &&
      to - last.from <= MOST_STRETCH_BYTES;
    if (!goesOn) stretches.push({ pack, from, to, places: [place] });
    else {
      last.to = to;
      last.places.push(place);
    }
  }
  return stretches;
}

function takeObjects(memory: Buffer, { from, places }: Stretch, found: Map<ObjectId, Buffer>): void {
  for (const place of places) {
    try {
      found.set(place.id, objectAt(memory, place.offset - from, place));
    } catch (error) {
      // Damage is found out once more, and dealt with, by those who read the object alone.
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

/** @throws DomainError `object-corrupt` */
function objectAt(memory: Buffer, at: number, place: ObjectIdPlace): Buffer {
  const object = place.pack === 0 ? memory : payloadAt(memory, at, place);
  verifyInflated(place, object, objectIdOf);
  return object;
}

function payloadAt(memory: Buffer, at: number, place: ObjectIdPlace): Buffer {
  const record = wantedRecord(memory, at, place);
  try {
    return bytesOfStoredFormNow(record, record.sizeBytes);
  } catch (cause) {
    throw objectCorrupt(place.id, 'zlib', cause);
  }
}
