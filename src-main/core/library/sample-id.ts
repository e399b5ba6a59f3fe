import type { LibraryId } from './library-id.ts';

/**
 * Ids of sample libraries begin with this. So a sample is one after a restore and in a database made again, and no
 * record of it can be lost or forgotten. Of other ids one in four billion does.
 */
const SAMPLE_PREFIX = '5a3b1e00';

/** The id of a new sample. @param uuid a random one */
export function sampleIdFrom(uuid: string): LibraryId {
  return `${SAMPLE_PREFIX}${uuid.slice(SAMPLE_PREFIX.length)}` as LibraryId;
}

/** Whether the library is a sample. Any client can choose such an id, so it may decide about labels, but not about files. */
export function isSampleId(id: LibraryId): boolean {
  return id.startsWith(SAMPLE_PREFIX);
}
