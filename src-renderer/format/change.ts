import { ERASED_NAME } from '../../src-shared/commit-title.ts';
import type { CommitJson } from '../../src-shared/contents-api.ts';
import type { VersionJson } from '../../src-shared/versions-api.ts';
import { t as commitText } from './commit/messages.ts';
import { summaryTitle } from './commit-title.ts';
import { knownMessages } from './known-messages.ts';
import { t } from './messages.ts';
import { visibleName } from './name.ts';
import { lastName, parentPath } from './path.ts';

const findMessage = knownMessages(commitText.english);
/** Clients write it like this for every number. */
const ONE_MORE = /(?<=" and 1 more )(files|directories|items)(?=\.?$)/;
const ONES: Readonly<Record<string, string>> = { files: 'file', directories: 'directory', items: 'item' };
const UNDID = /^(?:Undid: )+/;

/**
 * A line of a commit's description, translated to the language of the page: the stored description is English for every
 * client. Text that a user wrote, and text that this version does not know, stays as it is.
 */
export function commitMessage(line: string, say: typeof commitText = commitText): string {
  const [undid = ''] = UNDID.exec(line) ?? [];
  const done = line.slice(undid.length).replace(ONE_MORE, (word) => ONES[word] ?? word);
  const found = findMessage(done);
  const what = (found ? say(found.key, found.values) : done).replaceAll(ERASED_NAME, t('erasedName'));
  const times = undid.length / 'Undid: '.length;
  if (times === 0) return what;
  // Each undo reverts the one before, so all that matters is whether the change is done or undone in the end.
  return say(times % 2 === 0 ? 'redid' : 'undid', { what });
}

/** How an operation of a commit is shown: a visible word, and a tone for the colour beside it. */
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

/** A rename that also changes the folder is shown as a move. */
export function changeOp(change: {
  readonly op: string;
  readonly path: string;
  readonly new_path: string;
}): string {
  if (change.op !== 'renamed') return change.op;
  const folder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  return folder(change.path) === folder(change.new_path) ? 'renamed' : 'moved';
}

/** Descriptions come from clients. Beyond this length they are not worth showing. */
const MOST_SHOWN = 4096;
const MOST_IN_TITLE = 300;

/** The beginning of a text, never ending in half a surrogate pair. */
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

type Told = Pick<CommitJson, 'description' | 'summary'>;

function ownTitle({ summary, description }: Told): string | null {
  if (summary === undefined) return null;
  const title = summaryTitle(summary);
  // Nothing is left of what it did: its stored description names only what is gone.
  const isAllErased = title === null && description.includes(`"${ERASED_NAME}"`);
  return isAllErased ? t('erasedChanges') : title;
}

/** The title of a commit: what it did, or the first line of its description where that is not known; no more than its beginning. */
export function commitTitle(commit: Told): string {
  return (
    cut(ownTitle(commit) ?? visibleName(linesOf(commit.description)[0]), MOST_IN_TITLE) || t('noDescription')
  );
}

/** What else its description says, from where the title breaks off; empty when that is nothing. */
export function commitBody(commit: Told): string {
  if (ownTitle(commit) !== null) return '';
  const [first, ...rest] = linesOf(commit.description);
  const left = first.slice(beginning(first, MOST_IN_TITLE).length);
  const lines = left === '' ? rest : [`…${left}`, ...rest];
  return lines.join('\n').trim();
}

/** The description as other programs show it, in one line; empty where it equals the title. */
export function storedDescription(commit: Told): string {
  return ownTitle(commit) === null ? '' : cut(commit.description, MOST_SHOWN).trim().replaceAll('\n', ' ');
}

/**
 * What a commit did to a file, in a few words.
 * @param older the version before it; null when there is none, or it is unknown
 */
export function versionWording(version: VersionJson, older: VersionJson | null): ChangeWording {
  switch (version.origin) {
    case 'added':
      return { word: older === null ? t('added') : t('addedAgain'), tone: 'added' };
    case 'edited':
      return { word: t('changed'), tone: 'changed' };
    case 'kept':
      return { word: t('oldestKept'), tone: 'neutral' };
    case 'moved':
      return { word: moveText(version, older), tone: 'changed' };
  }
}

function moveText({ path, old_path: from, file_id: id }: VersionJson, older: VersionJson | null): string {
  const isRename = parentPath(path) === parentPath(from);
  const alsoChanged = older !== null && older.file_id !== id;
  const values = { from: visibleName(isRename ? lastName(from) : from.slice(1)) };
  if (isRename) return t(alsoChanged ? 'renamedAndChangedFrom' : 'renamedFrom', values);
  return t(alsoChanged ? 'movedAndChangedFrom' : 'movedFrom', values);
}
