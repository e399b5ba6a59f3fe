import type { LimitFunction } from 'p-limit';
import type { LibraryId } from '../../core/library/library-id.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import { codeOf, type FileName, type LibraryFiles, type PackSource } from '../backend/backend.ts';
import type { ObjectIndex } from '../sqlite/object-index.ts';
import { CompactedPack } from './compacted-pack.ts';
import type { LibraryHealth } from './library-state.ts';
import { decodePackHeader, encodePackHeader, PACK_HEADER_BYTES, RECORD_HEADER_BYTES } from './pack-format.ts';
import { type ScannedRecord, scanPack } from './pack-scan.ts';
import { MAX_PACK_BYTES, type PackWriter } from './pack-writer.ts';
import type { PendingObjects } from './pending-objects.ts';

/** What compaction sees of its library. */
interface CompactionParts {
  readonly libraryId: LibraryId;
  readonly storeKey: number;
  readonly index: ObjectIndex;
  readonly files: LibraryFiles;
  readonly health: LibraryHealth;
  readonly packs: PackWriter;
  readonly pending: PendingObjects;
  /** Does the work while no flush does its own. */
  readonly alone: LimitFunction;
  /** Takes on every pack that holds anything that is not on record. */
  readonly isThorough: boolean;
  /** Throws when compaction has to end before its time. */
  readonly assertGoingOn: () => void;
}

/** A pack of which less than half is on record, or less than all of it. */
interface Candidate {
  readonly pack: number;
  readonly fileBytes: number;
  /** What of it was on record when compaction began. It only ever gets less. */
  readonly use: PackUse;
  /** Up to here all bytes were good once; what follows is a tail. */
  readonly endOffset: number;
}

/**
 * Empties the packs of which less than half is on record, or less than all: copies what is still needed to a new pack, batch by batch,
 * and takes the old pack away once no row names it. A crash between any two steps leaves each object on record at a
 * place where it is whole. Returns the bytes that the packs are shorter now.
 */
export async function compactPacks(parts: CompactionParts): Promise<number> {
  return new PackCompaction(parts).run();
}

class PackCompaction {
  readonly #parts: CompactionParts;
  #target: CompactedPack | null = null;
  #freedBytes = 0;

  constructor(parts: CompactionParts) {
    this.#parts = parts;
  }

  async run(): Promise<number> {
    try {
      for (const candidate of await this.#candidates()) await this.#empty(candidate);
      await this.#closeTarget();
      return this.#freedBytes;
    } catch (error) {
      await this.#target?.abandon();
      throw error;
    }
  }

  /** Emptiest first: their room may be what copying the others needs. */
  async #candidates(): Promise<Candidate[]> {
    const { index, files, storeKey, isThorough, assertGoingOn } = this.#parts;
    const { numbers, gone, ends } = await this.#parts.alone(() => this.#closedPacks());
    const use = await countPackUse(index, storeKey, assertGoingOn);
    // A crash came between the removal of the file and that of its row.
    for (const pack of gone) if (!use.has(pack)) index.removePack(storeKey, pack);
    const candidates: Candidate[] = [];
    for (const pack of numbers) {
      const fileBytes = await files.sizeOf({ pack });
      const found = use.get(pack) ?? { objects: 0, bytes: 0 };
      const neededBytes = isThorough ? found.bytes : found.bytes * 2;
      if (found.objects === 0 || neededBytes < fileBytes - PACK_HEADER_BYTES)
        candidates.push({ pack, fileBytes, use: found, endOffset: ends.get(pack) ?? 0 });
    }
    return candidates.sort((a, b) => a.use.bytes - b.use.bytes);
  }

