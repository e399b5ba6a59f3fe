import { messages } from '../i18n/messages.ts';

export const t = messages('ui', {
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Retry',
  details: 'Details',
  copy: 'Copy: {what}',
  copied: '{what} copied',

  settingChanged: 'Changed',
  reset: 'Reset',
  resetOf: 'Reset: {name}',

  clashTitle: 'This name is taken',
  sameForAll: 'Do the same for the remaining {count}',
  skip: 'Skip',
  replace: 'Replace',
  keepBoth: 'Keep both',

  password: 'Password',
  passwordAgain: 'Password again',
  newPassword: 'New password',
  newPasswordAgain: 'New password again',
  passwordLoss: 'Without it, nobody can read the contents. Write it down.',
  passwordHint: 'At least {count} characters. {warning}',
  passwordShort:
    '{count, plural, one {{count} more character is} other {{count} more characters are}} needed.',
  passwordWeak: 'Weak: anyone who has the disk can guess it. Use six or more unrelated words.',
  passwordFair: 'Fair: withstands a few computers that guess. One more word makes it strong.',
  passwordStrong: 'Strong, unless someone else uses it or it comes from a book or a song.',
  passwordsDiffer: 'The two passwords are different.',

  nameOrEmail: 'Name or e-mail',
  peopleNotListed: 'The people could not be listed.',
  department: 'Department',
  nobodyElse: 'Nobody else matches.',

  name: 'Name',
  rename: 'Rename',
  nameMissing: 'Type a name, or press Esc to keep the old one.',
  typeToConfirm: 'Type “{expected}” to confirm',

  messages: 'Messages',
  dismiss: 'Dismiss',
  undo: 'Undo',
  actionIn: '{action} in {place}',
  notUndone: 'Not undone: {what}',
  undone: 'Undid {what}',
  undoAsk: 'Undo {what}?',
  undoneThen: 'You did this {when}.',
  undoRemoves: 'This undoes {what}, {when}. {fate}',
  removeAsk: 'Remove {count, plural, one {#\u00a0file} other {#\u00a0files}}?',
  removeFiles: 'Remove {count, plural, one {#\u00a0file} other {#\u00a0files}}',
  movedToTrash: '{count, plural, one {#\u00a0file} other {#\u00a0files}} moved to the trash.',
  wentAway: '{count, plural, one {#\u00a0file} other {#\u00a0files}} removed.',
  wentFromFolder:
    '{count, plural, one {#\u00a0file} other {#\u00a0files}} removed from the library and from {path} on this computer.',
  nothingToUndo: 'Nothing to undo here',
  nothingToUndoText:
    'To undo changes made elsewhere, or before this page was loaded, open the history of the library.',
  cannotUndo: 'Not undone: {what} cannot be taken back with one key. Earlier actions stay as they are.',
  underWay: 'Not undone: {what} is still under way. Try again in a moment.',
  removeAndBringBackAsk:
    'Remove {count, plural, one {#\u00a0file} other {#\u00a0files}} and bring {others, plural, one {# back} other {# back}}?',
  removeAndBringBack: 'Remove {gone}, bring back {back}',
  willBringBack:
    '{count, plural, one {#\u00a0file comes} other {#\u00a0files come}} back, or will be as before.',
  willLeaveAlone:
    '{count, plural, one {#\u00a0item} other {#\u00a0items}} changed since then and will stay as they are now.',
  alsoFromFolder:
    '{count, plural, one {It goes} other {They go}} from the library, and from <place>{path}</place> on this computer.',
  movedFromFolder:
    '{count, plural, one {#\u00a0file} other {#\u00a0files}} moved to the trash, from the library and from {path} on this computer.',
  undonePart: 'Undid {what}, but not all of it',
  isUndone: 'Nothing left to undo: {what} is already undone',
  leftItem: '“{name}” stays as it is. {reason}.',
  moreLeft: '{count, plural, one {# more item stays} other {# more items stay}} too.',

  whatGoes: 'Files to be removed',
  fileCount: '{count, plural, one {#\u00a0file} other {#\u00a0files}}',
  moreItems: '{count, plural, one {# more} other {# more}}',
  stop: 'Stop',

  ctrl: 'Ctrl',
  shift: 'Shift',
  enter: 'Enter',
  space: 'Space',
  del: 'Del',

  foldersBetween: '{count, plural, one {#\u00a0folder} other {#\u00a0folders}} between',
});
