import type { LinkedFolderJson } from '../../src-shared/local-api.ts';
import { type FolderTone, folderTone } from './folder-state.ts';
import { formatCount } from './size.ts';

/** The answer to "am I safe?" over all linked folders: one sentence and how urgent it is. */
export interface OverallState {
  readonly sentence: string;
  readonly tone: FolderTone;
}

export function overallState(folders: readonly LinkedFolderJson[]): OverallState {
  if (folders.length === 0) return { sentence: 'No folder is linked', tone: 'calm' };
  const tones = folders.map(folderTone);
  const count = (tone: FolderTone) => tones.filter((each) => each === tone).length;
  const trouble = count('trouble');
  if (trouble > 0) return { sentence: `${formatCount(trouble, 'folder')} not saving`, tone: 'trouble' };
  const busy = count('busy');
  if (busy > 0) return { sentence: `Saving ${formatCount(busy, 'folder')}`, tone: 'busy' };
  const attention = count('attention');
  if (attention > 0) {
    return { sentence: `${formatCount(attention, 'folder')} to look at`, tone: 'attention' };
  }
  return { sentence: 'Everything is saved', tone: 'calm' };
}
