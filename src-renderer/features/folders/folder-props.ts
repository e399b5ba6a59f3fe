import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { FolderCommands } from './folder-commands.ts';

/** The dialogs about a linked folder; any part of its screens may open one. */
export type FolderDialog = 'held' | 'relink' | 'ignore-rules' | 'sub-folders' | 'unlock' | 'unlink';

export type OpenFolderDialog = (dialog: FolderDialog) => void;

/** What a part of the screens about a linked folder is given. */
export interface FolderProps {
  folder: LinkedFolderJson;
  commands: FolderCommands;
  onopen: OpenFolderDialog;
}
