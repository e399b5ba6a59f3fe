import type { IgnoreEffectJson, IgnorePreviewJson } from '../../../src-shared/folder-choices-api.ts';
import { joinPath } from '../../core/folder/folder-entry.ts';
import type { Clock } from '../../engine/ports.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import { createIgnoreMatcher, type IgnoreMatcher, invalidLinesOf } from '../ignore/ignore.ts';
import type { FolderIndex, FolderReader } from '../ports.ts';
import { indexedFiles } from './indexed-files.ts';

export interface IgnorePreviewDependencies {
  readonly reader: Pick<FolderReader, 'list'>;
  readonly index: Pick<FolderIndex, 'entriesIn'>;
  readonly folderKey: number;
  readonly clock: Clock;
  readonly ignoreDefaults: string;
  /** Subfolders that are left out by choice, whatever the patterns say. */
  readonly excluded: readonly string[];
}

/** A person waits for the answer; beyond this time, a partial count says enough. */
const MAX_MS = 4000;

/** Files between two yields to other work. */
const FILES_BEFORE_YIELD = 2000;

const MAX_EXAMPLES = 20;

/** What other patterns in the folder's ignore file would change. Only reads, and takes a few seconds at most. */
export async function previewIgnoring(
  texts: { readonly before: string; readonly after: string },
  deps: IgnorePreviewDependencies,
): Promise<IgnorePreviewJson> {
  const { ignoreDefaults, excluded } = deps;
  const before = createIgnoreMatcher(ignoreDefaults, texts.before, excluded);
  const after = createIgnoreMatcher(ignoreDefaults, texts.after, excluded);
  const ignored = await countIndexed(
    deps,
    (dir, name) => isLeftOut(after, dir, name) && !isLeftOut(before, dir, name),
  );
  const taken = await countListed(texts.after, deps, (dir, name) => isLeftOut(before, dir, name));
  const isComplete = ignored.isComplete && taken.isComplete;
  return {
    newly_ignored: ignored.effect,
    newly_taken: taken.effect,
    invalid_lines: invalidLinesOf(texts.after),
    words: explanationOf(ignored.effect, taken.effect, isComplete),
  };
}

type Counts = (dir: string, name: string) => boolean;

interface Counted {
  readonly effect: IgnoreEffectJson;
  /** False: counting ran out of time. */
  readonly isComplete: boolean;
}

function isLeftOut(matcher: IgnoreMatcher, dir: string, name: string): boolean {
  return matcher.ignores(dir, name, false) || matcher.ignoresTree(dir);
}

async function countIndexed(deps: IgnorePreviewDependencies, counts: Counts): Promise<Counted> {
  const { index, folderKey, clock } = deps;
  const effect = emptyEffect();
  const startedMs = clock.nowMs();
  let files = 0;
  for (const row of indexedFiles(index, folderKey)) {
    files++;
    if (files % FILES_BEFORE_YIELD === 0) await yieldToEventLoop();
    if (clock.nowMs() - startedMs > MAX_MS) return { effect, isComplete: false };
    if (counts(row.dir, row.name)) note(effect, joinPath(row.dir, row.name), row.sizeBytes);
  }
  return { effect, isComplete: true };
}

async function countListed(
  ignoreText: string,
  { reader, excluded, clock }: IgnorePreviewDependencies,
  counts: Counts,
): Promise<Counted> {
  const effect = emptyEffect();
  const startedMs = clock.nowMs();
  for await (const listings of reader.list({ dirs: [], trees: [''], ignoreText, excluded, root: null })) {
    for (const { dir, entries } of listings) {
      const files = entries.filter(({ name, isDir }) => !isDir && counts(dir, name));
      for (const { name, sizeBytes } of files) note(effect, joinPath(dir, name), sizeBytes);
    }
    if (clock.nowMs() - startedMs > MAX_MS) return { effect, isComplete: false };
  }
  return { effect, isComplete: true };
}

function emptyEffect(): IgnoreEffectJson {
  return { count: 0, bytes: 0, examples: [] };
}

function note(effect: IgnoreEffectJson, path: string, sizeBytes: number): void {
  effect.count++;
  effect.bytes += sizeBytes;
  if (effect.examples.length < MAX_EXAMPLES) effect.examples.push(path);
}

function explanationOf(ignored: IgnoreEffectJson, taken: IgnoreEffectJson, isComplete: boolean): string {
  const sentences: string[] = [];
  if (ignored.count > 0) {
    const [files, them] = ignored.count === 1 ? ['1 file', 'it'] : [`${ignored.count} files`, 'them'];
    sentences.push(
      `Changes of the ${files} that the new patterns name would no longer be saved.`,
      `What the library has of ${them} stays there.`,
    );
  }
  if (taken.count > 0)
    sentences.push(`${taken.count === 1 ? '1 file' : `${taken.count} files`} would be taken in.`);
  if (sentences.length === 0) sentences.push('Nothing would change for the files that are there now.');
  if (!isComplete) sentences.push('The folder is very large, so there may be more than was counted.');
  return sentences.join(' ');
}
