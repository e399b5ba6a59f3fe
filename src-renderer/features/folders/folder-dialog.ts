/** The dialogs about a linked folder; any part of its screens may open one. */
export type FolderDialog = 'held' | 'relink' | 'ignore-rules' | 'sub-folders' | 'unlock' | 'unlink';

export type OpenFolderDialog = (dialog: FolderDialog) => void;
