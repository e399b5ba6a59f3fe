import type { ObjectRow } from '../sqlite/object-index.ts';
import { KIND_CODES, kindOfCode } from './kind-codes.ts';

/** Rows for the object index, in columns: one by one they would take longer to be copied than to be inserted. */
export interface PackedRows {
  /** All ids, one after another. */
  readonly ids: string;
  /** `NUMBERS` of each row. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** 32 bytes of each row; nothing where its numbers say that there is none. */
  readonly sha256: Uint8Array<ArrayBuffer>;
}

export interface RecordingRequest extends PackedRows {
  /** The number that stands for the library. */
  readonly storeKey: number;
}

export interface RecordingReply {
  /** Null: all rows are on record. Otherwise some of them may be. */
  readonly failure: { readonly code: string; readonly message: string } | null;
}

const ID_LETTERS = 40;
const HASH_BYTES = 32;
/** Kind, pack, offset, stored bytes, whether it is packed by zlib, size, when it was stored, whether it has a hash. */
const NUMBERS = 8;

export function packRows(rows: readonly ObjectRow[]): PackedRows {
  const numbers = new Float64Array(rows.length * NUMBERS);
  const sha256 = new Uint8Array(rows.length * HASH_BYTES);
  rows.forEach((row, index) => {
    const isPacked = row.encoding === 'zlib' ? 1 : 0;
    const hasHash = row.sha256 === null ? 0 : 1;
    let at = index * NUMBERS;
    numbers[at++] = KIND_CODES[row.kind];
    numbers[at++] = row.pack;
    numbers[at++] = row.offset;
    numbers[at++] = row.storedBytes;
    numbers[at++] = isPacked;
    numbers[at++] = row.sizeBytes;
    numbers[at++] = row.storedAtSeconds;
    numbers[at] = hasHash;
    if (row.sha256 !== null) sha256.set(row.sha256, index * HASH_BYTES);
  });
  return { ids: rows.map(({ id }) => id).join(''), numbers, sha256 };
}

export function unpackRows({ ids, numbers, sha256 }: PackedRows): ObjectRow[] {
  return Array.from({ length: ids.length / ID_LETTERS }, (_, index) => {
    const at = (column: number) => numbers[index * NUMBERS + column] ?? 0;
    const kind = kindOfCode(at(0));
    if (kind === null) throw new Error(`Object row of unknown kind ${at(0)}`);
    return {
      kind,
      id: ids.slice(index * ID_LETTERS, (index + 1) * ID_LETTERS),
      pack: at(1),
      offset: at(2),
      storedBytes: at(3),
      encoding: at(4) === 1 ? 'zlib' : 'raw',
      sizeBytes: at(5),
      storedAtSeconds: at(6),
      sha256: at(7) === 1 ? Buffer.from(sha256.buffer, index * HASH_BYTES, HASH_BYTES) : null,
    };
  });
}
