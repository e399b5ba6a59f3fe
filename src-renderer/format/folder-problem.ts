import type { FolderProblemJson } from '../../src-shared/local-api.ts';
import { asSentence } from './sentence.ts';
import { momentToCome } from './time.ts';

const TRY_LATER = 'It is tried again by itself; nothing is lost meanwhile.';

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['unreadable', 'Give your account the right to read it, or add an ignore rule for it.'],
  ['not-writable', 'Give your account the right to write here.'],
  ['name-invalid', 'Rename it.'],
  ['name-too-long', 'Give it a shorter name.'],
  ['name', 'Rename it in the library.'],
  ['too-deep', 'Move it nearer to the top.'],
  ['not-a-file', 'Only files and folders can be kept. An ignore rule silences this.'],
  ['changing', TRY_LATER],
  ['changed', TRY_LATER],
  ['not-empty', 'Move what is in it elsewhere, or delete it, if you do not need it.'],
  ['disk-full', 'Free some space on the disk.'],
  ['damaged', 'Run a check of the library. What can be read stays readable.'],
  ['excluded', 'Move what is in it elsewhere, or take this sub-folder again.'],
  ['conflict', 'Rename one of the two.'],
]);

/** What a person can do about an item that does not follow; empty where nothing is known that helps. */
export function problemAdvice({ reason }: FolderProblemJson): string {
  return ADVICE.get(reason) ?? '';
}

/** The cause as a sentence: the service says it in a few words, and may know reasons that this version does not. */
export function problemCause({ message, reason }: FolderProblemJson): string {
  return asSentence(message || reason.replaceAll('-', ' '));
}

/** Which of the two sides lacks it. */
export function problemDirection({ direction }: FolderProblemJson): string {
  return direction === 'out' ? 'Not in the folder yet' : 'Not in the library yet';
}

/** When it is tried again. */
export function nextTry({ next_try_at }: FolderProblemJson, nowSeconds: number): string {
  if (next_try_at === 0) return 'tried again when it changes';
  return next_try_at <= nowSeconds
    ? 'tried again in a moment'
    : `next try ${momentToCome(next_try_at, nowSeconds)}`;
}
