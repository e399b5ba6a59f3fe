import { createHash } from 'node:crypto';
import type { FsReader } from '../disk/file-system.ts';
import type { IgnoreMatcher } from '../ignore/ignore.ts';
import type { WatchStart } from '../ports.ts';
import { isWatchStartPast } from '../watch/watching.ts';
import type { PackedListing } from './disk-messages.ts';
import { listFolder } from './list-folder.ts';

/** Folders that were listed before they were watched: changes in between were neither seen nor reported. */
export class UnwatchedFolders {
  readonly #start: WatchStart | undefined;
  /** Short digests of their listings, since there may be very many. */
  readonly #digests = new Map<string, string>();

  /** @param start tells when they are watched; undefined: they are watched already */
  constructor(start: WatchStart | undefined) {
    this.#start = start;
  }

  /** Passes batches on, and remembers those that are too early. */
  *noting(batches: Iterable<PackedListing[]>): Generator<PackedListing[]> {
    const iterator = batches[Symbol.iterator]();
    for (;;) {
      // Checked before a batch is made; later is too late to count.
      const isEarly = this.#start !== undefined && !isWatchStartPast(this.#start);
      const next = iterator.next();
      if (next.done === true) return;
      if (isEarly) for (const listing of next.value) this.#digests.set(listing.dir, digestOf(listing));
      yield next.value;
    }
  }

  /** Folders that look different now that they are watched; lists each again. */
  changed(fs: FsReader, matcher: IgnoreMatcher): string[] {
    const changed: string[] = [];
    for (const [dir, digest] of this.#digests) {
      if (digestOf(listFolder(fs, { dir, isDeep: false }, matcher)) !== digest) changed.push(dir);
    }
    return changed;
  }
}

/** Covers everything that a scan uses. */
function digestOf({ names, stats, failure, unknownNames, problems }: PackedListing): string {
  return createHash('sha1')
    .update(JSON.stringify([names, failure, unknownNames, problems]))
    .update(Float64Array.from(stats))
    .digest('base64');
}
