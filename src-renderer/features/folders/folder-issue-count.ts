import type { LinkedFolderJson } from '../../../src-shared/local-api.ts';
import { folderAttentions } from './folder-attention.ts';

/** How many things about a folder somebody should look at. */
export function folderIssueCount(folder: LinkedFolderJson): number {
  const rest = (folder.problem_count > 0 ? 1 : 0) + (folder.watching ? 0 : 1);
  return folderAttentions(folder).length + rest;
}
