import type { PreflightJson } from '../../src-shared/folder-choices-api.ts';
import { folderRefusalMessage } from './error-text.ts';
import { t } from './messages.ts';
import { asSentence, serviceMessage } from './service-message.ts';
import { formatSize } from './size.ts';

/** Warnings about one thing, under a heading. */
export interface WarningGroup {
  readonly title: string;
  readonly warnings: readonly string[];
}

// The service words a warning; which thing it is about shows in these words of it.
const TITLES: readonly { readonly about: RegExp; readonly title: string }[] = [
  { about: /home folder|sync program|cloud/i, title: t('aboutPlace') },
  { about: /left out|cannot be taken/i, title: t('aboutNotTaken') },
  { about: /letter case|\bname\b|\bnames\b/i, title: t('aboutNames') },
  { about: /watched|scans/i, title: t('aboutFinding') },
];
const OTHERS = t('goodToKnow');

/** What a check of a folder warns of, by what it is about; a warning of a newer service keeps a place. */
export function warningGroups(warnings: readonly string[]): WarningGroup[] {
  const groups = new Map<string, string[]>();
  for (const warning of warnings) {
    const title = TITLES.find(({ about }) => about.test(warning))?.title ?? OTHERS;
    groups.set(title, [...(groups.get(title) ?? []), asSentence(serviceMessage(warning))]);
  }
  return [...groups].map(([title, sentences]) => ({ title, warnings: sentences }));
}

/** Why a folder cannot be linked; empty: it can. */
export function preflightRefusal({ refusal, refusal_reason }: PreflightJson): string {
  return folderRefusalMessage(refusal_reason) || refusal;
}

/** How much is in a folder: `1,204 files, 8.2 GB`; of a very large one, at least how much. */
export function preflightSize({ files, bytes, truncated }: PreflightJson): string {
  if (files === 0 && !truncated) return t('emptySoFar');
  return t(truncated ? 'overFilesAndSize' : 'filesAndSize', { count: files, size: formatSize(bytes) });
}
