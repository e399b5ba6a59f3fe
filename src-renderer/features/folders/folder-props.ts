import type { LinkedFolderJson } from '../../../src-shared/folders-api.ts';
import type { FolderCommands } from './folder-commands.ts';
import type { OpenFolderDialog } from './folder-dialog.ts';

/** What a part of the screens about a linked folder is given. */
export interface FolderProps {
  folder: LinkedFolderJson;
  commands: FolderCommands;
  onopen: OpenFolderDialog;
}
