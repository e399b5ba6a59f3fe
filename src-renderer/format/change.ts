/** How an operation of a commit is told: a word for the eye and a tone for the colour beside it. */
export interface ChangeWording {
  readonly word: string;
  readonly tone: 'added' | 'changed' | 'removed' | 'neutral';
}

const WORDINGS: ReadonlyMap<string, ChangeWording> = new Map([
  ['new', { word: 'Added', tone: 'added' }],
  ['newdir', { word: 'Folder added', tone: 'added' }],
  ['modified', { word: 'Changed', tone: 'changed' }],
  ['renamed', { word: 'Renamed', tone: 'changed' }],
  ['moved', { word: 'Moved', tone: 'changed' }],
  ['removed', { word: 'Removed', tone: 'removed' }],
  ['deldir', { word: 'Folder removed', tone: 'removed' }],
]);

/** Wording of an operation; one this version does not know is shown by its name, never hidden. */
export function changeWording(op: string): ChangeWording {
  return WORDINGS.get(op) ?? { word: `Changed (${op})`, tone: 'neutral' };
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

/** First line of a commit's description; the title in lists. */
export function commitTitle(description: string): string {
  return description.split('\n', 1)[0]?.trim() || 'No description';
}

/** What follows the title; empty when there is nothing. */
export function commitBody(description: string): string {
  return description.split('\n').slice(1).join('\n').trim();
}
