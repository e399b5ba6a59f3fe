import type { LinkedFolderJson } from '../../src-shared/local-api.ts';
import { type FolderTone, folderTone } from './folder-state.ts';
import { t } from './messages.ts';

/** The answer to "am I safe?" over all linked folders: one sentence and how urgent it is. */
export interface OverallState {
  readonly sentence: string;
  readonly tone: FolderTone;
}

export function overallState(folders: readonly LinkedFolderJson[]): OverallState {
  if (folders.length === 0) return { sentence: t('noFolderLinked'), tone: 'calm' };
  const tones = folders.map(folderTone);
  const count = (tone: FolderTone) => tones.filter((each) => each === tone).length;
  const trouble = count('trouble');
  if (trouble > 0) return { sentence: t('notSavingCount', { count: trouble }), tone: 'trouble' };
  const busy = count('busy');
  if (busy > 0) return { sentence: t('savingCount', { count: busy }), tone: 'busy' };
  const attention = count('attention');
  if (attention > 0) {
    return { sentence: t('toLookAtCount', { count: attention }), tone: 'attention' };
  }
  return { sentence: t('everythingSaved'), tone: 'calm' };
}
