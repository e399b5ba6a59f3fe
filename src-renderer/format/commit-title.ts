import type { CommitJson, CommitSummaryJson, CommitSummaryPartJson } from '../../src-shared/contents-api.ts';
import { t as words } from './commit-title/messages.ts';
import { visibleName } from './name.ts';
import { dateSpan } from './time.ts';

type Part = CommitSummaryPartJson;
type Say = typeof words;

/** What a commit did, in a sentence without a stop; null: the description has to do. */
export function summaryTitle({ reason, at, parts }: CommitSummaryJson, say: Say = words): string | null {
  const [first] = parts;
  if (first === undefined) return titleWithoutChanges(reason, say);
  switch (reason) {
    case 'merge':
      return say('merged');
    case 'undo':
      return say('undid', { what: within(parts.map(undone), say) });
    case 'redo':
      return say('redid', { what: within(parts, say) });
    case 'resolution':
      return say('resolved', { what: within(parts, say) });
    case 'restore':
      return at === null ? sentence(parts, say) : restoreTitle(parts, at, say);
    case 'recovery':
      return parts.length > 1 ? sentence(parts, say) : oneOrMore(first, ['restored', 'restoredItems'], say);
    case 'revert':
      return parts.length > 1
        ? sentence(parts, say)
        : oneOrMore(first, ['revertedOne', 'revertedFiles'], say);
    default:
      return sentence(parts, say);
  }
}

function titleWithoutChanges(reason: CommitSummaryJson['reason'], say: Say): string | null {
  switch (reason) {
    case 'creation':
      return say('created');
    case 'library-name':
      return say('changedName');
    case 'library-description':
      return say('changedDescription');
    case 'record':
      return say('changedRecord');
    case 'password':
      return say('changedPassword');
    case 'merge':
      return say('merged');
    default:
      return null;
  }
}

function sentence([first, ...others]: readonly Part[], say: Say): string {
  const lead = first === undefined ? '' : partTitle(first, say);
  return [lead, ...others.map((part) => within([part], say))].join(', ');
}

/** As a part of another sentence. What begins with a name is left as it is. */
function within(parts: readonly Part[], say: Say): string {
  const text = sentence(parts, say);
  const name = parts[0] === undefined ? '' : visibleName(parts[0].name);
  if (name !== '' && text.startsWith(name)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** What a commit that takes this back has undone. */
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

function partTitle(part: Part, say: Say): string {
  switch (part.kind) {
    case 'added':
      return treeTitle('added', part, say);
    case 'removed':
      return treeTitle('removed', part, say);
    case 'modified':
      return oneOrMore(part, ['edited', 'editedFiles'], say);
    case 'renamed':
      if (part.items > 1) return oneOrMore(part, ['edited', 'renamedItems'], say);
      return say('renamed', { name: visibleName(part.name), to: visibleName(part.to) });
    case 'moved':
      return moveTitle(part, say);
  }
}

function oneOrMore(
  { items, name }: Part,
  [one, more]: readonly [
    one: 'edited' | 'restored' | 'revertedOne',
    more: 'editedFiles' | 'renamedItems' | 'restoredItems' | 'revertedFiles',
  ],
  say: Say,
): string {
  const named = { name: visibleName(name) };
  return items === 1 ? say(one, named) : say(more, { ...named, count: items - 1 });
}

/** Of what comes or goes with all that is in it. */
function treeTitle(kind: 'added' | 'removed', part: Part, say: Say): string {
  const { items, dirs, files, folders } = part;
  const name = visibleName(part.name);
  if (items === 1 && dirs === 0) return say(kind, { name });
  if (items === 1)
    return files ? say(`${kind}InFolder`, { name, count: files }) : say(`${kind}Folder`, { name });
  if (dirs === 0) return say(`${kind}Files`, { name, count: items - 1 });
  if (files === null) return say(`${kind}Items`, { name, count: items - 1 });
  if (files === 0) return say(`${kind}Folders`, { count: folders });
  return say(dirs === items ? `${kind}FilesInFolders` : `${kind}FilesAndFolders`, { files, count: folders });
}

function moveTitle({ items, name: first, to }: Part, say: Say): string {
  const name = visibleName(first);
  const folder = visibleName(to);
  if (items === 1) {
    if (to === '') return say('moved', { name });
    return to === '/' ? say('movedToTop', { name }) : say('movedTo', { name, to: folder });
  }
  if (to === '') return say('movedItems', { count: items });
  return to === '/'
    ? say('movedItemsToTop', { count: items })
    : say('movedItemsTo', { count: items, to: folder });
}

function restoreTitle(parts: readonly Part[], at: number, say: Say): string {
  const day = dateSpan(new Date(at * 1000), new Date((at + 1) * 1000));
  const [first] = parts;
  if (parts.length === 1 && first?.items === 1)
    return say('restoredFrom', { name: visibleName(first.name), day });
  const isAllBack = parts.every(({ kind, files }) => files && (kind === 'added' || kind === 'modified'));
  if (!isAllBack) return say('wentBackTo', { day });
  const count = parts.reduce((sum, { files }) => sum + (files ?? 0), 0);
  return say('restoredFilesFrom', { count, day });
}

/** How much a commit did of one kind: a number, and what it counts. */
interface Amount {
  readonly count: number;
  /** Absent: files alone, or what is in folders is not known. */
  readonly parts?: { readonly files: number; readonly count: number };
}

/** How much came, changed and went with a commit, in files as far as that is known. */
export function commitAmounts(commit: CommitJson): Readonly<Record<'added' | 'changed' | 'removed', Amount>> {
  return {
    added: amountOf(commit.added, partOf(commit, 'added')),
    changed: { count: commit.modified + commit.renamed },
    removed: amountOf(commit.removed, partOf(commit, 'removed')),
  };
}

function partOf({ summary }: CommitJson, kind: Part['kind']): Part | undefined {
  return summary?.parts.find((part) => part.kind === kind);
}

function amountOf(rows: number, part: Part | undefined): Amount {
  if (part === undefined || part.files === null || part.folders === 0) return { count: rows };
  const { files, folders } = part;
  return { count: files === 0 ? folders : files, parts: { files, count: folders } };
}

/** In words: `402 files, 10 folders`; for one number only that. */
export function amountText({ count, parts }: Amount, number: (count: number) => string): string {
  return parts === undefined ? number(count) : words('inAll', parts);
}
