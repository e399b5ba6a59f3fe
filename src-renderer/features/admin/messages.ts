import { messages } from '../../i18n/messages.ts';

export const t = messages('admin', {
  allLibraries: 'All libraries',
  library: 'Library',
  loading: 'Loading all libraries',
  notLoaded: 'The libraries could not be loaded.',
  searchByName: 'Search by name',
  ownedBy: 'Owner: {owner}',
  noMatch: 'No library matches',
  noMatchText: 'No library on this server matches the filter. It may have been deleted.',
  clearFilter: 'Clear filter',
  lookInDeleted: 'Look in deleted libraries',
  none: 'No libraries',
  noneText: 'Nobody on this server has a library yet.',

  chooseAll: 'Select all in the list',
  choose: 'Select {name}',
  chooseNone: 'Clear selection',
  chosen: 'Selected libraries',
  libraries: '{count, plural, one {#\u00a0library} other {#\u00a0libraries}}',

  name: 'Name',
  size: 'Size',
  owner: 'Owner',
  files: 'Files',
  historyKept: 'History kept',
  lastChange: 'Last change',
  actions: 'Actions',
  actionsFor: 'Actions for {name}',
  onlyOf: 'Only libraries of {owner}',
  encrypted: 'Encrypted',
  readOnly: 'Read-only',
  working: 'Working',

  openContents: 'Open contents',
  isEncrypted: 'library is encrypted',
  onlyThisOwner: 'Only libraries of this owner',
  rename: 'Rename…',
  transfer: 'Transfer…',
  allowChanges: 'Allow changes',
  makeReadOnly: 'Make read-only',
  retention: 'Retention…',
  delete: 'Delete',
  keyOpen: 'Enter',
  keyDelete: 'Del',

  newLibrary: 'New library',
  newText: 'An empty library for a user.',
  create: 'Create library',
  createFailed: 'The library was not created.',
  madeFor: '“{name}” created for {owner}',
  renameTitle: 'Rename “{name}”',

  transferOne: 'Transfer “{name}”',
  transferMany: 'Transfer {count, plural, one {#\u00a0library} other {#\u00a0libraries}}',
  transferText: 'Shares with others end. The new owner has to set up sync clients again.',
  newOwner: 'New owner',
  transferNow: 'Transfer',

  retentionOfOne: 'Retention of “{name}”',
  retentionOfMany: 'Retention of {count, plural, one {#\u00a0library} other {#\u00a0libraries}}',
  retentionText: 'How long earlier versions and deleted items stay.',
  keepFor: 'Keep history for',
  setRetention: 'Set retention',
  continue: 'Continue…',
  shorten: 'Shorten the history',
  calculating:
    'Calculating what this frees: {done} of {total, plural, one {#\u00a0library} other {#\u00a0libraries}}',
  notCalculated: 'Keepfold could not calculate what this frees in “{name}”.',
  frees: 'Frees {now} at the next clean-up, and up to {later} more later.',
  removesVersions: 'Removes {count} of {versions, plural, one {#\u00a0version} other {#\u00a0versions}}.',
  removesDeletions:
    '{count, plural, one {#\u00a0deleted item leaves} other {#\u00a0deleted items leave}} the trash.',
  keepForAsked: 'Keep history for {span}?',
  keepCurrentAsked: 'Keep only the current version?',
  // Typed by users, so it has no character that keyboards lack.
  severalLibraries: '{count} libraries',
  shortenText:
    'Older versions and older deleted items disappear at once; current files stay as they are. The next clean-up frees their space. Until then, a longer time brings everything back.',

  renameDone: '{count, plural, one {“{name}” was renamed} other {#\u00a0libraries renamed}}',
  transferDone: '{count, plural, one {“{name}” was transferred} other {#\u00a0libraries transferred}}',
  openDone:
    '{count, plural, one {“{name}” can be changed again} other {#\u00a0libraries can be changed again}}',
  closeDone: '{count, plural, one {“{name}” is read-only now} other {#\u00a0libraries are read-only now}}',
  retainDone:
    '{count, plural, one {Retention of “{name}” changed} other {Retention of #\u00a0libraries changed}}',
  removeAsk: 'Delete {count, plural, one {the library “{name}”} other {#\u00a0libraries}}?',
  removeMeaning:
    'Changes in folders linked to them will no longer be saved. They stay in the deleted libraries with their history until someone removes them there for good.',
  removeAction: 'Delete {count, plural, one {library} other {#\u00a0libraries}}',
  removeDone: '{count, plural, one {“{name}” was deleted} other {#\u00a0libraries deleted}}',

  renameFailed:
    '{count, plural, one {The library was not renamed} other {{failed} of #\u00a0libraries not renamed}}',
  transferFailed:
    '{count, plural, one {The library was not transferred} other {{failed} of #\u00a0libraries not transferred}}',
  openFailed:
    '{count, plural, one {The library is still read-only} other {{failed} of #\u00a0libraries are still read-only}}',
  closeFailed:
    '{count, plural, one {The library was not made read-only} other {{failed} of #\u00a0libraries not made read-only}}',
  retainFailed:
    '{count, plural, one {The retention was not changed} other {The retention of {failed} of #\u00a0libraries was not changed}}',
  removeFailed:
    '{count, plural, one {The library was not deleted} other {{failed} of #\u00a0libraries not deleted}}',
  renameActionName: 'renaming {count, plural, =1 {“{name}”} other {#\u00a0libraries}}',
  transferActionName: 'transferring {count, plural, =1 {“{name}”} other {#\u00a0libraries}}',
  openActionName: 'allowing changes in {count, plural, =1 {“{name}”} other {#\u00a0libraries}}',
  closeActionName: 'making {count, plural, =1 {“{name}”} other {#\u00a0libraries}} read-only',
  retainActionName: 'changing the retention of {count, plural, =1 {“{name}”} other {#\u00a0libraries}}',
  removeActionName: 'deleting {count, plural, =1 {“{name}”} other {#\u00a0libraries}}',
  undoFailed:
    '{count, plural, one {The library was not changed back} other {{failed} of #\u00a0libraries not changed back}}',
  nothingChanged: 'Nothing was changed.',
  othersChanged: 'The others were.',
  close: 'Close',
});
