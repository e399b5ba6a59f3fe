import type { FolderProblemJson, LinkedFolderJson } from '../../src-shared/folders-api.ts';
import { t } from './messages.ts';
import { asSentence, serviceMessage } from './service-message.ts';
import { momentToCome } from './time.ts';

const TRY_LATER = t('adviseWait');

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['unreadable', t('adviseReadRight')],
  ['not-writable', t('adviseWriteRight')],
  ['name-invalid', t('adviseRename')],
  ['name-too-long', t('adviseShorterName')],
  ['name', t('adviseRenameInLibrary')],
  ['too-deep', t('adviseLessDeep')],
  ['not-a-file', t('adviseOnlyFiles')],
  ['changing', TRY_LATER],
  ['changed', TRY_LATER],
  ['not-empty', t('adviseEmptyIt')],
  ['disk-full', t('adviseFreeSpace')],
  ['damaged', t('adviseCheck')],
  ['wrong-size', t('adviseOtherVersion')],
  ['excluded', t('adviseTakeAgain')],
  ['conflict', t('adviseRenameOne')],
  ['patterns-offered', t('adviseOfferedPatterns')],
]);

/** What the user can do about an item that is not in sync; empty where no remedy is known. */
export function problemAdvice({ reason }: FolderProblemJson): string {
  return ADVICE.get(reason) ?? '';
}

/** The cause as a sentence: the service sends a code, and may know codes that this version does not. */
export function problemCause({ message, said, reason, values }: FolderProblemJson): string {
  const { added = 0, removed = 0 } = values;
  if (reason === 'patterns-offered') return t('offeredPatterns', { added, removed });
  return asSentence(serviceMessage(said, message) || reason.replaceAll('-', ' '));
}

/** Whether it is not retried, so that the user has to look at it. */
export function isQuestion({ reason }: FolderProblemJson): boolean {
  return reason === 'patterns-offered';
}

/** How many files of a folder its rules leave out, where that is most of them. */
export interface RuledOut {
  readonly count: number;
  readonly of: number;
  readonly isAll: boolean;
}

/** Null: the rules leave out no more than a part. */
export function ruledOut({ problems }: Pick<LinkedFolderJson, 'problems'>): RuledOut | null {
  const told = problems.find(({ reason }) => reason === 'mostly-left-out');
  if (told === undefined) return null;
  const { count = 0, of = 0 } = told.values;
  return { count, of, isAll: count === of };
}

/** Single items that are not in sync. Items left out by rules do not count: they are never retried. */
export function itemProblems({
  problems,
  problem_count,
}: Pick<LinkedFolderJson, 'problems' | 'problem_count'>) {
  const items = problems.filter(({ reason }) => reason !== 'mostly-left-out');
  return { items, count: problem_count - (problems.length - items.length) };
}

/** Which of the two sides lacks it. */
export function problemDirection({ direction }: FolderProblemJson): string {
  return direction === 'out' ? t('notInFolderYet') : t('notInLibraryYet');
}

/** When it is retried. */
export function nextTry({ next_try_at }: FolderProblemJson, nowSeconds: number): string {
  if (next_try_at === 0) return t('triedWhenChanged');
  return next_try_at <= nowSeconds
    ? t('triedInAMoment')
    : t('nextTry', { moment: momentToCome(next_try_at, nowSeconds) });
}
