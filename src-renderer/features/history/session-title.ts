import type { CommitJson, CommitSummaryPartJson } from '../../../src-shared/contents-api.ts';
import { summaryTitle } from '../../format/commit-title.ts';
import { visibleName } from '../../format/name.ts';
import { previewKind } from '../../format/preview-kind.ts';
import { t } from './messages.ts';

type Part = CommitSummaryPartJson;

const KINDS: readonly Part['kind'][] = ['added', 'modified', 'removed', 'renamed', 'moved'];

/**
 * What several commits did together, in a sentence. Never more files than there were: the same one may be edited several
 * times.
 */
export function sessionTitle(commits: readonly CommitJson[]): string {
  const parts = commits.flatMap(({ summary }) => summary?.parts ?? []);
  const titles = KINDS.flatMap((kind) => {
    const [first, ...rest] = parts.filter((part) => part.kind === kind);
    return first === undefined ? [] : [{ first, title: kindTitle(first, rest) }];
  });
  return titles.map(({ first, title }, at) => (at === 0 ? title : within(title, first))).join(', ');
}

/** The title as part of another sentence. One that begins with a name is left as it is. */
function within(title: string, { name }: Part): string {
  if (title.startsWith(visibleName(name))) return title;
  return title.charAt(0).toLowerCase() + title.slice(1);
}

function kindTitle(first: Part, rest: readonly Part[]): string {
  const parts = [first, ...rest];
  const isEdit = first.kind === 'modified';
  const name = visibleName(first.name);
  if (!parts.every(({ items, dirs }) => items === 1 && dirs === 0))
    return isEdit ? t('sessionEditedSome', { name }) : together(parts.reduce(sum));
  const names = new Set(parts.map((part) => part.name));
  const count = names.size;
  if (isEdit && count === 1) return t('sessionEdited', { name, count: parts.length });
  if (count > 1 && [...names].every(isPicture)) {
    if (isEdit) return t('sessionEditedPictures', { count });
    if (first.kind === 'added') return t('sessionAddedPictures', { count });
  }
  return together({ ...first, items: count, files: count });
}

function isPicture(name: string): boolean {
  return previewKind(name, 0) === 'image';
}

function sum(all: Part, part: Part): Part {
  const files = all.files === null || part.files === null ? null : all.files + part.files;
  const to = all.to === part.to ? all.to : '';
  const [items, dirs, folders] = [all.items + part.items, all.dirs + part.dirs, all.folders + part.folders];
  return { ...all, items, dirs, files, folders, to };
}

function together(part: Part): string {
  return summaryTitle({ reason: 'changes', at: null, parts: [part] }) ?? '';
}
