import { messages } from '../../i18n/messages.ts';

export const t = messages('home', {
  changesNotLoaded: 'The last changes could not be loaded.',
  loadingChanges: 'Loading the last changes',
  noChanges: 'Each change will be listed here.',
  lastChanges: 'Last changes',
  byIn: '<who>{person}</who> in <where>{library}</where>',

  sizeOfAll:
    '<total>{size}</total> in {count, plural, one {#\u00a0library} other {#\u00a0libraries}}, not counting history.',
  sizeAndLargest:
    '<total>{size}</total> in {count, plural, one {#\u00a0library} other {#\u00a0libraries}}, not counting history; the largest is {name} with {largest}.',
  usedPart: 'Used part of the disk',
  freeOf: '{free} of {total} free',
  freeOnDisk: '{free} of {total} free on the disk that holds the history.',
  full: 'When the disk is full, Keepfold can save nothing more.',
  diskNotAsked: 'Free space is unknown right now.',
});
