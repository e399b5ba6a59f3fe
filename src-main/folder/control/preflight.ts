import { readFile } from 'node:fs/promises';
import type { PreflightJson } from '../../../src-shared/folder-choices-api.ts';
import { inEnglish, type Said, said } from '../../../src-shared/service-words.ts';
import { joinPath } from '../../core/folder/folder-entry.ts';
import { portabilityOf } from '../../core/library/name.ts';
import type { Clock } from '../../engine/ports.ts';
import { codeOf } from '../disk/disk-error.ts';
import { patternsOf } from '../ignore/ignore.ts';
import type { DirListing, FolderReader } from '../ports.ts';
import { placeWarnings } from './place-warnings.ts';

export type PreflightCount = Pick<
  PreflightJson,
  'warnings' | 'said' | 'files' | 'folders' | 'bytes' | 'ignored' | 'truncated'
>;

/** A person waits for the count; beyond this, "many" says enough. */
const MAX_FILES = 200_000;
const MAX_MS = 5000;

/** Share of the system's watches for one folder, since other programs need some too. */
const WATCH_SHARE = 0.8;

const EXAMPLES = 3;

export interface PreflightOptions {
  readonly clock: Clock;
  /** Aborted when the caller is gone, which ends counting early. */
  readonly signal?: AbortSignal;
}

/** Counts what linking a folder would take in, and warns of problems. Stops after 5 s. */
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
  const said = [
    ...(await placeWarnings(path)),
    ...patternWarning(ignoreText),
    ...census.warnings(),
    ...(await watchWarning(folders)),
  ];
  const warnings = said.map((each) => inEnglish(each));
  return { warnings, said, files, folders, bytes, ignored, truncated: isTruncated };
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

  warnings(): Said[] {
    const found: Said[] = [];
    if (this.#problems.length > 0) found.push(counted('notTaken', 'manyNotTaken', this.#problems));
    if (this.#links > 0) found.push(said('linksLeftOut', { count: this.#links }));
    if (this.#twins.length > 0) found.push(counted('twins', 'manyTwins', this.#twins));
    if (this.#foreign.length > 0) found.push(counted('foreign', 'manyForeign', this.#foreign));
    return found;
  }
}

function patternWarning(ignoreText: string): Said[] {
  const { length } = patternsOf(ignoreText);
  return length === 0 ? [] : [said('patternsLeaveOut', { count: length })];
}

type Counted = 'notTaken' | 'twins' | 'foreign';

function counted(
  few: Counted,
  many: 'manyNotTaken' | 'manyTwins' | 'manyForeign',
  paths: readonly string[],
): Said {
  const some = paths.slice(0, EXAMPLES);
  const more = paths.length - some.length;
  const values = { count: paths.length, examples: some.map((path) => `"${path}"`).join(', ') };
  return more > 0 ? said(many, { ...values, more }) : said(few, values);
}

async function watchWarning(folders: number): Promise<Said[]> {
  const limit = await watchLimit();
  if (folders + 1 <= limit * WATCH_SHARE) return [];
  return [said('watchLimit', { count: limit, needed: folders + 1 })];
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
