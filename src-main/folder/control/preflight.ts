import { readFile } from 'node:fs/promises';
import type { PreflightJson } from '../../../src-shared/folder-choices-api.ts';
import { joinPath } from '../../core/folder/folder-entry.ts';
import { portabilityOf } from '../../core/library/name.ts';
import type { Clock } from '../../engine/ports.ts';
import { codeOf } from '../disk/disk-error.ts';
import { patternsOf } from '../ignore/ignore.ts';
import type { DirListing, FolderReader } from '../ports.ts';
import { placeWarnings } from './place-warnings.ts';

export type PreflightCount = Pick<
  PreflightJson,
  'warnings' | 'files' | 'folders' | 'bytes' | 'ignored' | 'truncated'
>;

/** Counting is for a person who waits for it; beyond this, "many" says enough. */
const MAX_FILES = 200_000;
const MAX_MS = 5000;

/** Part of the system's watches that one folder should not go beyond, since other programs need some too. */
const WATCH_SHARE = 0.8;

const EXAMPLES = 3;

export interface PreflightOptions {
  readonly clock: Clock;
  /** Aborted: the caller has gone, and counting ends early. */
  readonly signal?: AbortSignal;
}

/** Counts what linking a folder would take in, and warns of what will not work well. Stops after 5 s. */
export async function preflightFolder(
  path: string,
  reader: FolderReader,
  { clock, signal }: PreflightOptions,
): Promise<PreflightCount> {
  const startedMs = clock.nowMs();
  const census = new Census();
  let isTruncated = false;
  const ignoreText = await reader.ignoreText();
  for await (const listings of reader.list({ dirs: [], trees: [''], ignoreText, excluded: [], root: null })) {
    for (const listing of listings) census.add(listing);
    const isOver = clock.nowMs() - startedMs > MAX_MS || signal?.aborted === true;
    isTruncated = census.files > MAX_FILES || isOver;
    if (isTruncated) break;
  }
  const { files, folders, bytes, ignored } = census;
  const warnings = [
    ...(await placeWarnings(path)),
    ...patternWarning(ignoreText),
    ...census.warnings(),
    ...(await watchWarning(folders)),
  ];
  return { warnings, files, folders, bytes, ignored, truncated: isTruncated };
}

class Census {
  files = 0;
  folders = 0;
  bytes = 0;
  ignored = 0;
  #links = 0;
  readonly #twins: string[] = [];
  readonly #foreign: string[] = [];
  readonly #problems: string[] = [];

  add(listing: DirListing): void {
    const spellings = new Set<string>();
    for (const { name, isDir, sizeBytes } of listing.entries) {
      if (isDir) this.folders++;
      else this.files++;
      if (!isDir) this.bytes += sizeBytes;
      const path = joinPath(listing.dir, name);
      const spelling = name.normalize('NFC').toLowerCase();
      if (spellings.has(spelling)) this.#twins.push(path);
      spellings.add(spelling);
      if (portabilityOf(name).length > 0) this.#foreign.push(path);
    }
    this.ignored += listing.ignoredCount;
    this.#links += listing.linkCount;
    for (const { path } of listing.problems) this.#problems.push(path);
  }

  warnings(): string[] {
    const found: string[] = [];
    if (this.#problems.length > 0) found.push(`${counted(this.#problems)} cannot be taken in`);
    if (this.#links > 0) found.push(`${this.#links} symbolic links are left out`);
    if (this.#twins.length > 0)
      found.push(`${counted(this.#twins)} differ from another name only in letter case`);
    if (this.#foreign.length > 0)
      found.push(`${counted(this.#foreign)} have a name that other systems cannot hold`);
    return found;
  }
}

function patternWarning(ignoreText: string): string[] {
  const { length } = patternsOf(ignoreText);
  return length === 0 ? [] : [`what the ${length} patterns of its seafile-ignore.txt name is left out`];
}

function counted(paths: readonly string[]): string {
  const examples = paths.slice(0, EXAMPLES).map((path) => `"${path}"`);
  const more = paths.length - examples.length;
  return `${paths.length} items (${examples.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

async function watchWarning(folders: number): Promise<string[]> {
  const limit = await watchLimit();
  if (folders + 1 <= limit * WATCH_SHARE) return [];
  return [
    `the system allows ${limit} watched folders and this one needs ${folders + 1}; changes may be found by scans only`,
  ];
}

/** Infinity where the system has no such limit. */
async function watchLimit(): Promise<number> {
  try {
    return Number(await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Number.POSITIVE_INFINITY;
    throw error;
  }
}
