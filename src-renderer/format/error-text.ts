import { t } from './errors/messages.ts';
import type { en } from './errors/messages-en.ts';
import type { Problem } from './problem.ts';
import { type Refused, refusalWords } from './refusal-words.ts';

/** Why something did not happen and what helps. The caller adds what it was. */
export interface ErrorText {
  readonly why: string;
  readonly next: string;
}

type Code = Problem['code'];

type Words = readonly [why: keyof typeof en, next: keyof typeof en];

const WORDS: Readonly<Record<Code, Words>> = {
  'argument-invalid': ['valueRefused', 'checkEntry'],
  'argument-missing': ['somethingEmpty', 'fillIn'],
  'name-invalid': ['nameUnusable', 'nameRule'],
  'name-taken': ['nameTaken', 'chooseName'],
  'path-invalid': ['pathUnusable', 'choosePath'],
  'library-not-found': ['libraryGone', 'lookInDeleted'],
  'library-exists': ['libraryExists', 'chooseName'],
  'library-read-only': ['libraryReadOnly', 'askOwner'],
  'library-encrypted': ['libraryEncrypted', 'onlyUnencrypted'],
  'library-not-encrypted': ['libraryNotEncrypted', 'noPasswordNeeded'],
  'library-locked': ['libraryEncrypted', 'unlockFirst'],
  'library-damaged': ['libraryDamaged', 'runCheck'],
  'deleted-library-not-found': ['deletedLibraryGone', 'reload'],
  'commit-not-found': ['momentGone', 'chooseLater'],
  'folder-not-found': ['folderMissing', 'seeHistory'],
  'file-not-found': ['fileMissing', 'seeHistory'],
  'item-not-found': ['itemGone', 'reload'],
  'not-a-folder': ['isFile', 'openItsFolder'],
  'user-not-found': ['noAccount', 'checkEmail'],
  'user-exists': ['accountExists', 'chooseAddress'],
  'user-inactive': ['accountOff', 'askAdministrator'],
  'group-not-found': ['departmentGone', 'reload'],
  'group-exists': ['departmentExists', 'chooseName'],
  'group-not-empty': ['departmentOwns', 'transferFirst'],
  'group-member-exists': ['alreadyMember', 'reload'],
  'share-exists': ['alreadyShared', 'changeShare'],
  'share-not-found': ['notShared', 'reload'],
  'share-to-owner': ['theirsAlready', 'choosePerson'],
  'public-link-exists': ['linkExists', 'useLink'],
  'permission-denied': ['mayNot', 'askOwner'],
  'not-department-admin': ['onlyDepartmentAdmin', 'askOneOfThem'],
  'transfer-to-owner': ['ownersAlready', 'chooseOwner'],
  'password-wrong': ['passwordWrong', 'checkSpelling'],
  'password-needed': ['passwordNeeded', 'tryAgain'],
  'credentials-wrong': ['credentialsWrong', 'checkBoth'],
  throttled: ['tooManyTries', 'waitMinute'],
  'file-too-large': ['fileTooLarge', 'sizeNotKept'],
  'quota-exceeded': ['quotaFull', 'deleteOrAsk'],
  'disk-full': ['diskFull', 'freeSpace'],
  'head-moved': ['changedAtOnce', 'tryAgain'],
  'object-missing': ['contentMissing', 'runCheck'],
  'object-corrupt': ['contentDamaged', 'runCheck'],
  'object-collision': ['checksumTaken', 'changeFile'],
  'cursor-invalid': ['listChanged', 'reload'],
  'link-not-found': ['linkExpired', 'askAgain'],
  'task-not-found': ['copyOver', 'reload'],
  'linked-folder-not-found': ['folderUnlinked', 'reload'],
  'linked-folder-refused': ['folderRefused', 'chooseFolder'],
  'linked-folder-doubtful': ['folderDoubtful', 'saySure'],
  'linked-folder-away': ['folderAway', 'connectDrive'],
  'backup-refused': ['backupRefused', 'chooseFolder'],
  'backup-away': ['backupAway', 'connectDrive'],
  'backup-unusable': ['backupUnusable', 'chooseFolder'],
  'git-missing': ['gitMissing', 'installGit'],
  busy: ['busy', 'waitMoment'],
  unreachable: ['unreachable', 'triedByItself'],
  'signed-out': ['signedOut', 'signInAgain'],
  unexpected: ['ownFault', 'lookIntoLog'],
};

/** Whatever was asked for: the data folder takes nothing more until the next start. */
const STORAGE_REASONS: readonly unknown[] = ['storage-failed', 'journal-failed'];

/** Words for a refusal; a code of a newer service falls back to the general text. `next` may be part of `why`. */
export function errorText({ code, reason, value }: Refused): ErrorText {
  if (STORAGE_REASONS.includes(reason)) return { why: t('storageFailed'), next: t('mendStorage') };
  const known = refusalWords({ code, ...(reason && { reason }), ...(value && { value }) });
  if (known !== '') return { why: known, next: '' };
  const [why, next] = WORDS[code] ?? WORDS.unexpected;
  return { why: t(why), next: t(next) };
}

/** The same in one line. */
export function errorSentence(refused: Refused): string {
  const { why, next } = errorText(refused);
  return next === '' ? why : `${why} ${next}`;
}
