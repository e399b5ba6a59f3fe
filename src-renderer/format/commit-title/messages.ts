import { messages } from '../../i18n/messages.ts';

/** Titles of commits, from what they did. Behind a colon or a comma their first letter becomes small. */
export const t = messages('format/commit-title', {
  added: 'Added {name}',
  addedFolder: 'Added the folder {name}',
  addedInFolder: 'Added {count, plural, one {#\u00a0file} other {#\u00a0files}} in {name}',
  addedFiles: 'Added {name} and {count, plural, one {#\u00a0other file} other {#\u00a0other files}}',
  addedFolders: 'Added {count, plural, one {#\u00a0folder} other {#\u00a0folders}}',
  addedFilesInFolders:
    'Added {files, plural, one {#\u00a0file} other {#\u00a0files}} in {count, plural, one {#\u00a0folder} other {#\u00a0folders}}',
  addedFilesAndFolders:
    'Added {files, plural, one {#\u00a0file} other {#\u00a0files}} and {count, plural, one {#\u00a0folder} other {#\u00a0folders}}',
  addedItems: 'Added {name} and {count, plural, one {#\u00a0other item} other {#\u00a0other items}}',

  removed: 'Deleted {name}',
  removedFolder: 'Deleted the folder {name}',
  removedInFolder: 'Deleted {name} and {count, plural, one {#\u00a0file} other {#\u00a0files}} in it',
  removedFiles: 'Deleted {name} and {count, plural, one {#\u00a0other file} other {#\u00a0other files}}',
  removedFolders: 'Deleted {count, plural, one {#\u00a0folder} other {#\u00a0folders}}',
  removedFilesInFolders:
    'Deleted {files, plural, one {#\u00a0file} other {#\u00a0files}} in {count, plural, one {#\u00a0folder} other {#\u00a0folders}}',
  removedFilesAndFolders:
    'Deleted {files, plural, one {#\u00a0file} other {#\u00a0files}} and {count, plural, one {#\u00a0folder} other {#\u00a0folders}}',
  removedItems: 'Deleted {name} and {count, plural, one {#\u00a0other item} other {#\u00a0other items}}',

  edited: 'Edited {name}',
  editedFiles: 'Edited {name} and {count, plural, one {#\u00a0other file} other {#\u00a0other files}}',
  renamed: 'Renamed {name} to {to}',
  renamedItems: 'Renamed {name} and {count, plural, one {#\u00a0other item} other {#\u00a0other items}}',
  moved: 'Moved {name}',
  movedTo: 'Moved {name} to {to}',
  movedToTop: 'Moved {name} to the top folder',
  movedItems: 'Moved {count, plural, one {#\u00a0item} other {#\u00a0items}}',
  movedItemsTo: 'Moved {count, plural, one {#\u00a0item} other {#\u00a0items}} to {to}',
  movedItemsToTop: 'Moved {count, plural, one {#\u00a0item} other {#\u00a0items}} to the top folder',

  created: 'Created the library',
  changedName: 'Renamed the library',
  changedDescription: 'Changed the description of the library',
  changedRecord: 'Changed the name or description of the library',
  changedPassword: 'Changed the password',
  merged: 'Merged changes made in two places at once',
  undid: 'Undid: {what}',
  redid: 'Redid: {what}',
  resolved: 'Resolved a conflict: {what}',
  restoredFrom: 'Restored {name} from {day}',
  restoredFilesFrom: 'Restored {count, plural, one {#\u00a0file} other {#\u00a0files}} from {day}',
  wentBackTo: 'Restored what was there on {day}',
  restored: 'Restored {name}',
  restoredItems: 'Restored {name} and {count, plural, one {#\u00a0other item} other {#\u00a0other items}}',
  revertedOne: 'Put back {name} as before',
  revertedFiles:
    'Put back {name} and {count, plural, one {#\u00a0other file} other {#\u00a0other files}} as before',

  inAll:
    '{files, plural, one {#\u00a0file} other {#\u00a0files}}, {count, plural, one {#\u00a0folder} other {#\u00a0folders}}',
});
