import { messages } from '../../i18n/messages.ts';

export const t = messages('upkeep', {
  loadingStorage: 'Loading the storage',
  storageNotLoaded: 'The storage use could not be loaded.',
  takesRoom: 'Storage use',
  takesRoomText: 'The space that each library takes, its folders and its largest files.',
  toStorage: 'Storage of all libraries',

  cleanUp: 'Clean-up',
  cleanUpText: 'Deletes stored data that no current file, earlier version or deleted item needs any more.',
  lastCleanUp: 'Last clean-up <time></time>: {removed} of content removed, {freed} given back to the disk.',
  noCleanUp: 'No clean-up has run yet.',
  seeFree: 'Preview clean-up',
  nothingToFree: 'Nothing can be freed.',
  canBeFreed:
    '<size>{bytes}</size> can be freed: {objects, plural, one {#\u00a0object} other {#\u00a0objects}} in {libraries, plural, one {#\u00a0library} other {#\u00a0libraries}} that nothing needs any more.',
  waitsForClock: 'Nothing expires for now',
  waitsForClockText:
    'The clock of this computer jumped, or it was off for long. After a day of running, retention goes on.',
  leftOut: '{count, plural, one {#\u00a0library} other {#\u00a0libraries}} left out',
  leftOutText: 'They are damaged or older than what was saved. Run a full check.',
  planFailed: 'Keepfold could not preview the clean-up.',
  free: 'Free {size}',
  notNow: 'Not now',
  cancel: 'Cancel',

  integrity: 'Integrity',
  integrityText: 'Checks that everything saved is still there, whole and unchanged.',
  verified: 'Verified <time></time>, {count, plural, one {#\u00a0problem} other {#\u00a0problems}}.',
  notVerified: 'Not verified yet.',
  checkedFully:
    '{objects, plural, one {#\u00a0object} other {#\u00a0objects}} in {libraries, plural, one {#\u00a0library} other {#\u00a0libraries}}, {size} read and compared.',
  checkedQuickly:
    '{objects, plural, one {#\u00a0object} other {#\u00a0objects}} in {libraries, plural, one {#\u00a0library} other {#\u00a0libraries}}, without reading their contents.',
  problems: 'Problems',
  untrueCount:
    'Not damaged, but untrue: {count, plural, one {#\u00a0entry} other {#\u00a0entries}} that newer versions refuse to take.',
  untrue: 'Untrue entries',
  untrueTime: 'a time that no calendar has',
  untrueSize: 'another size in its folder than the file has',
  untruePath: 'a path of more than 4,096 bytes',
  untrueDepth: 'folders nested too deeply',
  untrueEntries: 'folders that name one another over and over',
  check: 'Check',
  quickCheck: 'Quick check',
  fullCheck: 'Full check',

  loadingJobs: 'Loading the jobs',
  jobsNotLoaded: 'The jobs could not be loaded.',
  noJobs: 'Nothing has run yet',
  noJobsText: 'Checks, clean-ups and copies between libraries appear here while they run and afterwards.',
  goToStorage: 'Go to storage',
  running: 'Running',
  byItself: 'by itself',
  recent: 'Recent',
  progress: '{done} of {total}',
  notStarted: '{job} was not started.',
  notCancelled: '{job} was not cancelled.',
});
