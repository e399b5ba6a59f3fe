import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  changedOnBothSides: '„{name}“ wurde auf zwei Seiten zugleich geändert',
  currentVersion: 'Aktuelle Version',
  otherVersion: 'Andere Version',
  side: '{person}, {moment}, {size}',
  onlyOtherLeft: 'Nur die beiseitegelegte Version ist noch da: <version>{side}</version>.',
  compare: 'Vergleichen',
  keepCurrent: 'Aktuelle behalten',
  keepOther: 'Andere behalten',
  keepBoth: 'Beide behalten',
  giveName: 'Ursprünglichen Namen geben',

  bothKept: 'Beide Versionen von „{name}“ bleiben',
  otherIsCalled: 'Die andere heißt jetzt „{name}“.',
  actionResolved: 'Lösen des Konflikts bei „{name}“',
  resolved: 'Der Konflikt bei „{name}“ ist gelöst',
  restStays: 'Was du nicht behalten hast, bleibt im Verlauf.',
  resolveFailed: 'Der Konflikt bei „{name}“ wurde nicht gelöst.',
};
