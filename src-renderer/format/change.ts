import { commitMessage } from './commit-message.ts';
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

/** Descriptions come from others. Beyond this nobody reads them, and a page has other things to show. */
const MOST_SHOWN = 4096;
const MOST_IN_TITLE = 300;

/** The beginning of a text, with no half of a character that is two units. */
function beginning(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${beginning(text, most)}…`;
}

function linesOf(description: string): readonly [first: string, ...rest: readonly string[]] {
  const [first = '', ...rest] = cut(description, MOST_SHOWN).split('\n');
  return [commitMessage(first.trim()), ...rest.map((line) => commitMessage(line))];
}

/** First line of a commit's description, the title in lists, as `commitMessage` shows it; the beginning of a long one. */
export function commitTitle(description: string): string {
  return cut(linesOf(description)[0], MOST_IN_TITLE) || t('noDescription');
}

/** What the title does not say, from where it breaks off; empty when that is nothing. */
export function commitBody(description: string): string {
  const [first, ...rest] = linesOf(description);
  const left = first.slice(beginning(first, MOST_IN_TITLE).length);
  const lines = left === '' ? rest : [`…${left}`, ...rest];
  return lines.join('\n').trim();
}
