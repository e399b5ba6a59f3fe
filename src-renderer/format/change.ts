import { commitWords } from './commit-words.ts';
import { t } from './messages.ts';

/** How an operation of a commit is told: a word for the eye and a tone for the colour beside it. */
export interface ChangeWording {
  readonly word: string;
  readonly tone: 'added' | 'changed' | 'removed' | 'neutral';
}

const WORDINGS: ReadonlyMap<string, ChangeWording> = new Map([
  ['new', { word: t('added'), tone: 'added' }],
  ['newdir', { word: t('folderAdded'), tone: 'added' }],
  ['modified', { word: t('changed'), tone: 'changed' }],
  ['renamed', { word: t('renamed'), tone: 'changed' }],
  ['moved', { word: t('moved'), tone: 'changed' }],
  ['removed', { word: t('removed'), tone: 'removed' }],
  ['deldir', { word: t('folderRemoved'), tone: 'removed' }],
]);

/** Wording of an operation; one this version does not know is shown by its name, never hidden. */
export function changeWording(op: string): ChangeWording {
  return WORDINGS.get(op) ?? { word: t('changedBy', { op }), tone: 'neutral' };
}

/** A rename that also changes the folder is a move to a reader. */
export function changeOp(change: {
  readonly op: string;
  readonly path: string;
  readonly new_path: string;
}): string {
  if (change.op !== 'renamed') return change.op;
  const folder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  return folder(change.path) === folder(change.new_path) ? 'renamed' : 'moved';
}

/** First line of a commit's description, the title in lists, as `commitWords` shows it. */
export function commitTitle(description: string): string {
  return commitWords(description.split('\n', 1)[0]?.trim() ?? '') || t('noDescription');
}

/** What follows the title; empty when there is nothing. */
export function commitBody(description: string): string {
  const [, ...lines] = description.split('\n');
  return lines
    .map((line) => commitWords(line))
    .join('\n')
    .trim();
}
