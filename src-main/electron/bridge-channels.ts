/** What the page may ask of the main process; the preload script and the bridge agree on these names. */
export const ASK = {
  pickFolder: 'keepfold:pick-folder',
  revealFolder: 'keepfold:reveal-folder',
  revealItem: 'keepfold:reveal-item',
  openItem: 'keepfold:open-item',
  openDrive: 'keepfold:open-drive',
  settings: 'keepfold:settings',
  changeSettings: 'keepfold:change-settings',
  openLoginSettings: 'keepfold:open-login-settings',
  checkForUpdate: 'keepfold:check-for-update',
  installUpdate: 'keepfold:install-update',
  logFolder: 'keepfold:log-folder',
  serviceState: 'keepfold:service-state',
  startService: 'keepfold:start-service',
  uploadedBytes: 'keepfold:uploaded-bytes',
  uploadsLeft: 'keepfold:uploads-left',
  cancelUpload: 'keepfold:cancel-upload',
} as const;

/** What the main process tells the page without being asked. */
export const SERVICE_STATE_CHANGED = 'keepfold:service-state-changed';
