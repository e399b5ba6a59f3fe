import type { LocalLibraryJson } from '../../src-shared/local-api.ts';
import { type FolderTone, folderTone } from './folder-state.ts';
import { t } from './messages.ts';
import { canHaveHappened, isKnownTime, relativeTime } from './time.ts';

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

/** When the last change of all was saved, as far as libraries know theirs and no clock was wrong. */
function lastChange(libraries: readonly LocalLibraryJson[], nowSeconds: number): string {
  const known = libraries.map(({ mtime }) => mtime).filter(isKnownTime);
  const times = known.filter((time) => canHaveHappened(time, nowSeconds));
  return relativeTime(Math.max(...(times.length > 0 ? times : known)), nowSeconds);
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
  const when = lastChange(libraries, nowSeconds);
  if (trouble > 0) {
    const sentence = t('foldersNotSaved', { linked, trouble });
    return { tone: 'trouble', sentence, text: t('savedBeforeIsSafe') };
  }
  if (issueCount > 0) {
    const sentence = t('safeButWaiting', { count: issueCount });
    return { tone: 'attention', sentence, text: t('lastChange', { when }) };
  }
  if (paused > 0) {
    const sentence = t('foldersPaused', { count: paused });
    return { tone: 'attention', sentence, text: t('waitsUntilResume', { when }) };
  }
  if (busy > 0) return { tone: 'busy', sentence: t('beingSaved'), text: t('lastChange', { when }) };
  if (linked === 0) {
    return { tone: 'calm', sentence: t('librariesSafe'), text: t('noneLinkedLastChange', { when }) };
  }
  return { tone: 'calm', sentence: t('everythingSafe'), text: t('allUpToDate', { count: linked, when }) };
}
