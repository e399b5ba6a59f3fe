import { messages } from '../../../i18n/messages.ts';

export const t = messages('folders/onboarding', {
  step: 'Step {step} of 4',
  whatToKeep: 'What should we keep safe?',
  keepThis: 'Keep this folder safe?',
  saving: 'Saving “{library}”',
  isSafe: 'Saved: {count, plural, one {#\u00a0file} other {#\u00a0files}}',
  lead: 'Pick a folder. Keepfold saves every change in it, so you can bring back earlier versions and deleted files. Your files stay where they are.',

  lookingForFolders: 'Looking for your folders',
  suggestions: 'Suggested folders',
  counting: 'Counting…',
  notCounted: 'Could not be counted',
  chooseFolder: 'Choose a folder…',
  chooseAnotherMore: 'Choose another folder…',
  startEmpty: 'Start with an empty library',
  sample: 'Look around with a sample',
  sampleOpen: 'Open the sample',
  sampleMeaning: 'A small library with weeks of history, to try things out. You remove it with one click.',
  whichFolder: 'Folder on this computer',
  continue: 'Continue',
  lookFailed: 'Keepfold could not open the folder.',

  countingFiles: 'Counting files',
  countingContent: 'Counting what is in it…',
  chooseAnother: 'Choose another folder',
  name: 'Name',
  nameMeaning: 'Keepfold shows “{folder}” under this name.',
  addFailed: 'The folder was not added.',
  notRemembered: 'The password was not remembered',
  back: 'Back',
  keepSafe: 'Keep it safe',

  defaultsFailed: 'The settings for new libraries could not be loaded.',
  facts: 'How Keepfold handles this folder',
  canChangeLater: 'You can change this later.',
  staysHere: 'Stays on this computer',
  staysThere: 'Stays on the computer that runs Keepfold',
  staysMeaning:
    'The folder stays where it is, and its history is kept on the same computer. Nothing goes to a cloud.',
  skipsCaches: 'Skips caches and <code>node_modules</code>',
  showList: 'Show the list',
  hideList: 'Hide the list',
  skipped: 'Skipped files',
  leftOut:
    '{count, plural, =0 {This folder has none of them.} one {#\u00a0item of this folder is left out.} other {#\u00a0items of this folder are left out.}}',

  goOnWorking: 'You can leave this page and keep working in the folder: Keepfold goes on saving.',
  showInIssues: 'Show in Issues',
  notSavedYet: '{count, plural, one {#\u00a0item} other {#\u00a0items}} could not be saved yet',
  notSavedYetMeaning: 'The folder’s page says why, and when they are tried again.',
  showThem: 'Show them',
  browse: 'Browse the files',
  browseSaved: 'Browse what is saved already',
  history: 'History',
  addAnother: 'Add another folder',
  goHome: 'Go to Home',
  firstPage: 'The first page of its history',
  savedSoFar: '{count, plural, one {#\u00a0file} other {#\u00a0files}} saved so far',

  close: 'Close',

  usedBefore: 'Used Keepfold before?',
  haveFolder: 'I have a data folder',
  restoreBackup: 'Restore from a backup',
  useFolder: 'Use the data folder you have',
  bringTitle: 'Bring its libraries here',
  bringText:
    'Choose the folder and which libraries you want. They come with all of their history; accounts, links and linked folders stay behind. Nothing in that folder is changed.',
  bring: 'Choose the folder…',
  useItself: 'Or start Keepfold with that folder, with all that is in it',
  command: 'Command',
  existingMeaning: 'Keepfold works with one data folder at a time. You choose it when you start Keepfold.',
  copyBackup:
    'Copy the whole data folder from your backup to this computer, and leave the backup as it is. A data folder holds <code>keepfold.db</code>, <code>heads.journal</code> and <code>storage</code>.',
  rightFolder:
    'Make sure it is the right one: a data folder holds <code>keepfold.db</code>, <code>heads.journal</code> and <code>storage</code>.',
  quit: 'Quit Keepfold.',
  startWith: 'Start it with that folder: <code>{command}</code>',
  recover:
    'If its database is missing or damaged, rebuild it from the contents while Keepfold is not running: <code>{command}</code>',
  withoutKeepfold:
    'Without Keepfold, <code>restore-without-keepfold.mjs</code> in the data folder reads everything that is not encrypted. It needs only Node.',
});
