import type { Texts } from '../../src-shared/message-values.ts';
import type { Messages } from '../i18n/messages.ts';
import {
  amountRefusal,
  backupRefusal,
  folderRefusal,
  passwordRefusal,
  pathRefusal,
  restoreRefusal,
  signInRefusal,
  t,
} from './errors/messages.ts';
import type { Problem } from './problem.ts';
import { formatSize } from './size.ts';

/** What was refused, as the service says it: a reason that refines the code, and what was found. */
export type Refused = Pick<Problem, 'code' | 'reason' | 'value' | 'field'>;

/** The message that a table has for a reason; empty for one that this version does not know. */
function worded(say: Messages<Texts>, reason: string, value = ''): string {
  if (!Object.hasOwn(say.english, reason)) return '';
  // Space is given in bytes; anything else is shown as it is.
  const found = reason === 'no-room' ? formatSize(Number(value)) : value;
  return (say as (key: string, values: { readonly value: string }) => string)(reason, { value: found });
}

/** What is wrong and what to do, for a refusal with a reason that this version knows; empty for all others. */
export function refusalMessage({ code, reason = '', value = '' }: Refused): string {
  switch (code) {
    case 'linked-folder-refused':
    case 'linked-folder-doubtful':
      return folderRefusalMessage(reason, value);
    case 'backup-refused':
      return worded(backupRefusal, reason, value);
    case 'backup-away':
      return backupRefusal('away');
    case 'backup-unusable':
      return worded(restoreRefusal, reason, value);
    case 'path-invalid':
      return value === '' ? '' : worded(pathRefusal, reason, value);
    case 'argument-invalid':
      return worded(amountRefusal, reason) || worded(passwordRefusal, reason);
    case 'password-needed':
      return worded(passwordRefusal, reason);
    case 'credentials-wrong':
      return worded(signInRefusal, reason);
    default:
      return '';
  }
}

/** Why a folder cannot be linked; empty for a reason that this version does not know. */
export const folderRefusalMessage = (reason: string, value = ''): string =>
  worded(folderRefusal, reason, value);

/** Why something did not happen and what helps. The caller adds what it was. */
export interface ErrorText {
  readonly why: string;
  readonly next: string;
}

type Code = Problem['code'];

type Key = keyof typeof t.english;
type Message = readonly [why: Key, next: Key];

/** For requests that only a page of another version makes. */
const MISFIT: Message = ['misfit', 'reloadPage'];

const PASSWORD: Message = ['passwordUnfit', 'passwordRule'];
const DAYS: Message = ['daysUnfit', 'daysRule'];
const TOO_MANY: Message = ['tooMany', 'chooseFewer'];
const TEXT: Message = ['textTooLong', 'shortenIt'];
const PLACE: Message = ['pathUnusable', 'choosePath'];
const DATE: Message = ['dateUnfit', 'chooseDate'];
const OWNER: Message = ['ownerUnfit', 'chooseOwner'];

/** What is wrong with a value that the user entered, by the argument it was sent as. */
const INVALID: Readonly<Record<string, Message>> = {
  name: ['nameUnusable', 'nameRule'],
  name_suffix: ['nameUnusable', 'nameRule'],
  description: TEXT,
  ...{ email: ['emailUnfit', 'checkEmail'], username: ['emailUnfit', 'checkEmail'] },
  ...{ address: ['addressUnfit', 'checkAddress'], url: ['addressUnfit', 'checkAddress'] },
  id: ['noAccount', 'checkEmail'],
  ...{ owner: OWNER, transfer_to: OWNER },
  ...{ password: PASSWORD, new_password: PASSWORD, current_password: PASSWORD, old_password: PASSWORD },
  ...{ keep_days: DAYS, default_keep_days: DAYS, expire_days: DAYS },
  for_seconds: ['pauseUnfit', 'choosePause'],
  ...{ names: TOO_MANY, paths: TOO_MANY, ids: TOO_MANY, commit_ids: TOO_MANY, library_ids: TOO_MANY },
  ...{ except: TOO_MANY, keep_both: TOO_MANY, replace: TOO_MANY },
  ...{ q: TEXT, search: TEXT, text: TEXT, by: TEXT, device: TEXT, note: TEXT },
  ...{ folder: PLACE, path: PLACE, to: PLACE, to_folder: PLACE, version_path: PLACE },
  ...{ since: DATE, until: DATE, at: DATE, before: DATE, after: DATE },
  library: ['libraryUnfit', 'chooseLibrary'],
  library_name: ['otherName', 'typeName'],
  code: ['codeUnfit', 'newLink'],
};

