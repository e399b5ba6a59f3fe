import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  changesNotLoaded: 'Die letzten Änderungen konnten nicht geladen werden.',
  loadingChanges: 'Letzte Änderungen werden geladen',
  noChanges: 'Jede Änderung wird hier stehen.',
  lastChanges: 'Letzte Änderungen',
  byIn: '<who>{person}</who> in <where>{library}</where>',

  sizeOfAll:
    '<total>{size}</total> in {count, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}}, ohne ihren Verlauf.',
  sizeAndLargest:
    '<total>{size}</total> in {count, plural, one {#\u00a0Bibliothek} other {#\u00a0Bibliotheken}}, ohne ihren Verlauf; die größte ist {name} mit {largest}.',
  usedPart: 'Belegter Teil des Datenträgers',
  freeOf: '{free} von {total} frei',
  freeOnDisk: '{free} von {total} frei auf dem Datenträger mit dem Verlauf.',
  full: 'Ist er voll, kann nichts mehr gesichert werden.',
  diskNotAsked: 'Der freie Platz ist gerade nicht bekannt.',
};
