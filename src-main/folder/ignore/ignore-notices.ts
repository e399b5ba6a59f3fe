import { said } from '../../../src-shared/service-words.ts';
import { type FolderEntry, joinPath } from '../../core/folder/folder-entry.ts';
import type { IgnoreConsent } from '../../core/folder/linked-folder.ts';
import { yieldToEventLoop } from '../../engine/scheduling/yield-to-event-loop.ts';
import type { FolderIndex, FolderProblem } from '../ports.ts';
import { IGNORE_FILE, type IgnoreMatcher } from './ignore.ts';
import { patternChange } from './ignore-consent.ts';

/** How many of the indexed files the patterns leave out. */
export interface LeftOut {
  readonly files: number;
  readonly ofFiles: number;
}

export const NONE_LEFT_OUT: LeftOut = { files: 0, ofFiles: 0 };

/** Rows between two yields to other work. */
const ROWS_BEFORE_YIELD = 2000;

/** Counts what patterns leave out. The ignore file itself counts, so that patterns show in an empty folder too. */
export async function countLeftOut(
  patterns: IgnoreMatcher,
  { index, folderKey }: { readonly index: Pick<FolderIndex, 'entriesIn'>; readonly folderKey: number },
): Promise<LeftOut> {
  const count = new LeftOutCount(patterns);
  let untilYield = ROWS_BEFORE_YIELD;
  for (let at = count.next(); at !== undefined; at = count.next()) {
    const rows = index.entriesIn(folderKey, at.dir);
    for (const row of rows) count.add(row, at.isOut);
    untilYield -= rows.length;
    if (untilYield > 0) continue;
    untilYield = ROWS_BEFORE_YIELD;
    await yieldToEventLoop();
  }
  return count;
}

class LeftOutCount implements LeftOut {
  files: number;
  ofFiles = 1;
  readonly #patterns: IgnoreMatcher;
  readonly #waiting = [{ dir: '', isOut: false }];

  constructor(patterns: IgnoreMatcher) {
    this.#patterns = patterns;
    this.files = patterns.ignores('', IGNORE_FILE, false) ? 1 : 0;
  }

  next() {
    return this.#waiting.pop();
  }

  /** @param isParentOut whether a pattern names a folder above it */
  add({ dir, name, isDir }: Pick<FolderEntry, 'dir' | 'name' | 'isDir'>, isParentOut: boolean): void {
    const path = joinPath(dir, name);
    if (path === IGNORE_FILE) return;
    const isOut = isParentOut || this.#patterns.ignores(dir, name, isDir);
    if (isDir) this.#waiting.push({ dir: path, isOut });
    else {
      this.ofFiles++;
      if (isOut) this.files++;
    }
  }
}

/** Notices for the person. */
export function noticesOf({ agreed, offered }: IgnoreConsent, leftOut: LeftOut): FolderProblem[] {
  const notices: FolderProblem[] = [];
  if (offered !== null) {
    const change = patternChange(agreed ?? '', offered);
    const values = { added: change.added.length, removed: change.removed.length };
    const words = said('patternsOffered', values);
    notices.push({ path: IGNORE_FILE, reason: 'patterns-offered', said: words, values });
  }
  if (leftOut.files * 2 > leftOut.ofFiles) {
    const values = { count: leftOut.files, of: leftOut.ofFiles };
    const words = said('mostlyLeftOut', { count: values.count, total: values.of });
    notices.push({ path: '', reason: 'mostly-left-out', said: words, values });
  }
  return notices;
}
