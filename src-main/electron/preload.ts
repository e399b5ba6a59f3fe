import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopBridge } from '../../src-shared/desktop-bridge.ts';
import { PICK_FOLDER, REVEAL_FOLDER } from './bridge-channels.ts';

// The page gets these functions and nothing else: no channel names, no event objects, no ipcRenderer.
contextBridge.exposeInMainWorld('keepfold', {
  isDesktop: true,
  pickFolder: () => ipcRenderer.invoke(PICK_FOLDER),
  revealFolder: (folderId: string) => ipcRenderer.invoke(REVEAL_FOLDER, folderId),
} satisfies DesktopBridge);
