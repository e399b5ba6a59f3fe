import { messages } from '../../i18n/messages.ts';

export const t = messages('home', {
  changesNotLoaded: 'The last changes could not be loaded.',
  loadingChanges: 'Loading the last changes',
  noChanges: 'Changes to your libraries appear here.',
  lastChanges: 'Last changes',
  week: 'The last seven days',
  allActivity: 'All activity',
  changesInWeek:
    '{count, plural, =0 {No changes} one {#\u00a0change} other {#\u00a0changes}} in your libraries.',
  changesOn: '{day}: {count, plural, =0 {no changes} one {#\u00a0change} other {#\u00a0changes}}',
  byIn: '<who>{person}</who> in <where>{library}</where>',

  sizeOfAll:
    '<total>{size}</total> of files in {count, plural, one {#\u00a0library} other {#\u00a0libraries}}, not counting history.',
  sizeAndLargest:
    '<total>{size}</total> of files in {count, plural, one {#\u00a0library} other {#\u00a0libraries}}, not counting history; the largest is {name} with {largest}.',
  diskParts: 'The disk with the history',
  diskKeepfold: 'Keepfold',
  diskOther: 'Other data',
  diskFree: 'Free',
  countedAt: 'Keepfold’s share as of',
  full: 'When the disk is full, Keepfold can save nothing more.',
  diskNotAsked: 'Free space is unknown right now.',
});
