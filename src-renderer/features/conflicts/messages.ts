import { messages } from '../../i18n/messages.ts';

export const t = messages('conflicts', {
  changedOnBothSides: '“{name}” was changed on two sides at once',
  currentVersion: 'Current version',
  otherVersion: 'Other version',
  side: '{person}, {moment}, {size}',
  onlyOtherLeft: 'Only the conflict copy is left: <version>{side}</version>.',
  compare: 'Compare',
  keepCurrent: 'Keep current',
  keepOther: 'Keep other',
  keepBoth: 'Keep both',
  giveName: 'Restore the original name',

  bothKept: 'Both versions of “{name}” are kept',
  otherIsCalled: 'The other one is called “{name}” now.',
  actionResolved: 'resolving the conflict of “{name}”',
  resolved: 'The conflict of “{name}” is resolved',
  restStays: 'The other version stays in the history.',
  resolveFailed: 'The conflict of “{name}” was not resolved.',
});
