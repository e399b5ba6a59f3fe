import type { ShellMessages } from './shell-messages.ts';

const folders = (count: number): string => (count === 1 ? '1 folder' : `${count} folders`);

export const en: ShellMessages = {
  language: 'en',
  roles: {
    about: 'About Keepfold',
    services: 'Services',
    hide: 'Hide Keepfold',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    pasteAndMatchStyle: 'Paste and Match Style',
    delete: 'Delete',
    selectAll: 'Select All',
    resetZoom: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    togglefullscreen: 'Toggle Full Screen',
    minimize: 'Minimize',
    zoom: 'Zoom',
    close: 'Close Window',
    front: 'Bring All to Front',
  },
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  settings: 'Settings',
  quit: 'Quit Keepfold',
  open: 'Open Keepfold',
  startService: 'Start the service again',
  serviceStarting: 'The service is starting',
  recentChanges: 'Recent changes',
  change: ({ description }) => description,
  nothingChanged: 'Nothing has changed yet',
  libraries: 'Libraries',
  noLibrary: 'There is no library yet',
  damagedLibrary: 'Damaged library',
  allLibraries: 'All libraries',
  copyAddress: 'Copy server address',
  startAtLogin: 'Start at login',
  resume: 'Resume',
  pause: 'Pause',
  pauseTimes: {
    'half-hour': 'For 30 minutes',
    'two-hours': 'For 2 hours',
    tomorrow: 'Until tomorrow',
    open: 'Until I resume',
  },
  states: {
    stopped: 'Keepfold is not running: nothing is being saved',
    silent: 'Keepfold does not answer: nothing may be saved',
    slow: 'Keepfold is answering slowly: what is saved is not known',
    starting: 'Starting',
    noFolder: 'No folder is linked',
    allPaused: 'Paused',
    saved: 'Everything is saved',
    inHistory: 'All changes are in the history. No recent backup',
    toLookAt: (count) => (count === 1 ? '1 thing needs you' : `${count} things need you`),
    saving: (count) => `Saving ${folders(count)}`,
    paused: (count) => `${folders(count)} paused`,
  },
  notices: {
    'not-saving': ({ name, folders: count }) => ({
      title: count === 1 ? `“${name}” is not being saved` : `${count} folders are not being saved`,
      body: 'Open Keepfold to see why and what helps.',
    }),
    waiting: ({ name, folders: count }) => ({
      title: count === 1 ? `“${name}” waits for your decision` : `${count} folders wait for your decision`,
      body: 'Unusually many files would be removed or rewritten. Until you decide, nothing is lost.',
    }),
    away: ({ name, folders: count }) => ({
      title: count === 1 ? `“${name}” is away` : `${count} folders are away`,
      body: 'The disk or folder is not there. It goes on by itself when it is back.',
    }),
    conflict: ({ name, folders: count, count: files }) => ({
      title: files === 1 ? 'A file was changed in two places' : `${files} files were changed in two places`,
      body: count === 1 ? `Both versions are kept in “${name}”.` : 'Both versions of each are kept.',
    }),
    update: ({ name }) => ({
      title: `Keepfold ${name} is available`,
      body: 'Install it from the settings when it suits you.',
    }),
    settings: ({ name }) => ({
      title: 'Your settings could not be read',
      body: `Keepfold uses its original settings again. The old file is kept: ${name}`,
    }),
    stopped: () => ({
      title: 'Your folders are not being saved',
      body: 'The library service has stopped. Open Keepfold to start it again.',
    }),
  },
  closing: {
    question: 'Keep saving your folders when the window is closed?',
    meaning: 'Keepfold can go on without its window. You can change this in the settings at any time.',
    keepRunning: 'Keep running',
    quit: 'Quit',
    cancel: 'Cancel',
  },
  quitting: {
    question: (files) =>
      files === 1
        ? 'Quit although a file is not uploaded yet?'
        : `Quit although ${files} files are not uploaded yet?`,
    meaning: 'What is not in the library by then has to be chosen and uploaded again.',
    keepRunning: 'Keep running',
    quit: 'Quit',
  },
  keepsRunning: {
    title: 'Keepfold keeps running',
    body: 'Your folders are still being saved. Quit from the icon in the taskbar corner.',
  },
  cannotStart: 'Keepfold cannot start',
  noSandbox:
    'This system does not let an AppImage use the sandbox that keeps pages apart from your files. Install the .deb or .rpm package instead; it sets the sandbox up.',
  profileReadOnly: ({ folder, reason }) =>
    `Keepfold cannot write to the folder in which its window keeps its settings:\n${folder}\n\nAllow your account to write there, then start Keepfold again.\n\n${reason}`,
  pageStopped: {
    title: 'This window has stopped',
    text: 'Your folders are still being saved; the service does not need the window. If it stops again, restart Keepfold.',
    reload: 'Reload',
  },
  logsIn: (folder) => `The logs say more: ${folder}`,
  startRefused: ({ message }) => message,
};
