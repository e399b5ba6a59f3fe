import { type Language, languageOf } from '../../src-shared/languages.ts';
import type { RecentChangeJson } from '../../src-shared/overview-api.ts';
import { START_REFUSALS } from '../app/start-error.ts';
import { commitTitle } from '../i18n/commit-title-messages.ts';
import { messages } from '../i18n/messages.ts';

/** Everything that the shell says outside its page. */
export const shellMessages = messages('shell', {
  // Electron has its own labels in English only.
  'role-about': 'About Keepfold',
  'role-services': 'Services',
  'role-hide': 'Hide Keepfold',
  'role-hideOthers': 'Hide Others',
  'role-unhide': 'Show All',
  'role-undo': 'Undo',
  'role-redo': 'Redo',
  'role-cut': 'Cut',
  'role-copy': 'Copy',
  'role-paste': 'Paste',
  'role-pasteAndMatchStyle': 'Paste and Match Style',
  'role-delete': 'Delete',
  'role-selectAll': 'Select All',
  'role-resetZoom': 'Actual Size',
  'role-zoomIn': 'Zoom In',
  'role-zoomOut': 'Zoom Out',
  'role-togglefullscreen': 'Toggle Full Screen',
  'role-minimize': 'Minimize',
  'role-zoom': 'Zoom',
  'role-close': 'Close Window',
  'role-front': 'Bring All to Front',
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  settings: 'Settings',
  quit: 'Quit Keepfold',
  open: 'Open Keepfold',
  startService: 'Restart the service',
  serviceStarting: 'The service is starting',
  recentChanges: 'Recent changes',
  nothingChanged: 'Nothing has changed yet',
  // What a commit did, in other languages: descriptions of commits are in English.
  'change-added': '{count} added',
  'change-modified': '{count} changed',
  'change-removed': '{count} removed',
  'change-renamed': '{count} renamed',
  'change-nothing': 'no changed files',
  libraries: 'Libraries',
  noLibrary: 'There is no library yet',
  damagedLibrary: 'Damaged library',
  allLibraries: 'All libraries',
  copyAddress: 'Copy server address',
  startAtLogin: 'Start at login',
  resume: 'Resume',
  pause: 'Pause',
  'pause-half-hour': 'For 30 minutes',
  'pause-two-hours': 'For 2 hours',
  'pause-tomorrow': 'Until tomorrow',
  'pause-open': 'Until I resume',
  'state-stopped': 'Keepfold is not running: nothing is being saved',
  'state-silent': 'Keepfold does not answer: nothing may be saved',
  'state-slow': 'Keepfold is answering slowly: changes may not be saved yet',
  'state-starting': 'Starting',
  'state-noFolder': 'No folder is linked',
  'state-allPaused': 'Paused',
  'state-saved': 'Everything is saved',
  'state-inHistory': 'All changes are in the history. No recent backup',
  'state-toLookAt': '{count, plural, one {1 open issue} other {{count} open issues}}',
  'state-saving': 'Saving {count, plural, one {1 folder} other {{count} folders}}',
  'state-paused': '{count, plural, one {1 folder} other {{count} folders}} paused',
  // What notifications are about; `name` is that of the first folder, of a version, or of a file.
  'notice-not-saving-title':
    '{folders, plural, one {“{name}” is} other {{folders} folders are}} not being saved',
  'notice-not-saving-body': 'Open Keepfold to see why and what helps.',
  'notice-waiting-title':
    '{folders, plural, one {“{name}” waits} other {{folders} folders wait}} for your decision',
  'notice-waiting-body':
    'Unusually many files would be removed or rewritten. Keepfold waits for your decision.',
  'notice-away-title': '{folders, plural, one {“{name}” is} other {{folders} folders are}} unavailable',
  'notice-away-body': 'The disk or folder is not there. It goes on by itself when it is back.',
  'notice-conflict-title':
    '{count, plural, one {A file was} other {{count} files were}} changed in two places',
  'notice-conflict-body':
    '{folders, plural, one {Both versions are kept in “{name}”.} other {Both versions of each are kept.}}',
  'notice-damaged-title': '{count, plural, one {A saved piece is} other {{count} saved pieces are}} damaged',
  'notice-damaged-body': 'Open Keepfold to see which files need it and what helps.',
  'notice-not-restored-title':
    '{count, plural, one {A file} other {{count} files}} did not come back from the backup',
  'notice-not-restored-body': 'Your libraries are untouched. Open Keepfold to see what helps.',
  'notice-update-title': 'Keepfold {name} is available',
  'notice-update-body': 'Install it from the settings when it suits you.',
  'notice-settings-title': 'Your settings could not be read',
  'notice-settings-body': 'Keepfold uses its default settings again. The old file is kept: {name}',
  'notice-stopped-title': 'Your folders are not being saved',
  'notice-stopped-body': 'The library service has stopped. Open Keepfold to start it again.',
  closingQuestion: 'Keep saving your folders when the window is closed?',
  closingMeaning: 'Keepfold can go on without its window. You can change this in the settings at any time.',
  closingKeepRunning: 'Keep running',
  closingQuit: 'Quit',
  closingCancel: 'Cancel',
  // Asked while the page uploads.
  quittingQuestion:
    'Quit although {count, plural, one {a file is} other {{count} files are}} not uploaded yet?',
  quittingMeaning: 'Files that are not in the library by then have to be chosen and uploaded again.',
  quittingKeepRunning: 'Keep running',
  quittingQuit: 'Quit',
  keepsRunning: 'Keepfold keeps running',
  keepsRunningWhere: 'Your folders are still being saved. Quit from the icon in the taskbar corner.',
  cannotStart: 'Keepfold cannot start',
  noSandbox:
    'This system does not let an AppImage use the sandbox that keeps pages apart from your files. Install the .deb or .rpm package instead; it sets the sandbox up.',
  // The profile folder of the window is not writable; the reason is the system's own.
  profileReadOnly:
    'Keepfold cannot write to the folder in which its window keeps its settings:\n{folder}\n\nAllow your account to write there, then start Keepfold again.\n\n{reason}',
  // Shown in place of the page when its process ended twice.
  pageStopped: 'This window has stopped',
  pageStoppedMeaning:
    'Your folders are still being saved; the service does not need the window. If it stops again, restart Keepfold.',
  pageStoppedReload: 'Reload',
  logsIn: 'The logs say more: {folder}',
  // Shown in other languages above the service's English words, which name the folder or port.
  'refused-data-dir-unusable': 'The data folder cannot be used.',
  'refused-data-dir-in-use': 'The data folder is used by another Keepfold.',
  'refused-port-taken':
    'The port is not free. Quit the program that uses it, or choose another one with --port.',
  'refused-other': 'The library service could not be started.',
});

