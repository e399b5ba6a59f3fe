import { messages } from '../../i18n/messages.ts';

export const t = messages('format/status', {
  isSlow: 'Keepfold is answering slowly',
  unknownUntilAnswer: 'Until it answers, it is not known whether your latest changes are saved.',
  isStarting: 'Keepfold is starting',
  isNotRunning: 'Keepfold is not running',
  isUnreachable: 'Keepfold cannot be reached',
  isSilent: 'Keepfold does not answer',
  savingGoesOnSoon: 'Saving goes on in a moment.',
  notSavedSince: 'Nothing has been saved since {when}.',
  notSaved: 'Nothing is being saved.',
  unknownSince: 'This page has heard nothing of your files since {when}.',
  unknown: 'This page knows nothing of your files at the moment.',
});
