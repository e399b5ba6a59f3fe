export const en = {
  isStarting: 'Keepfold is starting',
  isNotRunning: 'Keepfold is not running',
  isUnreachable: 'Keepfold cannot be reached',
  isSilent: 'Keepfold does not answer',
  savingGoesOnSoon: 'Saving goes on in a moment.',
  notSavedSince: 'Nothing has been saved since {when}.',
  notSaved: 'Nothing is being saved.',
  unknownSince: 'This page has heard nothing of your files since {when}.',
  unknown: 'This page knows nothing of your files at the moment.',
} as const;
