import type { Library } from '../../core/library/library.ts';
import type { FileVersion, FileVersions } from './file-versions.ts';
import type { Reading } from './heavy-reading.ts';
import type { LibraryContents } from './library-contents.ts';

export interface FormerNamesDependencies {
  readonly fileVersions: Pick<FileVersions, 'follow'>;
  readonly contents: Pick<LibraryContents, 'entryAt'>;
}

/** A path that a file had before. */
export interface FormerName {
  readonly path: string;
  /** When it was last renamed or moved from there. */
  readonly untilSeconds: number;
  /** Something else is there today. */
  readonly isTaken: boolean;
}

export interface FormerNames {
  /** Newest first. */
  readonly names: readonly FormerName[];
  /** There are older ones that are not listed. */
  readonly hasMore: boolean;
}

/** A version takes the folders on its way, before it and after it. */
const ROWS_A_VERSION = 100;

/** A file that was renamed more often has other troubles. */
export const FORMER_NAMES_MAX = 100;

/** Former paths of the file that has a path now, or had it last, as far as the history is kept. */
export async function formerNamesOf(
  { fileVersions, contents }: FormerNamesDependencies,
  library: Library,
  path: string,
  reading: Pick<Reading, 'count'>,
): Promise<FormerNames> {
  const names = new Map<string, FormerName>();
  let newer: FileVersion | null = null;
  for await (const version of fileVersions.follow(library, { path, seq: library.headSeq })) {
    await reading.count(ROWS_A_VERSION);
    const left = newer?.commit.ctimeSeconds ?? version.commit.ctimeSeconds;
    newer = version;
    if (version.path === path || names.has(version.path)) continue;
    if (names.size === FORMER_NAMES_MAX) return { names: [...names.values()], hasMore: true };
    const isTaken = (await contents.entryAt(library, version.path)) !== null;
    names.set(version.path, { path: version.path, untilSeconds: left, isTaken });
  }
  return { names: [...names.values()], hasMore: false };
}
