import { messages } from '../../../i18n/messages.ts';

export const t = messages('settings/password', {
  title: 'Password',
  text: 'For signing in on this and other devices.',
  words: 'password account sign in security change',
  account: 'Your account is {email}.',
  unknown: 'It is not known whether there is a password.',
  none: 'There is none. With one, browsers and other devices sign in too; the desktop app needs none.',
  change: 'Change password…',
  set: 'Set a password…',

  dialogTitle: 'Change password',
  dialogSetTitle: 'Set a password',
  dialogText: 'Everything else that is signed in to your account is signed out; this window stays.',
  current: 'Current password',
  currentWrong: 'This is not your current password.',
  warning: 'Nobody can show it to you later.',
  save: 'Change password',
  saveFirst: 'Set password',
  cancel: 'Cancel',
  notChanged: 'The password was not changed.',
  wasSet: 'Your password was set',
  changed: 'Your password was changed',
  changedText: 'Everything else was signed out and needs the new one.',
});
