import { messages } from '../../i18n/messages.ts';

export const t = messages('upkeep', {
  loadingStorage: 'Loading the storage',
  storageNotLoaded: 'The storage use could not be loaded.',
  takesRoom: 'Storage use',
  takesRoomText: 'How much space each library, its folders and its largest files take.',
  toStorage: 'Storage of all libraries',

  cleanUp: 'Clean-up',
  cleanUpText: 'Deletes stored data that no current file, earlier version or deleted item needs any more.',
  lastCleanUp: 'Last clean-up <time></time>: {removed} of content deleted, {freed} of disk space freed.',
  noCleanUp: 'No clean-up has run yet.',
  seeFree: 'Preview clean-up',
  nothingToFree: 'There is nothing to free.',
  canBeFreed:
    '<size>{bytes}</size> can be freed: {objects, plural, one {#\u00a0piece of data} other {#\u00a0pieces of data}} in {libraries, plural, one {#\u00a0library} other {#\u00a0libraries}} that nothing needs any more.',
  waitsForClock: 'Nothing expires for now',
  waitsForClockText:
    'The clock of this computer jumped, or it was off for a long time. After Keepfold has run for a day, retention resumes.',
  leftOut: '{count, plural, one {#\u00a0library} other {#\u00a0libraries}} left out',
  leftOutText: 'They are damaged or older than what was saved. Run a full check.',
  planFailed: 'Keepfold could not preview the clean-up.',
  free: 'Free {size}',
  notNow: 'Not now',
  cancel: 'Cancel',

  integrity: 'Integrity',
  integrityText: 'Checks that everything saved is still there, complete and unchanged.',
  verified: 'Checked <time></time>, {count, plural, one {#\u00a0problem} other {#\u00a0problems}}.',
  notVerified: 'Not checked yet.',
  checkedFully:
    '{objects, plural, one {#\u00a0piece of data} other {#\u00a0pieces of data}} in {libraries, plural, one {#\u00a0library} other {#\u00a0libraries}}, {size} read and compared.',
  checkedQuickly:
    '{objects, plural, one {#\u00a0piece of data} other {#\u00a0pieces of data}} in {libraries, plural, one {#\u00a0library} other {#\u00a0libraries}}, without reading their contents.',
  problems: 'Problems',
  untrueCount:
    'Not damaged, but wrong: {count, plural, one {#\u00a0entry} other {#\u00a0entries}} that newer versions do not accept.',
  untrue: 'Wrong entries',
  untrueTime: 'an impossible date',
  untrueSize: 'a size that differs from the file’s own',
  untruePath: 'a path longer than 4,096 bytes',
  untrueDepth: 'folders nested too deeply',
  untrueEntries: 'folders that contain each other over and over',
  check: 'Check',
  quickCheck: 'Quick check',
  fullCheck: 'Full check',

  loadingJobs: 'Loading the jobs',
  jobsNotLoaded: 'The jobs could not be loaded.',
  noJobs: 'No jobs yet',
  noJobsText: 'Checks, clean-ups and copies between libraries appear here while they run and afterwards.',
  goToStorage: 'Go to storage',
  running: 'Running',
  byItself: 'automatically',
  recent: 'Recent',
  progress: '{done} of {total}',
  notStarted: '{job} was not started.',
  notCancelled: '{job} was not cancelled.',
});
