import { codeOf, type LibraryFiles, type PackSource } from '../backend/backend.ts';
import type { ObjectName } from '../objects/object-store.ts';
import type { ObjectPlace } from '../sqlite/object-row.ts';
import { scanPack } from './pack-scan.ts';

export interface DuplicatesDependencies {
  readonly files: Pick<LibraryFiles, 'listPacks' | 'openPack'>;
  /** Where the object is on record; null when it is not. */
  readonly find: (object: ObjectName) => ObjectPlace | null;
}

/** About 30 MB. Spare copies are rare: each is left by a write that replaced a damaged one, or by a crash. */
const MAX_COPIES = 100_000;

/**
 * Copies of objects in the packs of one library beside those on record. The packs are scanned when the first object
 * needs one, once for all objects, because a disk that damages one object often damages thousands.
 */
export class Duplicates {
  readonly #deps: DuplicatesDependencies;
  #scan: Promise<Map<string, ObjectPlace[]>> | null = null;

  constructor(deps: DuplicatesDependencies) {
    this.#deps = deps;
  }

  /** Newest first. It is unknown whether they are good, nor whether their pack is still there. */
  async of({ kind, id }: ObjectName): Promise<readonly ObjectPlace[]> {
    this.#scan ??= this.#scanAll().catch((error: unknown) => {
      this.#scan = null;
      throw error;
    });
    return ((await this.#scan).get(kind + id) ?? []).toReversed();
  }

  /** A copy that was on record until now; a scan that has been made does not know it as a duplicate. */
  note(place: ObjectPlace): void {
    // Who asked for the scan is told when it fails, and the next one finds the copy.
    this.#scan?.then(
      (copies) => add(copies, place),
      () => undefined,
    );
  }

  async #scanAll(): Promise<Map<string, ObjectPlace[]>> {
    const copies = new Map<string, ObjectPlace[]>();
    const packs = await this.#deps.files.listPacks();
    for (const pack of packs.sort((a, b) => a - b)) await this.#scanPack(pack, copies);
    return copies;
  }

  async #scanPack(pack: number, copies: Map<string, ObjectPlace[]>): Promise<void> {
    try {
      const source = await this.#deps.files.openPack(pack);
      await this.#scanSource(pack, source, copies).finally(() => source.close());
    } catch (error) {
      // A pack that compaction has taken away, or that the disk cannot read, has no copies to offer.
      if (!['ENOENT', 'EIO'].includes(codeOf(error))) throw error;
    }
  }

  async #scanSource(pack: number, source: PackSource, copies: Map<string, ObjectPlace[]>): Promise<void> {
    for await (const { header, offset } of scanPack(source)) {
      const onRecord = this.#deps.find(header);
      const isDuplicate = onRecord !== null && (onRecord.pack !== pack || onRecord.offset !== offset);
      if (isDuplicate) add(copies, { ...header, pack, offset });
    }
  }
}

function add(copies: Map<string, ObjectPlace[]>, place: ObjectPlace): void {
  const key = place.kind + place.id;
  const known = copies.get(key);
  if (known !== undefined) known.push(place);
  else if (copies.size < MAX_COPIES) copies.set(key, [place]);
}
