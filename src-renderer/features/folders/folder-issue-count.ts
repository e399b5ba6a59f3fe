import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import { itemProblems } from '../../format/folder-problem.ts';
import { folderAttentions } from './folder-attention.ts';

/** Whether changes are found by scans only. While a folder is taken in or rests, its watch need not be open. */
export function isFoundLate({ watching, state }: LinkedFolderJson): boolean {
  return !watching && (state === 'idle' || state === 'held' || state === 'error');
}

/** How many things about a folder somebody should look at. */
export function folderIssueCount(folder: LinkedFolderJson): number {
  const rest = (itemProblems(folder).count > 0 ? 1 : 0) + (isFoundLate(folder) ? 1 : 0);
  return folderAttentions(folder).length + rest;
}