  /**
   * The packs that are not being written to, those of which only the row is left, and where each ends. Asked while no
   * flush is between writing a pack and recording it: what a pack holds beyond its objects on record is unreferenced
   * then.
   */
  async #closedPacks() {
    const { index, files, packs, pending, storeKey } = this.#parts;
    const inUse = new Set([...(await packs.freeze()), ...pending.packs()]);
    const onDisk = await files.listPacks();
    const ends = new Map(index.packs(storeKey).map(({ pack, endOffset }) => [pack, endOffset]));
    const numbers = onDisk.filter((pack) => !inUse.has(pack));
    const gone = [...ends.keys()].filter((pack) => !onDisk.includes(pack));
    return { numbers, gone, ends };
  }

  async #empty(candidate: Candidate): Promise<void> {
    const { pack, use } = candidate;
    let copied: Copied | null;
    try {
      const source = await this.#parts.files.openPack(pack);
      copied = await this.#copyOut(source, candidate).finally(() => source.close());
    } catch (error) {
      // A pack that the disk cannot read is damaged; what of it is on record stays where it is.
      if (codeOf(error) !== 'EIO') throw error;
      return;
    }
    if (copied === null) return;
    // Fewer than were on record: removed meanwhile, or damaged. Damaged ones stay until good copies replace them.
    if (copied.objects < use.objects && (await this.#isUsed(pack))) return;
    await this.#takeAway(candidate, copied.isWhole);
  }

  /** Copies every record on record. Null: the file is not a pack of this library. */
  async #copyOut(source: PackSource, { pack, fileBytes, endOffset }: Candidate): Promise<Copied | null> {
    if (!(await this.#isOwn(source, fileBytes))) return null;
    let objects = 0;
    let isWhole = true;
    let wholeUpTo = PACK_HEADER_BYTES;
    for await (const record of scanPack(source)) {
      this.#parts.assertGoingOn();
      if (record.offset !== wholeUpTo && wholeUpTo < endOffset) isWhole = false;
      wholeUpTo = record.offset + record.bytes.length;
      if (this.#isOnRecord(record, pack)) objects += await this.#copy(record, pack);
    }
    objects += (await this.#target?.flush()) ?? 0;
    return { objects, isWhole: isWhole && wholeUpTo >= endOffset };
  }

  /** A file that is shorter than its header was to become has nothing in it. */
  async #isOwn(source: PackSource, fileBytes: number): Promise<boolean> {
    if (fileBytes < PACK_HEADER_BYTES) return true;
    const header = await source.read({ offset: 0, length: PACK_HEADER_BYTES });
    return decodePackHeader(header) === this.#parts.libraryId;
  }

  #isOnRecord({ header: { kind, id }, offset }: ScannedRecord, pack: number): boolean {
    const row = this.#parts.index.find(this.#parts.storeKey, kind, id);
    return row?.pack === pack && row.offset === offset;
  }

  /** Returns how many objects got their new place on record by it: none until a batch is full. */
  async #copy(record: ScannedRecord, pack: number): Promise<number> {
    let objects = 0;
    if (this.#target !== null && this.#target.sizeBytes + record.bytes.length > MAX_PACK_BYTES) {
      objects += await this.#target.flush();
      await this.#closeTarget();
    }
    this.#target ??= await this.#createTarget();
    this.#target.add(record, pack);
    if (this.#target.isBatchFull) objects += await this.#target.flush();
    return objects;
  }

  async #createTarget(): Promise<CompactedPack> {
    const { index, files, health, packs, storeKey, libraryId } = this.#parts;
    const number = await packs.takeNumber();
    const record = (move: Parameters<typeof index.moveAll>[1]) => index.moveAll(storeKey, move);
    return CompactedPack.create({ number, files, health, record }, encodePackHeader(libraryId));
  }

  async #closeTarget(): Promise<void> {
    const target = this.#target;
    this.#target = null;
    if (target === null) return;
    await target.close();
    this.#freedBytes -= target.sizeBytes;
  }

  async #isUsed(pack: number): Promise<boolean> {
    const { index, storeKey, assertGoingOn } = this.#parts;
    return (await countPackUse(index, storeKey, assertGoingOn)).has(pack);
  }

  async #takeAway({ pack, fileBytes }: Candidate, isWhole: boolean): Promise<void> {
    const { index, files, health, storeKey } = this.#parts;
    try {
      // Bytes of damaged objects are the only trace of what was wrong.
      await (isWhole ? files.remove([{ pack }]) : files.setAside(pack));
    } catch (cause) {
      throw health.judgeRemoval(cause);
    }
    index.removePack(storeKey, pack);
    if (isWhole) this.#freedBytes += fileBytes;
  }
}

interface Copied {
  readonly objects: number;
  /** Nothing in the pack was damaged. */
  readonly isWhole: boolean;
}

/** What of a pack is on record. */
interface PackUse {
  readonly objects: number;
  /** Bytes of their records. */
  readonly bytes: number;
}

/** About 10 ms of reading rows, after which other work gets its turn. */
const ROWS_PER_TURN = 5_000;

/** The use of each pack that has objects on record; 0 stands for all files of their own together. */
export async function countPackUse(
  index: ObjectIndex,
  storeKey: number,
  assertGoingOn: () => void,
): Promise<Map<number, PackUse>> {
  const use = new Map<number, PackUse>();
  let rows = 0;
  for (const { pack, storedBytes } of index.listAll(storeKey)) {
    const { objects, bytes } = use.get(pack) ?? { objects: 0, bytes: 0 };
    use.set(pack, { objects: objects + 1, bytes: bytes + RECORD_HEADER_BYTES + storedBytes });
    rows += 1;
    if (rows % ROWS_PER_TURN !== 0) continue;
    await yieldToEventLoop();
    assertGoingOn();
  }
  return use;
}

/** A flush waits for so many removals at most, about 5 ms. */
const FILES_PER_TURN = 64;

/** Removes the block files that neither a row nor an accepted block names. Returns their bytes. */
export async function sweepBlockFiles(parts: CompactionParts): Promise<number> {
  let freedBytes = 0;
  for await (const ids of parts.files.listBlocks()) {
    const doomed = ids.filter((id) => !isNeeded(parts, id));
    for (let from = 0; from < doomed.length; from += FILES_PER_TURN) {
      const slice = doomed.slice(from, from + FILES_PER_TURN);
      // A flush gives files their names before their rows: only while none runs is a file without a row garbage.
      freedBytes += await parts.alone(() => removeFiles(parts, slice));
    }
  }
  return freedBytes;
}

async function removeFiles(parts: CompactionParts, ids: readonly string[]): Promise<number> {
  try {
    return await parts.files.remove(doomedOf(parts, ids));
  } catch (cause) {
    throw parts.health.judgeRemoval(cause);
  }
}

/** Each is looked at right before it is removed. */
function* doomedOf(parts: CompactionParts, ids: readonly string[]): Iterable<FileName> {
  for (const id of ids) {
    parts.assertGoingOn();
    if (!isNeeded(parts, id)) yield { block: id };
  }
}

function isNeeded({ index, pending, storeKey }: CompactionParts, id: string): boolean {
  if (pending.get({ kind: 'block', id }) !== undefined) return true;
  return index.find(storeKey, 'block', id)?.pack === 0;
}
