/** 2 MiB: of a million rows, 4 in 1,000 that are absent are asked for anyway. */
const BITS = 16 * 1024 * 1024;
/** Bits an id sets. Ids are SHA-1, so stretches of them are hashes already. */
const BITS_PER_ID = 4;
/** From here on one look in five would ask anyway. */
const MAX_IDS = 3_000_000;

/** What of an id tells it from others. */
interface IdKey {
  readonly storeKey: number;
  readonly id: Buffer;
}

/**
 * Says of object stores that began in this process what is certainly not on record in them: everything that is on record
 * there passed by here. A first import asks for each of its objects whether it is known, and none is (measured: a sixth
 * of its time). A Bloom filter for all of them together, so its memory is bounded.
 */
export class FreshStores {
  readonly #storeKeys = new Set<number>();
  #words: Uint32Array | null = null;
  #ids = 0;

  /** A store begins: nothing is on record in it. */
  begin(storeKey: number): void {
    if (this.#ids < MAX_IDS) this.#storeKeys.add(storeKey);
  }

  /** To be called with each row that is inserted. */
  note({ storeKey, id }: IdKey): void {
    if (!this.#storeKeys.has(storeKey)) return;
    this.#words ??= new Uint32Array(BITS / 32);
    for (let at = 0; at < BITS_PER_ID; at += 1) {
      const bit = bitOf(storeKey, id, at);
      this.#words[bit >>> 5] = (this.#words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
    this.#ids += 1;
    if (this.#ids >= MAX_IDS) this.#end();
  }

  /** False says nothing. */
  isAbsent({ storeKey, id }: IdKey): boolean {
    if (!this.#storeKeys.has(storeKey)) return false;
    if (this.#words === null) return true;
    for (let at = 0; at < BITS_PER_ID; at += 1) {
      const bit = bitOf(storeKey, id, at);
      if (((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return true;
    }
    return false;
  }

  #end(): void {
    this.#storeKeys.clear();
    this.#words = null;
  }
}

/** Odd, so that stores whose content is the same set other bits. */
const STORE_STEP = 0x9e3779b1;

function bitOf(storeKey: number, id: Buffer, at: number): number {
  return ((id.readUInt32LE(at * 4) ^ Math.imul(storeKey, STORE_STEP)) >>> 0) % BITS;
}
