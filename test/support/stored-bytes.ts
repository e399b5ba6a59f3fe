import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Kinds as `FORMAT.md` numbers them. */
const KINDS = ['', 'block', 'fs', 'commit'] as const;
const PACK_HEADER_BYTES = 48;
const RECORD_HEADER_BYTES = 40;

/** A piece of a file that holds one object, found without asking the program that wrote it. */
export interface StoredPiece {
  readonly kind: 'block' | 'fs' | 'commit';
  readonly id: string;
  /** Relative to the data folder. */
  readonly file: string;
  readonly offset: number;
  readonly length: number;
}

/** Every object in the packs and block files of a data folder, read as `FORMAT.md` says. */
export function storedPieces(dataDir: string): StoredPiece[] {
  const storage = join(dataDir, 'storage');
  const files = readdirSync(storage, { recursive: true, encoding: 'utf8' })
    .map((path) => join('storage', path))
    .filter((path) => statSync(join(dataDir, path)).isFile())
    .sort();
  return files.flatMap((file) =>
    file.endsWith('.pack') ? piecesOfPack(dataDir, file) : blockFile(dataDir, file),
  );
}

function blockFile(dataDir: string, file: string): StoredPiece[] {
  const id = file.split('/').slice(-2).join('');
  return [{ kind: 'block', id, file, offset: 0, length: statSync(join(dataDir, file)).size }];
}

function piecesOfPack(dataDir: string, file: string): StoredPiece[] {
  const bytes = readFileSync(join(dataDir, file));
  const pieces: StoredPiece[] = [];
  let offset = PACK_HEADER_BYTES;
  while (
    bytes.length - offset >= RECORD_HEADER_BYTES &&
    bytes.toString('latin1', offset, offset + 4) === 'KFOB'
  ) {
    const kind = KINDS[bytes.readUInt8(offset + 4)];
    if (kind === undefined || kind === '') break;
    const length = RECORD_HEADER_BYTES + bytes.readUInt32LE(offset + 28);
    pieces.push({ kind, id: bytes.toString('hex', offset + 8, offset + 28), file, offset, length });
    offset += length;
  }
  return pieces;
}

/** Turns one bit of a file over. */
export function flipBit(path: string, at: { readonly offset: number; readonly bit: number }): void {
  const [byte = 0] = readPiece(path, at.offset, 1);
  overwrite(path, at.offset, Uint8Array.of(byte ^ (1 << at.bit)));
}

/** What lies in a file from an offset on. */
export function readPiece(path: string, offset: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
  } finally {
    closeSync(file);
  }
}

/** Puts other bytes in place of those at an offset. */
export function overwrite(path: string, offset: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+');
  try {
    writeSync(file, bytes, 0, bytes.length, offset);
  } finally {
    closeSync(file);
  }
}
