import type { ObjectName } from '../objects/object-store.ts';
import type { Encoding } from '../repository/pack-format.ts';

/** Where a durable object lies. */
export interface ObjectPlace extends ObjectName {
  /** Number of its pack; 0 when it has a file of its own. */
  readonly pack: number;
  /** Bytes before its record in the pack. */
  readonly offset: number;
  /** Length of the payload of its record. */
  readonly storedBytes: number;
  readonly encoding: Encoding;
  readonly sizeBytes: number;
}

/** All that is on record of an object. */
export interface ObjectRow extends ObjectPlace {
  /** When it was stored or last touched; 0 when it was not noted. */
  readonly storedAtSeconds: number;
  /** SHA-256 of a block; null when not known, and for other kinds. */
  readonly sha256: Buffer | null;
}
