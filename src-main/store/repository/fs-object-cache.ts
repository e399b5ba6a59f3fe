/**
 * 16 MiB hold the dir objects of about 1,000 folders of 100 items: those that a run of changes in one area of a library
 * reads over and over, and little beside the 250 MB that the whole service may take.
 */
const MAX_BYTES = 16 * 1024 * 1024;
/** One huge folder must not push out everything else. */
const MAX_OBJECT_BYTES = MAX_BYTES / 4;
/** What an entry costs besides its bytes, about: key, Map slot and Buffer. */
const ENTRY_BYTES = 300;

/** Verified bytes of fs objects of all libraries, least recently used out first. Hands out copies only. */
export class FsObjectCache {
  readonly #objects = new Map<string, Buffer>();
  #bytes = 0;

  get(storage: string, id: string): Buffer | null {
    const key = storage + id;
    const bytes = this.#objects.get(key);
    if (bytes === undefined) return null;
    this.#objects.delete(key);
    this.#objects.set(key, bytes);
    return Buffer.from(bytes);
  }

  /** Bytes of an object that is kept here; null when it is not. Does not count as a use. */
  sizeOf(storage: string, id: string): number | null {
    return this.#objects.get(storage + id)?.length ?? null;
  }

  put(storage: string, id: string, bytes: Uint8Array): void {
    const key = storage + id;
    if (bytes.length > MAX_OBJECT_BYTES || this.#objects.has(key)) return;
    this.#objects.set(key, inOwnMemory(bytes));
    this.#bytes += bytes.length + ENTRY_BYTES;
    for (const oldest of this.#objects.keys()) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#forget(oldest);
    }
  }

  remove(storage: string, id: string): void {
    this.#forget(storage + id);
  }

  /** Forgets everything of one library. */
  drop(storage: string): void {
    for (const key of this.#objects.keys()) if (key.startsWith(storage)) this.#forget(key);
  }

  /** Forgets everything: each object is read from its pack again when it is next asked for. */
  clear(): void {
    this.#objects.clear();
    this.#bytes = 0;
  }

  #forget(key: string): void {
    const bytes = this.#objects.get(key);
    if (bytes === undefined) return;
    this.#objects.delete(key);
    this.#bytes -= bytes.length + ENTRY_BYTES;
  }
}

/**
 * `Buffer.from` cuts copies of up to 32 KiB out of shared slabs of 64 KiB, which the copies that were handed out share:
 * each slab stays as long as anything in it (measured: 42 MB held for a full cache of 16 MiB).
 */
function inOwnMemory(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
