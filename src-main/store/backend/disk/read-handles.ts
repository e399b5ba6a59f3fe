import { type FileHandle, open } from 'node:fs/promises';

interface Lease {
  readonly opening: Promise<FileHandle>;
  users: number;
  isDropped: boolean;
}

/** 64 packs hold 16 GiB; well below the 256 descriptors that the most frugal systems grant a process. */
const MAX_OPEN = 64;

/** Files kept open for reading, the least recently used closed first. */
export class ReadHandles {
  readonly #leases = new Map<string, Lease>();

  /** Runs `work` on the open file, which stays open until `work` is done. Rejects when it cannot be opened. */
  async use<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
    const lease = this.#leases.get(path) ?? { opening: open(path, 'r'), users: 0, isDropped: false };
    lease.users += 1;
    // Taken out and put back: a Map keeps the order of insertion, which makes the first entry the oldest.
    this.#leases.delete(path);
    this.#leases.set(path, lease);
    try {
      const oldest = this.#leases.keys().next().value;
      if (this.#leases.size > MAX_OPEN && oldest !== undefined) await this.#drop(oldest);
      return await work(await lease.opening);
    } catch (error) {
      // A file that failed is opened anew the next time.
      if (this.#leases.get(path) === lease) await this.#drop(path);
      throw error;
    } finally {
      lease.users -= 1;
      if (lease.isDropped) await closeUnused(lease);
    }
  }

  /** Closes what is open below a folder, as soon as it has no reader. */
  async closeBelow(folder: string): Promise<void> {
    for (const path of [...this.#leases.keys()]) {
      if (path.startsWith(folder)) await this.#drop(path);
    }
  }

  async #drop(path: string): Promise<void> {
    const lease = this.#leases.get(path);
    if (lease === undefined) return;
    this.#leases.delete(path);
    lease.isDropped = true;
    await closeUnused(lease);
  }
}

async function closeUnused(lease: Lease): Promise<void> {
  if (lease.users > 0) return;
  // A file that could not be opened has nothing to close, and its opener has been told.
  const file = await lease.opening.catch(() => null);
  await file?.close();
}