const MISSING: Readonly<Record<string, Message>> = {
  ...INVALID,
  name: ['nameEmpty', 'fillIn'],
  email: ['emailEmpty', 'fillIn'],
  ...{ password: ['passwordEmpty', 'fillIn'], new_password: ['passwordEmpty', 'fillIn'] },
  ...{ current_password: ['passwordEmpty', 'fillIn'], old_password: ['passwordEmpty', 'fillIn'] },
  ...{ names: ['nothingChosen', 'chooseFirst'], paths: ['nothingChosen', 'chooseFirst'] },
  ...{ ids: ['nothingChosen', 'chooseFirst'], library_ids: ['nothingChosen', 'chooseFirst'] },
  ...{ folder: ['folderEmpty', 'chooseFolder'], path: ['folderEmpty', 'chooseFolder'] },
};

const MESSAGES: Readonly<Record<Code, Message>> = {
  'argument-invalid': MISFIT,
  'argument-missing': MISFIT,
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
  'held-changed': ['heldChanged', 'lookAgain'],
  'linked-folder-away': ['folderAway', 'connectDrive'],
  'backup-refused': ['backupRefused', 'chooseFolder'],
  'backup-away': ['backupAway', 'connectDrive'],
  'backup-unusable': ['backupUnusable', 'chooseFolder'],
  'git-missing': ['gitMissing', 'installGit'],
  busy: ['busy', 'waitMoment'],
  'file-changed': ['fileChanged', 'chooseAgain'],
  unreachable: ['unreachable', 'triedByItself'],
  'signed-out': ['signedOut', 'signInAgain'],
  'too-much': TOO_MANY,
  misfit: MISFIT,
  unexpected: ['wentWrong', 'lookIntoLog'],
};

const PASSWORDS: readonly string[] = ['password', 'new_password', 'current_password', 'old_password'];

/** What is wrong with a name. */
const NAME_REASONS: Readonly<Record<string, Message>> = {
  empty: ['nameEmpty', 'fillIn'],
  dot: ['nameUnusable', 'nameDots'],
  ...{ separator: ['nameUnusable', 'nameSlash'], slash: ['nameUnusable', 'nameSlash'] },
  control: ['nameUnusable', 'nameHidden'],
  'too-long': ['nameTooLong', 'shortenIt'],
};

function reasonMessage({ code, reason = '', field = '' }: Refused): Message {
  if (code === 'argument-invalid' && reason === 'too-long' && PASSWORDS.includes(field))
    return ['passwordTooLong', 'shortenIt'];
  const ofName = code === 'name-invalid' ? NAME_REASONS[reason] : undefined;
  return ofName ?? errorMessage({ code, field });
}

/** The message for a refusal whose reason has none of its own. */
export function errorMessage({ code, field = '' }: Pick<Refused, 'code' | 'field'>): Message {
  if (code === 'argument-invalid') return INVALID[field] ?? MISFIT;
  if (code === 'argument-missing') return MISSING[field] ?? MISFIT;
  return MESSAGES[code] ?? MESSAGES.unexpected;
}

/** Whatever the request was: the data folder accepts no more writes until the next start. */
const STORAGE_REASONS: readonly unknown[] = ['storage-failed', 'journal-failed'];

/** The message for a refusal; a code of a newer service falls back to the general text. `next` may be part of `why`. */
export function errorText({ code, reason, value, field }: Refused): ErrorText {
  if (STORAGE_REASONS.includes(reason)) return { why: t('storageFailed'), next: t('mendStorage') };
  const known = refusalMessage({ code, ...(reason && { reason }), ...(value && { value }) });
  if (known !== '') return { why: known, next: '' };
  const [why, next] = reasonMessage({ code, ...(reason && { reason }), ...(field && { field }) });
  return { why: t(why), next: t(next) };
}

/** The same message in one line. */
export function errorSentence(refused: Refused): string {
  const { why, next } = errorText(refused);
  return next === '' ? why : `${why} ${next}`;
}