export type ShellMessages = ReturnType<typeof shellMessages>;

/** In the language of the page; before that, in the first supported language of the system. */
export function chooseMessages(ofPage: Language | '', preferred: readonly string[]): ShellMessages {
  const [first = 'en'] = [ofPage, ...preferred].flatMap((tag) => languageOf(tag) ?? []);
  return shellMessages(first);
}

const CHANGES = ['added', 'modified', 'removed', 'renamed'] as const;

/** What a commit did, worded as in the page; without a summary, as well as possible. */
export function changeText(
  messages: ShellMessages,
  commit: Pick<RecentChangeJson['commit'], 'description' | 'summary' | (typeof CHANGES)[number]>,
): string {
  const title = commit.summary === undefined ? null : commitTitle(commit.summary, messages.language);
  if (title !== null) return title;
  if (messages.language === 'en') return commit.description;
  const done = CHANGES.filter((what) => commit[what] > 0);
  if (done.length === 0) return messages('change-nothing');
  return done.map((what) => messages(`change-${what}`, { count: commit[what] })).join(', ');
}

const REFUSALS = ['data-dir-unusable', 'data-dir-in-use', 'port-taken'] as const;

/** Why the service refused to start, from its English words and its exit code. */
export function startRefused(
  messages: ShellMessages,
  { message, exitCode }: { readonly message: string; readonly exitCode: number },
): string {
  if (messages.language === 'en') return message;
  const refusal = REFUSALS.find((each) => START_REFUSALS[each] === exitCode) ?? 'other';
  return `${messages(`refused-${refusal}`)}\n\n${message}`;
}
