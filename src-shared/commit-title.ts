import type { CommitSummaryJson, CommitSummaryPartJson } from './contents-api.ts';
import type { ValuesOf } from './message-values.ts';

/** Stands in a description for the name of what was erased from all of the history. */
export const ERASED_NAME = '(erased)';

/** Titles of commits, from what they did. Behind a colon or a comma their first letter becomes small. */
export const COMMIT_TITLES = {
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
  changedNameTo: 'Renamed the library {name} to {to}',
  changedDescription: 'Changed the description of the library',
  changedRecord: 'Changed the name or description of the library',
  changedPassword: 'Changed the password',
  erased: 'Erased an item from all of the history',
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
} as const;

type Titles = typeof COMMIT_TITLES;
type Part = CommitSummaryPartJson;

/** How titles are worded in a language. */
export interface Telling {
  readonly say: <Key extends keyof Titles>(key: Key, ...values: ValuesOf<Titles[Key]>) => string;
  /** A name as it can be shown. */
  readonly name: (name: string) => string;
  /** The day of a time in seconds. */
  readonly day: (atSeconds: number) => string;
}

/** What a commit did, in a sentence without a stop; null: the description has to do. */
export function titleOf(summary: CommitSummaryJson, tell: Telling): string | null {
  const { reason, at, parts } = summary;
  const { say } = tell;
  const [first] = parts.filter(({ items }) => items > 0);
  if (first === undefined) return titleWithoutChanges(summary, tell);
  switch (reason) {
    case 'merge':
      return say('merged');
    case 'undo':
      return say('undid', { what: within(parts.map(undone), tell) });
    case 'redo':
      return say('redid', { what: within(parts, tell) });
    case 'resolution':
      return say('resolved', { what: within(parts, tell) });
    case 'restore':
      return at === null ? sentence(parts, tell) : restoreTitle(parts, at, tell);
    case 'recovery':
      return parts.length > 1 ? sentence(parts, tell) : oneOrMore(first, ['restored', 'restoredItems'], tell);
    case 'revert':
      return parts.length > 1
        ? sentence(parts, tell)
        : oneOrMore(first, ['revertedOne', 'revertedFiles'], tell);
    default:
      return sentence(parts, tell);
  }
}

function titleWithoutChanges(
  { reason, parts: [library] }: CommitSummaryJson,
  { say, name }: Telling,
): string | null {
  switch (reason) {
    case 'creation':
      return say('created');
    case 'library-name':
      // Older records do not know the names.
      return library === undefined
        ? say('changedName')
        : say('changedNameTo', { name: name(library.name), to: name(library.to) });
    case 'library-description':
      return say('changedDescription');
    case 'record':
      return say('changedRecord');
    case 'password':
      return say('changedPassword');
    case 'erasure':
      return say('erased');
    case 'merge':
      return say('merged');
    default:
      return null;
  }
}

function sentence([first, ...others]: readonly Part[], tell: Telling): string {
  const lead = first === undefined ? '' : partTitle(first, tell);
  return [lead, ...others.map((part) => within([part], tell))].join(', ');
}

/** The title as part of another sentence. One that begins with a name is left as it is. */
function within(parts: readonly Part[], tell: Telling): string {
  const text = sentence(parts, tell);
  const name = parts[0] === undefined ? '' : tell.name(parts[0].name);
  if (name !== '' && text.startsWith(name)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** What a commit that reverts this one has undone. */
function undone(part: Part): Part {
  switch (part.kind) {
    case 'added':
      return { ...part, kind: 'removed' };
    case 'removed':
      return { ...part, kind: 'added' };
    case 'renamed':
      return { ...part, name: part.to, to: part.name };
    case 'moved':
      return { ...part, to: '' };
    case 'modified':
      return part;
  }
}

function partTitle(part: Part, tell: Telling): string {
  switch (part.kind) {
    case 'added':
      return treeTitle('added', part, tell);
    case 'removed':
      return treeTitle('removed', part, tell);
    case 'modified':
      return oneOrMore(part, ['edited', 'editedFiles'], tell);
    case 'renamed':
      if (part.items > 1) return oneOrMore(part, ['edited', 'renamedItems'], tell);
      return tell.say('renamed', { name: tell.name(part.name), to: tell.name(part.to) });
    case 'moved':
      return moveTitle(part, tell);
  }
}

function oneOrMore(
  { items, name }: Part,
  [one, more]: readonly [
    one: 'edited' | 'restored' | 'revertedOne',
    more: 'editedFiles' | 'renamedItems' | 'restoredItems' | 'revertedFiles',
  ],
  tell: Telling,
): string {
  const named = { name: tell.name(name) };
  return items === 1 ? tell.say(one, named) : tell.say(more, { ...named, count: items - 1 });
}

/** For what is added or removed with everything in it. */
function treeTitle(kind: 'added' | 'removed', part: Part, tell: Telling): string {
  const { items, dirs, files, folders } = part;
  const name = tell.name(part.name);
  if (items === 1 && dirs === 0) return tell.say(kind, { name });
  if (items === 1)
    return files ? tell.say(`${kind}InFolder`, { name, count: files }) : tell.say(`${kind}Folder`, { name });
  if (dirs === 0) return tell.say(`${kind}Files`, { name, count: items - 1 });
  if (files === null) return tell.say(`${kind}Items`, { name, count: items - 1 });
  if (files === 0) return tell.say(`${kind}Folders`, { count: folders });
  return tell.say(dirs === items ? `${kind}FilesInFolders` : `${kind}FilesAndFolders`, {
    files,
    count: folders,
  });
}

function moveTitle({ items, name: first, to }: Part, tell: Telling): string {
  const name = tell.name(first);
  const folder = tell.name(to);
  if (items === 1) {
    if (to === '') return tell.say('moved', { name });
    return to === '/' ? tell.say('movedToTop', { name }) : tell.say('movedTo', { name, to: folder });
  }
  if (to === '') return tell.say('movedItems', { count: items });
  return to === '/'
    ? tell.say('movedItemsToTop', { count: items })
    : tell.say('movedItemsTo', { count: items, to: folder });
}

function restoreTitle(parts: readonly Part[], at: number, tell: Telling): string {
  const day = tell.day(at);
  const [first] = parts;
  if (parts.length === 1 && first?.items === 1)
    return tell.say('restoredFrom', { name: tell.name(first.name), day });
  const isAllBack = parts.every(({ kind, files }) => files && (kind === 'added' || kind === 'modified'));
  if (!isAllBack) return tell.say('wentBackTo', { day });
  const count = parts.reduce((sum, { files }) => sum + (files ?? 0), 0);
  return tell.say('restoredFilesFrom', { count, day });
}
