import type { LocalLibraryJson } from '../../src-shared/local-api.ts';
import { type FolderTone, folderTone } from './folder-state.ts';
import { formatCount } from './size.ts';
import { relativeTime } from './time.ts';

/** The answer to "am I safe?": one sentence, what is behind it, and how urgent it is. */
export interface Verdict {
  readonly tone: FolderTone;
  readonly sentence: string;
  readonly text: string;
}

interface VerdictRequest {
  readonly libraries: readonly LocalLibraryJson[];
  /** How many things wait for somebody. */
  readonly issueCount: number;
  readonly nowSeconds: number;
}

/** The words of the last change of all, as the end of a sentence. */
function lastChange(libraries: readonly LocalLibraryJson[], nowSeconds: number): string {
  const newest = Math.max(...libraries.map(({ mtime }) => mtime));
  return `The last change was saved ${relativeTime(newest, nowSeconds)}.`;
}

function tonesOf(libraries: readonly LocalLibraryJson[]) {
  const folders = libraries.flatMap(({ folder }) => folder ?? []);
  const tones = folders.map(folderTone);
  const count = (tone: FolderTone) => tones.filter((each) => each === tone).length;
  const paused = folders.filter(({ state }) => state === 'paused').length;
  return { linked: folders.length, trouble: count('trouble'), busy: count('busy'), paused };
}

/** Whether everything is kept, worst news first. There is at least one library. */
export function verdict({ libraries, issueCount, nowSeconds }: VerdictRequest): Verdict {
  const { linked, trouble, busy, paused } = tonesOf(libraries);
  const last = lastChange(libraries, nowSeconds);
  if (trouble > 0) {
    const which = linked === 1 ? 'your folder' : `${trouble} of ${linked} folders`;
    return {
      tone: 'trouble',
      sentence: `Changes of ${which} are not being saved`,
      text: 'What was saved before is safe. Below is why, and what helps.',
    };
  }
  if (issueCount > 0) {
    const what = issueCount === 1 ? 'one thing waits' : `${issueCount} things wait`;
    return { tone: 'attention', sentence: `Your files are safe, and ${what} for you`, text: last };
  }
  if (paused > 0) {
    const which = paused === 1 ? 'One folder is paused' : `${paused} folders are paused`;
    return { tone: 'attention', sentence: which, text: `New changes wait until you resume. ${last}` };
  }
  if (busy > 0) return { tone: 'busy', sentence: 'Your latest changes are being saved', text: last };
  if (linked === 0) {
    return {
      tone: 'calm',
      sentence: 'Your libraries are safe',
      text: `No folder of this computer is linked. ${last}`,
    };
  }
  const folders = linked === 1 ? 'The linked folder is' : `All ${formatCount(linked, 'linked folder')} are`;
  return { tone: 'calm', sentence: 'Everything is safe', text: `${folders} up to date. ${last}` };
}
