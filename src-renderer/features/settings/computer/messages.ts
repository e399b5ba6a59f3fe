import { messages } from '../../../i18n/messages.ts';

export const t = messages('settings/computer', {
  title: 'This computer',
  text: 'How the app behaves here, whoever is signed in.',
  words: 'desktop app start login autostart close window tray quit notifications update version',
  unknown: 'The settings of this computer could not be read.',
  notChanged: 'The setting was not changed.',

  startAtLogin: 'Start at login',
  startAtLoginText: 'Folders are kept safe from then on, without a window.',
  startUnavailable: 'As the app runs here, the system cannot start it.',
  needsApproval: 'The system waits for your approval before it starts Keepfold at login.',
  openSystemSettings: 'Open the system’s settings',
  systemSettingsNotOpened: 'The system’s settings were not opened.',

  closing: 'When I close the window',
  closingAsk: 'Ask me',
  closingKeep: 'Keep running',
  closingQuit: 'Quit',
  closingAskText: 'The next time, you are asked whether Keepfold goes on without a window.',
  closingKeepText: 'Changes go on being saved; the icon of Keepfold brings the window back.',
  closingQuitText: 'Nothing is saved until Keepfold is started again.',

  notifies: 'Notifications',
  notifiesText: 'Only when something waits for you: a folder that is not saved, a decision, a conflict.',

  checksForUpdates: 'Look for new versions once a day',
  checksForUpdatesText: 'Nothing is fetched before you say so.',
  noUpdates: 'This build does not update itself. New versions come the way this one came.',
  checkNow: 'Look for a new version',
  checking: 'Looking for a new version…',
  isCurrent: 'This is the newest version.',
  isAvailable: 'Version {version} is available.',
  install: 'Install and restart',
  installing: 'Fetching version {version}. Keepfold restarts with it.',
  notChecked: 'It is not known whether there is a new version.',
  notInstalled: 'The new version was not installed.',
});
