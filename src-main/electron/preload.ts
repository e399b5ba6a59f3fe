import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { DesktopServiceState, DesktopShell } from '../../src-shared/desktop-bridge.ts';
import { ASK, SERVICE_STATE_CHANGED } from './bridge-channels.ts';

// The page gets these functions and nothing else: no channel names, no event objects, no ipcRenderer.
contextBridge.exposeInMainWorld('keepfold', {
  isDesktop: true,
  pickFolder: () => ipcRenderer.invoke(ASK.pickFolder),
  revealFolder: (folderId) => ipcRenderer.invoke(ASK.revealFolder, folderId),
  revealItem: (folderId, path) => ipcRenderer.invoke(ASK.revealItem, folderId, path),
  openItem: (folderId, path) => ipcRenderer.invoke(ASK.openItem, folderId, path),
  openDrive: (path) => ipcRenderer.invoke(ASK.openDrive, path),
  pathOf: (dropped) => webUtils.getPathForFile(dropped as File),
  settings: () => ipcRenderer.invoke(ASK.settings),
  changeSettings: (change) => ipcRenderer.invoke(ASK.changeSettings, change),
  openLoginSettings: () => ipcRenderer.invoke(ASK.openLoginSettings),
  checkForUpdate: () => ipcRenderer.invoke(ASK.checkForUpdate),
  installUpdate: () => ipcRenderer.invoke(ASK.installUpdate),
  logFolder: () => ipcRenderer.invoke(ASK.logFolder),
  serviceState: () => ipcRenderer.invoke(ASK.serviceState),
  onServiceState: (listener) => {
    const tell = (_event: unknown, state: DesktopServiceState): void => listener(state);
    ipcRenderer.on(SERVICE_STATE_CHANGED, tell);
    return () => void ipcRenderer.off(SERVICE_STATE_CHANGED, tell);
  },
  startService: () => ipcRenderer.invoke(ASK.startService),
  uploadedBytes: (uploadId) => ipcRenderer.invoke(ASK.uploadedBytes, uploadId),
  uploadsLeft: (files) => ipcRenderer.invoke(ASK.uploadsLeft, files),
  cancelUpload: (uploadId) => ipcRenderer.invoke(ASK.cancelUpload, uploadId),
} satisfies DesktopShell);
