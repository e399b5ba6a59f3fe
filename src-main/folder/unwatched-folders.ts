import { createHash } from 'node:crypto';
import type { PackedListing } from './disk-messages.ts';
import type { LookFileSystem } from './file-system.ts';
import type { IgnoreMatcher } from './ignore.ts';
import { listFolder } from './list-folder.ts';

/** Folders that were listed before they were watched: what happened to them in between was neither seen nor told. */
export class UnwatchedFolders {
  /** How each of them looked; of a few bytes, since there may be very many. */
  readonly #digests = new Map<string, string>();

  add(listings: readonly PackedListing[]): void {
    for (const listing of listings) this.#digests.set(listing.dir, digestOf(listing));
  }

  /** Those that look different now that they are watched; each is listed once more. */
  changed(fs: LookFileSystem, matcher: IgnoreMatcher): string[] {
    const changed: string[] = [];
    for (const [dir, digest] of this.#digests) {
      if (digestOf(listFolder(fs, { dir, isDeep: false }, matcher)) !== digest) changed.push(dir);
    }
    return changed;
  }
}

/** Of all that a look concludes something from. */
function digestOf({ names, stats, failure, unknownNames, problems }: PackedListing): string {
  return createHash('sha1')
    .update(JSON.stringify([names, failure, unknownNames, problems]))
    .update(Float64Array.from(stats))
    .digest('base64');
}
