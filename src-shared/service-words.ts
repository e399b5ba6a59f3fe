import type { SaidJson } from './folders-api.ts';
import type { ValuesOf } from './message-values.ts';

/**
 * What the service says to people, in English, by the code that the page translates. A code keeps its meaning for good.
 * `asItIs` is for what a system or program reports, and for texts of earlier versions.
 */
export const SERVICE_WORDS = {
  homeFolder: 'this is your home folder: it holds the settings and keys of programs beside your own files',
  syncFolder:
    '"{what}" looks like the folder of another sync program; two programs that change the same files get in each other\'s way',
  syncProgram:
    "{what} syncs this place already; two programs that change the same files get in each other's way",
  networkDisk:
    'this folder is on a network disk ({what}); what other computers change in it is found by looking only, within ten minutes',
  inMemory: 'this folder is in memory ({what}) and is lost when the computer is switched off',
  noHardLinks:
    'this disk ({what}) has no hard links, so a file that is saved in the very moment in which the library replaces it is harder to protect',
  removable:
    'this folder is on a disk that can be taken out; while it is out, nothing counts as deleted and nothing is saved',
  readOnlyPlace:
    'your account may not write here, so nothing that changes in the library elsewhere comes to this folder',
  foldsCase:
    'this disk takes names that differ only in letter case for the same, so of two such files in the library only one is here',
  manyNotTaken: '{count} items ({examples} and {more} more) cannot be taken in',
  notTaken: '{count} items ({examples}) cannot be taken in',
  patternsLeaveOut: 'what the {count} patterns of its seafile-ignore.txt name is left out',
  linksLeftOut: '{count} symbolic links are left out',
  manyTwins: '{count} items ({examples} and {more} more) differ from another name only in letter case',
  twins: '{count} items ({examples}) differ from another name only in letter case',
  manyForeign: '{count} items ({examples} and {more} more) have a name that other systems cannot hold',
  foreign: '{count} items ({examples}) have a name that other systems cannot hold',
  watchLimit:
    'the system allows {count} watched folders and this one needs {needed}; changes may be found by scans only',

  gone: 'it is not there any more',
  mayNotRead: 'your account may not read it',
  notLetRead: 'the system does not let Keepfold read it',
  openElsewhere: 'another program has it open',
  diskCouldNotRead: 'the disk could not read it',
  connectionLost: 'the connection to its disk was lost',
  tooManyOpen: 'too many files are open',
  pathTooLong: 'its name or path is too long',
  systemSays: 'the system says: {what}',
  nameTooLong: 'name is longer than {count} bytes',
  nameCharacter: 'name holds a character that libraries do not',
  nameNotUtf8: 'name is not UTF-8',
  nameUnfit: 'this system cannot hold the name',
  tooDeep: 'more than {count} folders deep',
  notFolder: 'not a folder',
  replacedWhileRead: 'replaced while it was read',
  changedWhileRead: 'changed while it was read',
  notRegular: 'not a regular file',
  checksumTaken: 'its content has the checksum of another content in the library, so it cannot be kept',
  libraryHasName: 'the library has a file of this name',
  otherVersionKept: 'the library has another version; kept as {what}',
  leftOutHere: 'a folder of this name is left out here, so what is in this one is not kept',
  wrongSize: 'the library says {told} bytes, but its content has {found}',
  tooMuchContent: 'the library says {told} bytes, but its content has more',
  copyUnreadable: 'the library cannot read its copy',
  somethingElse: 'something else is in its place, which is taken in first',
  askedFirst: 'the library lost many files at once, so a person is asked first',
  notMovedYet: 'it stays here until its new place is free',
  holdsOthers: 'the folder was deleted in the library, but here it holds things that are not kept',
  sameToDisk: 'this disk cannot tell the name from "{what}"',
  folderDiskFull: 'the disk with this folder is full',
  folderNoRoom: 'the disk with this folder has no room for it',
  mayNotWrite: 'your account may not write here',
  diskCannotHoldName: 'this disk cannot hold the name',
  crashBetween: 'a crash came in between',
  aFolder: 'a folder',
  movedFrom: 'from {what}',
  patternsOffered:
    'patterns of what is left out came through the library: {added} new, {removed} gone; they do not count before you agree',
  mostlyLeftOut: 'the patterns leave out {count} of {total} files here; changes of them are not kept',

  notReachedGone: 'The folder cannot be reached: it is not there any more.',
  notReachedRight: 'The folder cannot be reached: your account may not read it.',
  notReachedFolder: 'The folder cannot be reached: not a folder.',
  notReached: 'The folder cannot be reached: {what}.',
  linkedElse: 'The folder at this place is linked to something else by now.',
  emptyInPlace: 'An empty folder has taken the place of the linked one.',
  noMark: 'The folder at this place does not carry the mark of the linked one, the file {what}.',
  otherInPlace: 'Another folder has taken the place of the linked one.',
  relinkIt: 'If it is the right one, relink it.',
  nothingLost: 'Nothing counts as deleted; it goes on when the folder is back.',
  diskOfFolderFull: 'The disk with this folder is full.',
  storageFailed: 'The disk with the library data failed, so nothing can be written to it any more.',
  checkDisk: 'Check that disk, then start Keepfold again.',
  libraryLocked: 'The library is locked: enter its password.',
  libraryReadOnly: 'The library is read-only.',
  libraryDeleted: 'The library was deleted.',
  libraryNotShared: 'The account that linked this folder has no access to the library any more.',
  libraryDamaged: 'The library is damaged.',
  diskOfLibraryFull: 'The disk with the library data is full.',
  quotaReached: 'The library has reached its quota.',
  folderFault: 'The folder ran into a fault: {what}',

  endedOften: 'The library service ended {count} times in a short while.',
  portUsed: 'Port {count} on {what} is used by another program. Stop it or choose another with --port.',
  portRefused:
    'Port {count} on {what} may not be used by this account. Stop it or choose another with --port.',
  folderInUse: 'The data folder {what} is in use by another Keepfold.',
  folderInUseBy: 'The data folder {what} is in use by the Keepfold at {where} (process {count}).',
  dataNotOpened: 'The data in {what} cannot be opened: {reason}',
  dataFolderUnusable: 'The data folder {what} cannot be used: {reason}',
  dataDiskFull:
    'The disk with the data folder {what} is full. Free some space on it, then start Keepfold again.',

  keychainSilent: 'The keychain of this computer did not answer.',
  keychainNotRunning: 'No keychain is running: this session has no D-Bus.',
  keychainKeepsNothing: 'The keychain of this computer keeps nothing.',
  keychainUnusable: 'The keychain of this computer cannot be used: {reason}',

  asItIs: '{what}',
} as const;

export type ServiceCode = keyof typeof SERVICE_WORDS;

/** A sentence of the service. Plain data. */
export interface Said extends SaidJson {
  readonly code: ServiceCode;
}

export function said<Code extends ServiceCode>(
  code: Code,
  ...values: ValuesOf<(typeof SERVICE_WORDS)[Code]>
): Said {
  const entries = values.flatMap((given) => Object.entries(given));
  return { code, values: Object.fromEntries(entries.map(([key, value]) => [key, `${value}`])) };
}

/** The English text of a code; several codes form the sentences of one text. */
export function inEnglish(...sentences: readonly Said[]): string {
  return sentences
    .map(({ code, values }) =>
      SERVICE_WORDS[code].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    )
    .join(' ');
}

export function isServiceCode(code: string): code is ServiceCode {
  return Object.hasOwn(SERVICE_WORDS, code);
}
